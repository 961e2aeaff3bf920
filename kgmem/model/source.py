"""Where a run shows a value that a later step of it enters."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from kgmem.model.answer import READS
from kgmem.model.base import Value
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole

SourceKind = Literal["element", "field", "address", "text"]
"""A text of an element, a field of what a tool gave, a part of the page's address, or
a text of the page itself."""


class ValueSource(Value):
    """A place in what a step showed, told without the value that stands there.

    In a pattern its texts may hold `{slot}`: the cell beside the name that the task
    says.
    """

    step: int
    """Number of the step after which it is shown; 0: before the first."""
    kind: SourceKind
    at: tuple[str, ...] = ()
    """Of an element by what it is told, `beside`, and the text; of an answer `cell`,
    the head of its column or its label, the heading above and the cells of its row,
    each behind the head of its column and a tab where there is one, `end` and the
    column of an order, `rows`, or `there`; of a field the keys that lead to it, with
    `[name=Desk lamp]`, `[0]`, `[-1]` or `[*]`, the only one, for an item of a list; of
    an address `after`, and the part before it, or `query`, and the name."""
    role: str | None = None
    """The element's kind."""
    before: str = ""
    """What stands before the value in the text,"""
    after: str | None = ""
    """and after it; None: the value is one word, whatever comes then."""
    transform: str | None = None
    """How what stands there becomes the value, a name of `kgmem.matching.transform`."""
    kind_of_value: str | None = None
    """What a value there is, a name of `kgmem.model.kind.KINDS`: several are told
    apart by it."""
    is_sure: bool = True
    """Is its place more than a number in an order?"""

    def __str__(self) -> str:
        return f"step {self.step}: {self.place}"

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The slots that its texts hold, in a pattern."""
        texts = (*self.at, self.before, self.after or "")
        return tuple(hole for text in texts for hole in templates.holes(text))

    @property
    def place(self) -> str:
        """`cell beside Last order`, `result.items[name=Desk lamp].id`."""
        told = _TOLD[self.kind](self)
        if self.kind == "field" or not (said := self.before.strip()):
            return told
        return f'{told}, after "{said}"'


def reads_in(params: Mapping[str, Any]) -> tuple[ValueSource, ...]:
    """The places that a read step of a pattern or a plan is told by."""
    return tuple(map(ValueSource.model_validate, params.get(READS) or ()))


def _element(source: ValueSource) -> str:
    kind = source.role or "element"
    if not source.at:
        return kind
    if source.at[0] in _AMONG:
        return _AMONG[source.at[0]](kind, *source.at[1:])
    how, text = source.at[0], source.at[1]
    return f"{kind} {text}" if how == "named" else f"{kind} {how} {text}"


def headed_cell(told: str) -> tuple[str, str]:
    """The head that a cell is told to stand under, empty for none, and the cell."""
    return told.rpartition("\t")[::2]


def _cell(kind: str, own: str, under: str, *said: str) -> str:
    told = ", ".join(headed_cell(one)[1] for one in said)
    row = f" in the row of {told}" if said else ""
    return f"{kind} {own}".rstrip() + row + (f", under {under}" if under else "")


def _end(kind: str, own: str, by: str, end: str) -> str:
    told = own.removeprefix("<") if own.startswith("<") else f"{kind} {own}"
    return f"{told} in the row of the {end} {by.removeprefix('<')}"


_AMONG: Mapping[str, Callable[..., str]] = {
    "cell": _cell,
    "end": _end,
    "rows": lambda _, under, *said: _cell("rows", ", ".join(said), under),
    "there": lambda kind, label, under: _cell(kind, label, under),
}


def _field(source: ValueSource) -> str:
    told = "".join(one if one.startswith("[") else f".{one}" for one in source.at)
    return f"result{told}"


def _address(source: ValueSource) -> str:
    how, text = source.at
    return f"the address, {text}=" if how == "query" else f"the address, after {text}/"


def _page(_: ValueSource) -> str:
    return "page"


_TOLD = {
    "element": _element,
    "field": _field,
    "address": _address,
    "text": _page,
}
