"""Short ways to write an act."""

from typing import Any

from kgmem_bench.field.scenario import CODEGEN, Act, At, Recorder

BY_VALUE = "an option is told by its value, which is in no task"


def named(role: str, name: str, **where: Any) -> At:
    """An element by its role and its whole name."""
    return At(f'role={role}[name="{name}"s]', **where)


def click(at: At, **how: Any) -> Act:
    return Act("click", at, **how)


def button(name: str, **how: Any) -> Act:
    """A click on a button of this name."""
    return click(named("button", name), **how)


def enter(name: str, value: str, role: str = "textbox") -> Act:
    """A click into a field of this label, and typing."""
    return Act("enter", named(role, name), value)


def choose(name: str, value: str) -> Act:
    """An option of a list, by its label."""
    return Act("choose", named("combobox", name), value)


def press(key: str) -> Act:
    return Act("press", value=key)


def unseen(
    why: str, *recorders: Recorder, codegen: bool = False
) -> dict[Recorder, str]:
    """These recorders don't see it."""
    given = (*recorders, *(CODEGEN if codegen else ()))
    return dict.fromkeys(given, why)
