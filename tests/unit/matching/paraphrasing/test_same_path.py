"""Paths that do the same to the same elements."""

import pytest

from kgmem.matching.paraphrasing.same_path import does_the_same
from kgmem.model.pattern import PatternStep
from kgmem.model.plan import Need
from kgmem.model.trajectory import Element


def click(name: str, role: str = "button", need: Need = "required") -> PatternStep:
    target = Element(role=role, name=name)
    return PatternStep(n=1, action="click", target=target, need=need)


OPEN, SAVE = click("Open"), click("Save")


@pytest.mark.parametrize(
    "other",
    [
        [click("open"), click("Save")],
        [click("{page}"), click("Save")],
        [click("Open"), click("Details", need="optional"), click("Save")],
    ],
)
def test_said_names_and_what_can_go_make_no_difference(
    other: list[PatternStep],
) -> None:
    assert does_the_same([OPEN, SAVE], other)


@pytest.mark.parametrize(
    "other",
    [
        [],
        [click("Open")],
        [click("Open"), click("Delete")],
        [click("Open"), click("Save", role="link")],
        [click("Open"), PatternStep(n=2, action="key", value="Enter")],
    ],
)
def test_other_steps_do_something_else(other: list[PatternStep]) -> None:
    assert not does_the_same([OPEN, SAVE], other)


def test_no_step_does_the_same_as_none() -> None:
    assert not does_the_same([], [])
