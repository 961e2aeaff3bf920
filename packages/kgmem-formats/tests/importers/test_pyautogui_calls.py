"""Calls of pyautogui's as steps: nothing that was held or pressed is lost."""

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.trajectory import Step
from kgmem_formats.importers.calls import python_calls
from kgmem_formats.importers.pyautogui_calls import HeldHands
from kgmem_formats.importers.steps import Steps


def done(*lines: str) -> list[Step]:
    steps, hands = Steps(), HeldHands()
    for call in python_calls("\n".join(f"pyautogui.{line}" for line in lines)):
        hands.add(steps, call)
    hands.finish()
    return steps.steps


def values(*lines: str) -> list[tuple[str, str | None]]:
    return [(one.action, one.value) for one in done(*lines)]


def test_keys_are_as_often_as_they_were_pressed() -> None:
    assert values("press('tab', presses=2)", "press(['a', 'enter'])") == [
        ("key", "Tab"),
        ("key", "Tab"),
        ("key", "a"),
        ("key", "Enter"),
    ]


def test_chords_in_both_ways() -> None:
    assert values("hotkey('ctrl', 's')") == [("key", "Control+s")]
    assert values("keyDown('ctrl')", "press('c')", "keyUp('ctrl')") == [
        ("key", "Control+c")
    ]
    assert values("keyDown('enter')", "keyUp('enter')") == [("key", "Enter")]


def test_a_click_keeps_its_button_and_what_is_held() -> None:
    (right,) = done("rightClick(3, 4)")
    _, held = done("click(3, 4, button='left')", "doubleClick((5, 6))")
    (several,) = done("keyDown('shift')", "click(7, 8)", "keyUp('shift')")

    assert (right.action, right.params) == ("click", {"button": "right"})
    assert held.action == "double_click"
    assert several.params == {"modifiers": ["Shift"]}


def test_a_mouse_that_is_let_go_elsewhere_has_dragged() -> None:
    (step,) = done("mouseDown(1, 2)", "moveTo(5, 6)", "mouseUp()")

    assert step.action == "drag"
    assert step.destination is not None
    assert step.destination.box is not None
    assert (step.destination.box.x, step.destination.box.y) == (5, 6)


def test_the_way_of_a_wheel() -> None:
    ways = [one.params for one in done("scroll(-3)", "hscroll(2)", "vscroll(1)")]

    assert ways == [{"direction": "down"}, {"direction": "right"}, {"direction": "up"}]


@pytest.mark.parametrize(
    "line",
    [
        "tripleClick(1, 2)", "moveRel(1, 2)", "click(x)", "fly()", "keyUp('ctrl')",
        "mouseDown(1, 2)", "keyDown('ctrl')", "click(1, 2, force=True)", "dragTo(1, 2)",
    ],
)  # fmt: skip
def test_what_can_not_be_kept_is_refused(line: str) -> None:
    with pytest.raises(InvalidInput):
        done(line)
