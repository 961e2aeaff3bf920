"""What a step brought about."""

from typing import Any

import pytest

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Mark, Page, Step
from kgmem.paths.came import came_of, is_done


def pressed(after: str, head: str = "Settings") -> Step:
    switch = Element(role="switch", attributes={"aria-checked": "false"})
    before = Page(title="App", head=head, asks_password=False)
    turned = {"aria-checked": after} if after else {}
    return Step(
        action="click",
        target=switch,
        page_before=before,
        page_after=Page(turned=turned),
    )


def test_what_all_runs_of_a_step_agree_on_is_expected() -> None:
    alike = came_of([pressed("true"), pressed("true")], "a.example/")
    apart = came_of([pressed("true"), pressed("", "Hello Ann")], None)

    assert alike is not None
    assert alike.url_template == "a.example/"
    assert alike.stands == {"aria-checked": ("false", "true")}
    assert alike.on == Page(title="App", head="Settings")
    assert apart is None


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ([{"alert": "To Ann"}, {"alert": "To Bo"}], ("To Ann", "To Bo")),
        ([{"status": "Lent"}, {"status": "3 left Lent now"}], ("", "Lent", "Lent now")),
        ([{"status": "3 left"}], ("",)),
        ([{"alert": "To Ann"}, {"asks_password": None}], ()),
    ],
)
def test_what_the_page_said_in_each_run_is_known(
    after: list[dict[str, Any]], said: tuple[str, ...]
) -> None:
    steps = [
        Step(
            action="click",
            page_before=Page(status="3 left"),
            page_after=Page(**{"asks_password": False, **one}),
        )
        for one in after
    ]

    expected = came_of(steps, "a.example/")

    assert expected is not None
    assert expected.alerts == said


@pytest.mark.parametrize(("times", "is_counted"), [((1, 1), False), ((1, 3), True)])
def test_a_number_is_clicked_up_where_a_run_needed_several_clicks(
    times: tuple[int, ...], is_counted: bool
) -> None:
    marks = [Mark(kind="#", at="/n", nth=0, of=1, turns="up", times=n) for n in times]
    steps = [Step(action="click", page_before=Page(marks=(one,))) for one in marks]

    expected = came_of(steps, "a.example/")

    assert expected is not None
    assert bool(expected.marks) is is_counted


@pytest.mark.parametrize(
    ("was", "now", "done"),
    [
        ("false", "true", True),
        (None, "true", True),
        ("false", "false", False),
        ("true", "true", False),
    ],
)
def test_an_option_that_is_chosen_is_not_pressed_again(
    was: str | None, now: str, done: bool
) -> None:
    def option(told: str | None) -> Element:
        attributes = {"aria-selected": told} if told else {}
        return Element(role="option", name="Jazz", attributes=attributes)

    step = PlanStep(n=1, action="click", target=option(was))

    assert is_done(step, option(now)) is done
