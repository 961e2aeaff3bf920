"""A person's way through an application, told by what things are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgmem_bench.pages.driver import ActKind, ElementDict, View

Values = Mapping[str, str]
"""What one task is about, by name."""


@dataclass(frozen=True, slots=True)
class Move:
    """Something to do on a page; `name`, `near` and `value` may hold a `{value}`."""

    kind: ActKind
    role: str
    name: str = ""
    value: str | None = None
    near: str = ""
    """Stands in the nearest text around it."""
    times: str = "1"
    """How often it is done, one time after the other."""

    def with_values(self, values: Values) -> "Move":
        """The same with the values put in."""
        value = None if self.value is None else self.value.format(**values)
        name, near = self.name.format(**values), self.near.format(**values)
        return Move(self.kind, self.role, name, value, near)

    def each(self, values: Values) -> "list[Move]":
        """The same, as often as it is done, with the values put in."""
        return [self.with_values(values)] * int(self.times.format(**values))

    def find(self, view: View) -> int:
        """The place of its element in the view, the first where several fit. Raises
        LookupError."""
        for index, element in enumerate(view.elements):
            if self._fits(element):
                return index
        raise LookupError(f"not on the page: {self}")

    def _fits(self, element: ElementDict) -> bool:
        around = " ".join(" ".join(element["container"][:1]).split())
        return (
            element["role"] == self.role
            and (element["name"] or "").casefold() == self.name.casefold()
            and self.near.casefold() in around.casefold()
        )


@dataclass(frozen=True, slots=True)
class Way:
    """How a kind of task is done, and what a newcomer did besides."""

    path: Sequence[Move]
    """The shortest."""
    detours: Mapping[int, Sequence[Move]]
    """Moves that came before the path's move of this place."""

    def walked(self, values: Values, practice: int = 0) -> list[Move]:
        """The walk of somebody who did such a task `practice` times before: all
        detours the first time, the first of them the second time, then none."""
        taken = sorted(self.detours)[: (None, 1, 0)[min(practice, 2)]]
        moves: list[Move] = []
        for place, move in enumerate(self.path):
            moves += [*(self.detours[place] if place in taken else ()), move]
        return [one for move in moves for one in move.each(values)]


def click(role: str, name: str = "", near: str = "") -> Move:
    """Click what is called so."""
    return Move("click", role, name, near=near)


def link(name: str, near: str = "") -> Move:
    """Follow the link."""
    return click("link", name, near)


def button(name: str, near: str = "") -> Move:
    """Press the button."""
    return click("button", name, near)


def enter(value: str, name: str = "", near: str = "") -> Move:
    """Type into the field, over what stands there."""
    return Move("type", "textbox", name, value, near)


def choose(value: str, name: str = "", near: str = "") -> Move:
    """Choose an option of the list."""
    return Move("select", "combobox", name, value, near)
