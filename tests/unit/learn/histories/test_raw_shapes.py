"""Histories in the shapes of known agents, and what is not understood."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import InvalidInput
from kgmem.learn.histories.described import element_in_words
from kgmem.learn.histories.read import read_history
from kgmem.model.trajectory import Box, Element, Step

FILE = Path(__file__).parents[3] / "fixtures" / "histories" / "agents.json"
SHAPES = json.loads(FILE.read_text(encoding="utf-8"))
TAKEN, REFUSED = SHAPES["understood"], SHAPES["refused"]


def in_short(step: Step) -> dict[str, Any]:
    target = step.target or Element()
    box = target.box
    known = {
        "action": step.action,
        "name": target.name,
        "role": target.role,
        "id": target.element_id,
        "css": target.locators[0].value if target.locators else None,
        "at": [box.x, box.y] if box else None,
        "value": step.value,
        "tool": step.params["name"] if step.action in ("tool", "custom") else None,
    }
    return {key: value for key, value in known.items() if value is not None}


@pytest.mark.parametrize("case", TAKEN, ids=lambda case: case["name"])
def test_a_history_of_a_known_agent_is_understood(case: dict[str, Any]) -> None:
    found = read_history(
        case["history"], is_successful=True, source_task_id="r", task=case["task"]
    )

    assert [in_short(step) for step in found.trajectory.steps] == case["steps"]
    assert [index for index, _ in found.aside] == case["no_step"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_what_is_not_understood_is_refused_by_name(case: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_history(case["history"], is_successful=True, source_task_id="r", task="t")

    told = str(refused.value)
    assert case["says"] in told
    assert f"[{case['index']}]" in told or "none of its" in told
    assert "understood are: " in told


def test_a_refusal_tells_no_value() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_history(
            [{"pass_phrase": "hunter2 hunter2"}],
            is_successful=True,
            source_task_id="r",
            task="t",
        )

    assert "hunter2" not in str(refused.value)


def test_a_failure_may_have_done_nothing() -> None:
    found = read_history(
        [{"thought": "I can't"}], is_successful=False, source_task_id="r", task="t"
    )

    assert found.trajectory.steps == ()
    assert found.told() == "0 steps of 1 entries (no step: words: 0)"


@given(
    st.lists(st.sampled_from(TAKEN), min_size=1, max_size=3),
    st.sampled_from([{"foo": 1}, {"what": "click", "where": "a"}, {"x": {"y": 2}}]),
    st.data(),
)
def test_one_entry_that_is_not_understood_refuses_the_whole(
    cases: list[dict[str, Any]], strange: dict[str, Any], data: st.DataObject
) -> None:
    history = [entry for case in cases for entry in case["history"]]
    place = data.draw(st.integers(0, len(history)))
    history.insert(place, strange)

    with pytest.raises(InvalidInput, match=rf"raw_history\[{place}\]"):
        read_history(history, is_successful=True, source_task_id="r", task="t")


@pytest.mark.parametrize(
    ("words", "element"),
    [
        ("Search button", Element(name="Search", role="button")),
        ("the 'Next' link", Element(name="Next", role="link")),
        ("link that says “Next page”", Element(name="Next page")),
        ("button", Element(role="button")),
        ("登录按钮", Element(name="登录", role="button")),
        ("“提交”按钮", Element(name="提交", role="button")),
        ("搜索框", Element(name="搜索框")),
        ("gear icon", Element(name="gear icon")),
        ("element 12", Element(element_id="12")),
        ("[12]", Element(element_id="12")),
        ("12号元素", Element(element_id="12")),
        ("编号为12的元素", Element(element_id="12")),
        ("(30, 40)", Element(box=Box(x=30, y=40, width=0, height=0))),
        ("坐标(30, 40)", Element(box=Box(x=30, y=40, width=0, height=0))),
        ("it", None),
        ("the second result", None),
        ("第二个商品", None),
    ],
)
def test_an_element_in_a_sentence(words: str, element: Element | None) -> None:
    assert element_in_words(words) == element
