"""The step that commits is the one that is pressed when the task's values are in."""

import pytest

from kgmem.model.keys.table_rows import IN_ROW
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.recall.unsettled.commit import commit, held
from kgmem.recall.unsettled.open_words import Open


def press(name: str, role: str = "button", **more: object) -> PlanStep:
    target = Element(role=role, name=name)
    return PlanStep.model_validate(
        {"n": 1, "action": "click", "target": target, **more}
    )


def enter(name: str, value: str) -> PlanStep:
    return PlanStep(
        n=1, action="type", target=Element(role="textbox", name=name), value=value
    )


def in_row(name: str, row: str) -> PlanStep:
    target = Element(role="button", name=name, container=(row,), locators=(IN_ROW,))
    return PlanStep(n=1, action="click", target=target, varies=True)


LOGIN = (enter("User", "desk"), press("Log in"))
PASSWORD = PlanStep(
    n=1,
    action="type",
    target=Element(role="textbox", name="P", attributes={"type": "password"}),
    value="x",
)
SECOND = (press("Tickets", "link"), enter("Note", "See Ann"), press("Save"))


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (
            (*LOGIN, press("New"), enter("Name", "Ann"), press("Keep"), press("Close")),
            4,
        ),
        ((*LOGIN, enter("Name", "Ann"), press("Urgent", "checkbox"), press("Keep")), 4),
        ((*LOGIN, in_row("Archive", "Ann"), press("Close")), 2),
        ((*LOGIN, in_row("Edit", "Ann"), enter("Phone", "1"), press("Keep")), 4),
        ((*LOGIN, press("Ann", "link", varies=True), press("Archive")), 3),
        ((press("Pay", irreversible=True), enter("Name", "Ann"), press("Keep")), 0),
        ((*LOGIN, enter("Name", "Ann and call Bob"), press("Keep")), 2),
        ((*LOGIN, press("Start")), 2),
        ((*LOGIN, enter("Name", "Ann"), press("Save"), *SECOND), 3),
        ((*LOGIN, enter("Name", "Ann"), press("Search"), *SECOND), 6),
        ((enter("Name", "Ann"), PASSWORD, press("Log in"), *SECOND), 5),
        ((enter("User", "desk"), press("Save"), *SECOND), 4),
        ((enter("Find", "Ann"), press("Go"), press("Create it"), *SECOND), 5),
    ],
)
def test_it_is_told_before_what_is_pressed_when_all_values_are_in(
    path: tuple[PlanStep, ...], place: int
) -> None:
    def uses(step: PlanStep) -> bool:
        return step.varies or "Ann" in (step.value or "")

    at = commit(path, ["and call Bob"], uses)
    told = held(path, Open(("and call Bob",), ("ring",)), uses)

    assert at == place
    assert [bool(one.further) for one in told].index(True) == place
    assert told[place].reworded == ("ring",)


def test_nothing_open_changes_no_step() -> None:
    assert held(LOGIN, Open(), lambda _: True) is LOGIN
