"""`learn_from`: formats, what the caller says, what is refused, readers of others."""

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from kgmem import ImportedRun, InvalidInput, Memory, RefusedPart, Source
from kgmem.learn.importing import flow, registry
from tests.importers.conftest import FORMATS

PEOPLE = """- table [ref=e3]:
  - row "Person Open" [ref=e5]:
    - columnheader "Person" [ref=e6]
    - columnheader "Open" [ref=e7]
  - row "Ann Lee 3" [ref=e9]:
    - cell "Ann Lee" [ref=e10]
    - cell "3" [ref=e12]
  - row "Bob Ray 5" [ref=e13]:
    - cell "Bob Ray" [ref=e14]
    - cell "5" [ref=e15]
"""
CLICK = {"action": "click", "target": {"role": "button", "name": "Go"}}


class TwoLines:
    """A reader of a package of its own: each line is a button that was clicked."""

    name = "two-lines"
    title = "Names of buttons"

    def recognizes(self, source: Source) -> str | None:
        return "it begins with BUTTONS" if source.head.startswith(b"BUTTONS") else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        names = source.text().splitlines()[1:]
        steps = [{"action": "click", "target": {"name": name}} for name in names]
        yield ImportedRun({"task": "Click them", "steps": steps}, source.name)


two_lines = TwoLines()


@pytest.fixture
def third_party(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that names a reader."""
    points = dict(registry._points())
    for name, at in {"two-lines": f"{__name__}:two_lines", "gone": "no.such:x"}.items():
        points[name] = EntryPoint(name, at, registry.GROUP)
    monkeypatch.setattr(registry, "_points", lambda: points)
    monkeypatch.setattr(EntryPoint, "load", _loaded)


_load = EntryPoint.load

SHOP, POPUP = "http://shop.example/main", "http://shop.example/popu"


def _loaded(point: EntryPoint) -> Any:
    return two_lines if point.name == "two-lines" else _load(point)


def test_a_reader_of_another_package_is_found_by_content(
    third_party: None, memory: Memory, tmp_path: Path
) -> None:
    file = tmp_path / "buttons.txt"
    file.write_text("BUTTONS\nOpen\nSave\n")

    receipt = memory.learn_from(file)

    assert (receipt.format, receipt.because) == ("two-lines", "it begins with BUTTONS")
    (item,) = receipt.report.items
    steps = memory.experience(item.experience_id).steps
    assert [step.target.name for step in steps if step.target] == ["Open", "Save"]


def test_an_unknown_format_names_the_known_ones(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("Roses are red\n")

    with pytest.raises(InvalidInput, match=r"of no known format.*browser-use"):
        memory.learn_from(file)
    with pytest.raises(InvalidInput, match=r"no reader is called 'poem'.*auto"):
        memory.learn_from(file, "poem")
    with pytest.raises(InvalidInput, match="no such file"):
        memory.learn_from(tmp_path / "missing.json")


def test_what_the_caller_says_holds_where_the_source_is_silent(memory: Memory) -> None:
    said = {"task": "Order it", "app": "shop", "outcome": "success"}

    silent = memory.learn_from(FORMATS / "codegen.jsonl", **said)
    telling = memory.learn_from(FORMATS / "mobilerun", **{**said, "outcome": "failure"})

    (run,) = [memory.experience(i.experience_id) for i in silent.report.items]
    assert (run.outcome, run.task) == ("success", "Order it")
    (told,) = [memory.experience(i.experience_id) for i in telling.report.items]
    assert told.outcome == "success"


def test_a_task_is_for_the_run_that_is_called_so(memory: Memory) -> None:
    receipt = memory.learn_from(FORMATS / "selenium_ide.side", task="order a  LAMP")

    (item,) = receipt.report.items
    steps = memory.experience(item.experience_id).steps
    assert {step.target.label() for step in steps if step.target} >= {"article"}
    assert flow.ANOTHER in [part.reason for part in receipt.refused]


@pytest.mark.parametrize("said", ["success", "unknown", None])
def test_a_run_with_a_refused_step_is_no_success_whatever_is_said(
    memory: Memory, said: str | None
) -> None:
    flow_of = {"title": "Go", "steps": [{"type": "navigate", "url": "https://a.example"},
                                        {"type": "somersault"}]}  # fmt: skip

    receipt = memory.learn_from(flow_of, outcome=said)

    (item,) = receipt.report.items
    assert memory.experience(item.experience_id).outcome == "unknown"
    assert receipt.refused[0].place == "object: steps[1]"


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_chat_that_is_cut_off_is_no_success(
    memory: Memory, tmp_path: Path, is_cut: bool
) -> None:
    called = {"name": "browser_click", "arguments": '{"element": "Go", "ref": '}
    call = {"id": "1", "type": "function", "function": called}
    chat = [
        {"role": "user", "content": "Go"},
        {"role": "assistant", "tool_calls": [call]},
    ]
    text = json.dumps(chat)
    file = tmp_path / "chat.json"
    file.write_text(text[: len(text) // 2] if is_cut else text)

    receipt = memory.learn_from(file, "tool-calls", app="shop", outcome="success")

    (item,) = receipt.report.items
    run = memory.experience(item.experience_id)
    assert (run.outcome, run.steps) == ("unknown", ())
    assert len(receipt.refused) == 1


@pytest.mark.parametrize("rest", ['{"task": "Open the bag", "steps": [', "not JSON"])
@pytest.mark.parametrize("size", [1, 100_000])
def test_a_line_that_is_cut_off_is_told(
    memory: Memory, tmp_path: Path, rest: str, size: int
) -> None:
    run = {"task": "Go", "steps": [{**CLICK, "thought": "a" * size}]}
    file = tmp_path / "runs.jsonl"
    file.write_text(f"{json.dumps(run)}\n{rest}")

    receipt = memory.learn_from(file)

    assert receipt.report.stored == 1
    assert [part.place for part in receipt.refused] == ["runs.jsonl:2"]


def test_own_runs_are_read_too(memory: Memory) -> None:
    runs = [{"task": "Go", "steps": [CLICK], "outcome": "success"}, {"task": 5}]

    receipt = memory.learn_from(runs)

    assert receipt.format == "kgmem"
    assert (receipt.report.stored, receipt.report.failed) == (1, 1)
    assert receipt.refused[0].place == "object: [1]"


def test_what_a_chat_answers_at_its_end_is_read_where_the_last_page_says_it(
    memory: Memory,
) -> None:
    def call(key: str, name: str, **given: str) -> dict[str, Any]:
        use = {"type": "tool_use", "id": key, "name": name, "input": given}
        return {"role": "assistant", "content": [use]}

    def gave(key: str, said: str) -> dict[str, Any]:
        result = {"type": "tool_result", "tool_use_id": key, "content": said}
        return {"role": "user", "content": [result]}

    server, people = "mcp__playwright__browser_", "https://desk.example/people"
    chat = [
        {"role": "user", "content": 'How many open tickets has "Ann Lee"?'},
        call("c1", f"{server}navigate", url=people),
        gave("c1", f"- Page URL: {people}\n{PEOPLE}"),
        {"role": "assistant", "content": "Ann Lee has 3 open tickets."},
    ]

    memory.learn_from({"messages": chat}, app="desk", outcome="success")

    plan = memory.recall('How many open tickets has "Ann Lee"?', app="desk").plan
    assert plan is not None
    assert not plan.answer_is_own
    (place, *_) = plan.steps[-1].reads["answer"]
    assert place.place == "cell Open in the row of Ann Lee"
