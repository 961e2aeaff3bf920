"""Acts that no plan does, several with one call, are learned as the page showed
them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from kgmem import InvalidInput, Plan
from kgmem_agents.mcp.doing import DoTool, do_tool
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.replaying import replay_tool
from tests.unit.replay.form import FakeForm, button, element

PAGES = {
    "list": [button("/new", "New group"), button("/next", "Next")],
    "form": [element("/name", "textbox", "Name"), button("/save", "Save")],
}
LEADS = {("list", ("click", "/new", None)): "form"}
NEW = {"action": "click", "target": {"role": "button", "name": "New group"}}
SAVE = {"action": "click", "target": {"role": "button", "name": "Save"}}
TASK = 'Add the group "Night watch"'


class Form(FakeForm):
    """A form with an address."""

    def address(self) -> str:
        return self.page()

    def readable(self) -> Any:
        """A table of who has how many open tickets."""
        row = {"in row": "/tr[2]"}
        return [
            {"role": "cell", "text": text, "container": ["Ann Lee\t3"]}
            | {"attributes": {**row, "column head": head}}
            for text, head in (("Ann Lee", "Person"), ("3", "Open"))
        ]


@dataclass(frozen=True, slots=True)
class OnForm(DoTool):
    """The tool at a page without a browser."""

    @contextmanager
    def driving(self, plan: Plan) -> Iterator[tuple[Any, Sequence[str]]]:
        yield FORM, ()


FORM = Form(PAGES, LEADS)


@pytest.fixture
def do(monkeypatch: pytest.MonkeyPatch) -> DoTool:
    monkeypatch.setattr(f"{__name__}.FORM", Form(PAGES, LEADS))
    monkeypatch.setattr(
        "kgmem_agents.mcp.doing.shown",
        lambda page: ({"url": page.page()}, [one["name"] for one in page.elements()]),
    )
    made = do_tool("http://127.0.0.1:1", replay_tool("http://127.0.0.1:1"))
    return OnForm(
        made.name, made.description, made.arguments, made.answers, made.browser
    )


def entering(name: str) -> Mapping[str, Any]:
    return {
        "action": "type",
        "target": {"role": "textbox", "name": "Name"},
        "value": name,
    }


def test_what_was_done_by_two_calls_is_a_plan_the_next_time(
    ongoing: Ongoing, do: DoTool
) -> None:
    first = do(ongoing, {"acts": [NEW], "task": TASK, "app": "desk"})
    run_id = first.data["run_id"]
    given = {"acts": [entering("Night watch"), SAVE], "run_id": run_id}
    last = do(ongoing, {**given, "outcome": "success"})

    assert "- Save" in first.text
    assert (first.data["done"], last.data["done"]) == (1, 2)
    found = ongoing.memory.recall('Add the group "Cooks"', app="desk")
    assert found.plan is not None
    assert [step.value for step in found.plan.steps] == [None, "Cooks", None]
    assert found.plan.steps[0].target is not None
    assert found.plan.steps[0].target.path == "/new"


def test_what_is_not_on_the_page_stops_it_and_is_not_learned_as_done(
    ongoing: Ongoing, do: DoTool
) -> None:
    given = {"acts": [NEW, NEW], "task": TASK, "outcome": "success"}

    stopped = do(ongoing, given)

    assert (stopped.data["done"], stopped.data["failed_step"]) == (1, 2)
    assert "Stopped at act 2" in stopped.text
    assert ongoing.memory.recall(TASK).plan is None


def test_a_first_call_without_a_task_does_nothing(ongoing: Ongoing, do: DoTool) -> None:
    with pytest.raises(InvalidInput, match="task"):
        do(ongoing, {"acts": [NEW]})
    with pytest.raises(InvalidInput, match="run_id"):
        do(ongoing, {"acts": [NEW], "run_id": "none"})

    assert FORM.acts == []


def test_the_answer_is_learned_with_where_the_page_says_it(
    ongoing: Ongoing, do: DoTool
) -> None:
    task = 'How many open tickets has "Ann Lee"?'

    do(
        ongoing,
        {"acts": [NEW], "task": task, "app": "desk", "outcome": "success"}
        | {"answer": "3"},
    )

    plan = ongoing.memory.recall(task, app="desk").plan
    assert plan is not None
    (place, *_) = plan.steps[-1].reads["answer"]
    assert place.place == "cell Open in the row of Ann Lee"
