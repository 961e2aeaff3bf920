"""A task is done for each row of a table, on a page without a browser."""

import asyncio
import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem import AsyncMemory, Memory
from tests.doubles import WordEmbedder
from tests.unit.replay.form import FakeForm, button, element

TASK = 'Keep "{product}" for "{person}"'
ROWS = [
    {"product": "red chair", "person": "Bob"},
    {"product": "table", "person": "Cleo"},
    {"product": "sofa", "person": "Dan"},
]


class Form(FakeForm):
    """A form; what is kept by it, and what goes wrong at which row."""

    def __init__(self, address: str = "http://app.example/form", **faults: Any) -> None:
        fields = [element("/a", "textbox", "Article"), element("/b", "textbox", "For")]
        super().__init__({
            "form": [*fields, button("/c", "Keep")],
            "kept": [button("/d", "Back")],
            "login": [button("/e", "Sign in")],
        })  # fmt: skip
        self.address, self.faults = address, faults
        self.opened = 0
        self.kept: list[tuple[str, str]] = []

    def page(self) -> str:
        return self.address.replace("form", self.state)

    def act(
        self, action: str, element: Any, value: str | None, params: Mapping[str, Any]
    ) -> bool:
        if action == "navigate":
            self.opened += 1
            is_out = self.opened in self.faults.get("login", ())
            self.state = "login" if is_out else "form"
            self.entered.clear()
            return True
        done = super().act(action, element, value, params)
        if action == "click":
            person = self.entered["/b"]
            if person == self.faults.get("killed"):
                raise KeyboardInterrupt
            if person != self.faults.get("dropped"):
                self.kept.append((self.entered["/a"], person))
            self.state = "kept"
        return done

    def has(self, row: Mapping[str, str]) -> bool:
        return (row["product"], row["person"]) in self.kept


@pytest.fixture
def memory(memory: Memory) -> Memory:
    memory.learn(a_run())
    return memory


def a_run() -> dict[str, Any]:
    page = {"url": "http://app.example/form"}
    fields = [("Article", "lamp"), ("For", "Ann")]
    return {
        "task": 'Keep "lamp" for "Ann"',
        "outcome": "success",
        "judge": "a query",
        "steps": [
            *(
                {
                    "action": "type",
                    "target": {"role": "textbox", "name": name, "tag": "input"},
                    "value": value,
                    "page_before": page,
                }
                for name, value in fields
            ),
            {"action": "click", "target": {"role": "button", "name": "Keep"}},
        ],
    }


def table(folder: Path) -> Path:
    file = folder / "orders.csv"
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, ["product", "person"])
        writer.writeheader()
        writer.writerows(ROWS)
    return file


def test_each_row_is_done_and_told(memory: Memory, tmp_path: Path) -> None:
    form = Form()

    told = memory.run(TASK, table(tmp_path), form, verify=form.has)

    assert (told.done, told.aside) == (3, 0)
    assert form.kept == [(row["product"], row["person"]) for row in ROWS]
    assert all(row.verified for row in told.rows)
    assert told.journal == tmp_path / "orders.journal.jsonl"
    results = told.results
    assert results is not None
    assert "1,red chair,Bob,success" in results.read_text(encoding="utf-8-sig")


def test_a_save_that_is_dropped_is_told_and_the_next_row_begins(
    memory: Memory,
) -> None:
    form = Form(dropped="Cleo")

    told = memory.run(TASK, ROWS, form, verify=form.has)

    assert [row.outcome for row in told.rows] == ["success", "failure", "success"]
    assert told.rows[1].reason == "all was done, but nothing landed"


def test_a_killed_run_goes_on_and_does_no_row_twice(memory: Memory) -> None:
    form = Form(killed="Cleo")
    with pytest.raises(KeyboardInterrupt):
        memory.run(TASK, ROWS, form)
    form.faults.clear()

    told = memory.run(TASK, ROWS, form, resume=True)

    assert [row.outcome for row in told.rows] == ["success", "aside", "success"]
    assert told.rows[1].may_be_done
    assert [person for _, person in form.kept] == ["Bob", "Dan"]

    told = memory.run(TASK, ROWS, form, resume=True, again=[2])

    assert told.done == 3
    assert [person for _, person in form.kept] == ["Bob", "Dan", "Cleo"]


def test_two_rows_that_can_not_begin_end_it_and_are_begun_the_next_time(
    memory: Memory,
) -> None:
    form = Form(login=(2, 3))

    told = memory.run(TASK, ROWS, form)

    assert [row.outcome for row in told.rows] == ["success", "skipped", "skipped"]
    assert told.halted
    assert "could not begin" in told.halted

    told = memory.run(TASK, ROWS, form, resume=True)

    assert told.done == 3


def test_a_row_that_was_tried_is_not_begun_again_though_the_browser_is_gone(
    memory: Memory,
) -> None:
    class Broken(FakeForm):
        def act(self, action: str, element: Any, value: Any, params: Any) -> bool:
            if self.acts:
                raise ConnectionError("the browser is gone")
            super().act(action, element, value, params)
            if action == "click":
                raise ConnectionError("the browser is gone")
            self.acts.clear()
            return True

    people = ["Bob", "Cleo", "Dan"]
    form = Broken({"form": [button(f"/{one}", one) for one in people]})
    press = {"action": "click", "target": {"role": "button", "name": "Ann"}}
    page = {"page_before": {"url": "http://app.example/form"}}
    run = {"task": 'Ring "Ann"', "outcome": "success", "steps": [{**press, **page}]}
    memory.learn(run)

    told = memory.run('Ring "{person}"', [{"person": one} for one in people], form)

    assert told.rows[0].outcome == "aside"
    assert told.rows[0].may_be_done
    assert [row.outcome for row in told.rows[1:]] == ["skipped", "skipped"]


def test_the_page_that_a_row_ends_on_is_never_opened(memory: Memory) -> None:
    run = a_run()
    begin = {"action": "navigate", "value": "http://app.example/form"}
    memory.learn({**run, "steps": [begin, *run["steps"]], "judge": "a person"})
    memory.quarantine(memory.learn(run).experience_id, by="Ann", why="the long one")
    opened: list[str | None] = []

    class Noting(Form):
        def act(self, action: str, element: Any, value: Any, params: Any) -> bool:
            opened.extend([value] if action == "navigate" else [])
            return super().act(action, element, value, params)

    told = memory.run(TASK, ROWS, Noting())

    assert told.done == 3
    assert set(opened) == {"http://app.example/form"}


def test_a_row_whose_values_are_not_surely_bound_is_put_aside(memory: Memory) -> None:
    form = Form()
    odd = {"product": 'a" for "x', "person": "Bob"}

    told = memory.run(TASK, [odd, ROWS[0]], form)

    assert [row.outcome for row in told.rows] == ["aside", "success"]
    assert told.rows[0].reason
    assert not told.rows[0].may_be_done


def test_a_dry_run_says_what_would_be_done_and_does_nothing(memory: Memory) -> None:
    told = memory.run(TASK, ROWS, dry_run=True)

    assert told.rows[0].steps[0] == 'type "red chair" into textbox "Article"'
    assert not told.journal.exists()


def test_a_pattern_is_named_in_the_place_of_a_template(memory: Memory) -> None:
    pattern = memory.patterns()[0]
    names = [slot.name for slot in pattern.slots]
    rows = [dict(zip(names, row.values(), strict=True)) for row in ROWS]
    form = Form()

    told = memory.run(pattern.pattern_id, rows, form)

    assert told.done == 3


def test_a_copy_of_the_site_is_worked_on_where_it_is_shown(memory: Memory) -> None:
    form = Form("http://staging.example/form")

    memory.run(TASK, ROWS, form)

    assert len(form.kept) == 3
    assert form.page() == "http://staging.example/kept"


def test_secrets_of_rows_are_in_no_file(memory: Memory) -> None:
    form = Form()
    rows = [{"product": "s3cr3t-Word9", "person": "Bob"}]
    named = [{"password": row["product"], "person": row["person"]} for row in rows]

    told = memory.run('Keep "{password}" for "{person}"', named, form, verify=lambda: 1)

    assert form.kept == [("s3cr3t-Word9", "Bob")]
    files = [told.journal, told.results]
    assert not any("s3cr3t" in file.read_text("utf-8") for file in files if file)
    assert "s3cr3t" not in told.model_dump_json()


def test_with_asyncio_the_driver_and_the_memory_are_awaited(tmp_path: Path) -> None:
    class Awaited(Form):
        async def act(self, *args: Any) -> bool:  # type: ignore[override]
            return super().act(*args)

    form = Awaited()

    async def main() -> Any:
        opened = AsyncMemory.open(tmp_path / "m", embedder=WordEmbedder())
        async with opened as memory:
            await memory.learn(a_run())
            return await memory.run(TASK, ROWS, form, rate=6_000)

    told = asyncio.run(main())

    assert told.done == 3
