"""A run as rows and back again."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.graph.read_rows import step_of, with_elements
from kgmem.graph.rows import (
    MAX_PAGE_ELEMENTS,
    RunToStore,
    rows_of,
)
from kgmem.model.action import ACTIONS
from kgmem.model.trajectory import Box, Element, Locator, Page, Step, Trajectory

NOW = datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)
SEARCH = Element(role="textbox", name="Search")
GO = Element(role="button", name="Go")


def run(*steps: Step, **fields: Any) -> RunToStore:
    trajectory = Trajectory(
        task="Find a mouse", steps=steps, **{"app": "shop", **fields}
    )
    return RunToStore("space", trajectory, "run-1", NOW, decision_points={0: "search"})


class Node(dict[str, Any]):
    """Properties as a graph gives them back: one that was not written is null."""

    def __missing__(self, name: str) -> None:
        return None


def back(step: Step) -> Step:
    """The step after a trip through its row, page elements included."""
    (row,) = rows_of(run(step)).steps
    node = Node(row["props"])
    return with_elements(step_of(node), node["page_elements"])


FULL = Step(
    action="type",
    target=Element(
        element_id=7,
        role="textbox",
        name="标题",
        attributes={"id": "title", "data-x": "1"},
        locators=(Locator(kind="css", value="#title"),),
        container=("New ticket", "Trac"),
        ordinal=2,
        box=Box(x=1, y=2.5, width=3, height=4),
    ),
    value="a \"quoted\" {brace} 'n' 😀 $x \\ \n line",
    params={"clear": True, "nested": {"k": [1, 2.5, None, "v"]}},
    page_before=Page(
        url="https://x.example/new", elements=(SEARCH, GO), stats={"n": 2}
    ),
    page_after=Page(title="Done", elements=(GO,), screenshot_ref="shot.png"),
    effect=False,
    success=True,
    error="",
    thought="想一想",
    duration_ms=12,
    at=NOW,
)


@pytest.mark.parametrize(
    "step",
    [
        FULL,
        Step(action="back"),
        Step(action="click", target=Element()),
        Step(action="click", page_before=Page()),
        Step(action="click", page_after=Page(elements=(GO,))),
        Step(action="type", value=""),
        Step(action="click", target=Element(element_id="7")),
    ],
)
def test_step_comes_back_from_its_row(step: Step) -> None:
    assert back(step) == step


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)
ELEMENTS = st.builds(
    Element,
    element_id=st.none() | TEXT | st.integers(),
    name=st.none() | TEXT,
    attributes=st.dictionaries(TEXT, TEXT, max_size=2),
    container=st.lists(TEXT, max_size=2).map(tuple),
)
PAGES = st.builds(
    Page, url=st.none() | TEXT, elements=st.lists(ELEMENTS, max_size=3).map(tuple)
)


@given(
    st.builds(
        Step,
        action=st.sampled_from([a for a in ACTIONS if a not in ("tool", "custom")]),
        target=st.none() | ELEMENTS,
        value=st.none() | TEXT,
        page_before=st.none() | PAGES,
        page_after=st.none() | PAGES,
        effect=st.none() | st.booleans(),
    )
)
def test_any_step_comes_back_from_its_row(step: Step) -> None:
    assert back(step) == step


def test_rows_hold_only_what_a_graph_can_store() -> None:
    rows = rows_of(run(FULL, Step(action="wait")))

    nodes = [rows.task["props"], rows.experience["props"], *rows.pages.values()]
    nodes += [row["props"] for row in [*rows.steps, *rows.elements.values()]]
    for props in nodes:
        for value in props.get("props", props).values():
            items = value if isinstance(value, list) else [value]
            assert all(isinstance(i, str | int | float | None) for i in items)


def test_other_space_shares_no_id() -> None:
    trajectory = run(Step(action="click", target=GO)).trajectory

    mine = rows_of(RunToStore("a", trajectory, "r", NOW))
    theirs = rows_of(RunToStore("b", trajectory, "r", NOW))

    assert mine.task["task_id"] != theirs.task["task_id"]
    assert mine.experience["experience_id"] != theirs.experience["experience_id"]
    assert set(mine.elements).isdisjoint(theirs.elements)
    assert set(mine.pages).isdisjoint(theirs.pages)
    assert mine.app != theirs.app


def test_long_page_is_cut() -> None:
    many = tuple(Element(name=str(n)) for n in range(MAX_PAGE_ELEMENTS + 1))
    step = Step(action="click", page_before=Page(elements=many))

    (row,) = rows_of(run(step)).steps

    before, after = json.loads(row["props"]["page_elements"])
    assert (len(before), after) == (MAX_PAGE_ELEMENTS, [])
