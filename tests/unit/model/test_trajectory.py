"""Trajectories: what is taken, what is refused, and how the refusal reads."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.base import MAX_TASK
from kgmem.model.trajectory import Element, Step, parse_trajectory


def refusal(steps: Any = (), **fields: Any) -> str:
    """The message with which a run is refused."""
    with pytest.raises(InvalidInput) as caught:
        parse_trajectory({"task": "t", "steps": steps, **fields})
    return str(caught.value)


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        ([{"action": "clik"}], "steps[0].action"),
        ([{"action": "click"}, {"action": "click", "target": 5}], "steps[1].target"),
        ([{"action": "click", "target": {"box": {"x": 1}}}], "steps[0].target.box.y"),
        ([{"action": "click", "duration_ms": -1}], "steps[0].duration_ms"),
        ([{"action": "click", "at": "yesterday"}], "steps[0].at"),
        ([{"action": "click", "clicked": True}], "steps[0].clicked: no such field"),
        ("no list", "steps"),
    ],
)
def test_refusal_names_step_and_field(steps: Any, path: str) -> None:
    message = refusal(steps)

    assert path in message


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"task": "  "}, "task: is empty"),
        ({"task": "x" * (MAX_TASK + 1)}, "task: is 20,001 characters long"),
        ({"outcome": "maybe"}, "outcome"),
        ({"score": 1.01}, "score"),
        ({"unheard_of": 1}, "unheard_of: no such field"),
        ({"tags": "one"}, "tags"),
    ],
)
def test_refusal_names_the_field_of_the_run(fields: dict[str, Any], path: str) -> None:
    message = refusal(**fields)

    assert path in message


def test_refusal_does_not_show_the_value() -> None:
    message = refusal([{"action": "type", "value": ["hunter2-Zx9"]}])

    assert "hunter2" not in message


@pytest.mark.parametrize(
    ("wrong", "meant"), [("clik", "click"), ("Type", "type"), ("swype", "swipe")]
)
def test_unknown_action_gets_a_hint(wrong: str, meant: str) -> None:
    message = refusal([{"action": wrong}])

    assert f"did you mean {meant!r}?" in message


@pytest.mark.parametrize("action", ["tool", "custom"])
def test_tool_and_custom_need_a_name(action: str) -> None:
    message = refusal([{"action": action, "params": {"x": 1}}])

    assert "params['name']" in message
    assert Step(action=action, params={"name": "solve"}).params == {"name": "solve"}


@pytest.mark.parametrize("given", [None, "text", 5, ["task"]])
def test_what_is_no_mapping_is_refused(given: Any) -> None:
    with pytest.raises(InvalidInput, match=type(given).__name__):
        parse_trajectory(given)


def test_deep_nesting_is_refused_not_crashed() -> None:
    value: Any = 1
    for _ in range(3_000):
        value = {"a": value}

    message = refusal([{"action": "click", "params": {"a": value}}])

    assert "steps[0].params: is nested more than 100 levels deep" in message


# --- what is taken -------------------------------------------------------------------


def test_short_form_of_an_element() -> None:
    element = Element.model_validate({"id": 3, "type": "button", "label": "设置"})

    assert (element.element_id, element.tag, element.name) == (3, "button", "设置")
    assert element.attributes == {}


def test_extras_become_attributes() -> None:
    element = Element.model_validate(
        {
            "role": "textbox",
            "placeholder": "Query",
            "visible": True,
            "depth": 2,
            "children": [{"tag": "b"}],
            "attributes": {"placeholder": "given ones win"},
        }
    )

    assert element.attributes == {
        "placeholder": "given ones win",
        "visible": "true",
        "depth": "2",
    }


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("nul\x00byte", "nulbyte"),
        ("lone \ud800 half", "lone \ufffd half"),
        ("\ud83d\ude00", "😀"),
        ("tab\tand\nline ‮ 设置", "tab\tand\nline ‮ 设置"),
    ],
)
def test_text_is_cleaned_of_what_no_store_holds(raw: str, clean: str) -> None:
    run = parse_trajectory(
        {
            "task": f"t {raw}",
            "tags": [raw],
            "steps": [
                {
                    "action": "type",
                    "value": raw,
                    "target": {"name": raw, "attributes": {raw: raw}},
                    "params": {"deep": [{raw: raw}]},
                }
            ],
        }
    )

    step = run.steps[0]
    assert step.target is not None
    assert (run.task, run.tags, step.value) == (f"t {clean}", (clean,), clean)
    assert step.target.attributes == {clean: clean}
    assert step.params == {"deep": [{clean: clean}]}


# --- round trip ----------------------------------------------------------------------
