"""What runs have in common, and what is hardly shown by chance."""

import pytest

from kgmem.model.source import ValueSource
from kgmem.paths.reading.agreement import held_by_all, is_telling
from kgmem.paths.reading.known import TaskSaid


@pytest.mark.parametrize("value", ["O-18", "1299.00", "Ann Meyer", "台灯", "express"])
def test_what_is_hardly_there_by_chance(value: str) -> None:
    assert is_telling(value)


@pytest.mark.parametrize("value", ["1", "42", "yes", "no", "ok", "是"])
def test_what_may_be_there_by_chance(value: str) -> None:
    assert not is_telling(value)


def by(*at: str, step: int = 1, kind: str | None = None) -> ValueSource:
    return ValueSource(step=step, kind="field", at=at, kind_of_value=kind)


def test_what_does_not_hold_in_each_run_is_dropped() -> None:
    first = [by("id"), by("items", "[0]", "id")]

    held = held_by_all([first, [by("items", "[0]", "id")]])

    assert held == [by("items", "[0]", "id")]


def test_what_each_task_says_itself_may_differ() -> None:
    runs = [[by("[name=Lamp]", "id")], [by("[name=Chair]", "id")]]

    held = held_by_all(runs, [TaskSaid("the lamp"), TaskSaid("the chair")])

    assert held == [by("[name=Lamp]", "id")]
    assert not held_by_all(runs)


def test_values_of_several_kinds_are_of_any() -> None:
    held = held_by_all([[by("id", kind="code")], [by("id", kind="number")]])

    assert held == [by("id")]
