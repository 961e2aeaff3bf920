"""Lists in pages: so many, and behind which one the next page begins."""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query
from pydantic import BaseModel

from kgmem import InvalidInput, Memory
from kgmem.ports import Row
from kgmem.serving import GraphStore, moment_of

MOST = 200
"""Lines of a page."""
Said = Annotated[str | None, Query(max_length=2_000)]
"""A text to look for."""
Words = Annotated[str | None, Query(max_length=500)]
"""Words in a name."""
MOST_NUMBER = 2**63
Key = tuple[Any, ...]
Order = Sequence[tuple[str, str, type]]
"""The columns that lines are ordered by, each with the parameter that says behind which
of its values a page begins, and their type."""


@dataclass(frozen=True, slots=True)
class AskedPage:
    """How much of a list is asked for, and from where on."""

    limit: Annotated[int, Query(ge=1, le=MOST)] = 50
    after: Annotated[str | None, Query(max_length=2_000)] = None
    """The `next` of the page before."""


Page = Annotated[AskedPage, Depends()]


class Paged(BaseModel):
    """Some of a list."""

    items: list[Any]
    next: str | None = None
    """The `after` of the next page; None: this is the last one."""


def store_of(memory: Memory) -> GraphStore:
    """The graph of a memory."""
    return memory._open.store


def line_of(row: Row) -> Row:
    """The row; its moments, which a store keeps in milliseconds, as moments."""
    return {
        name: moment_of(value)
        if isinstance(value, int) and (name == "at" or name.endswith("_at"))
        else value
        for name, value in row.items()
    }


@dataclass(frozen=True, slots=True)
class PagedQuery:
    """A named query of the graph that gives a list."""

    name: str
    order: Order
    line: Callable[[Row], Any] = line_of
    """Makes a line of a row."""

    def page(self, memory: Memory, page: AskedPage, **asked: Any) -> Paged:
        """The page that is asked for."""
        place = place_of(page.after, *(kind for *_, kind in self.order))
        begin = place or (None,) * len(self.order)
        names = (parameter for _, parameter, _ in self.order)
        asked |= {**dict(zip(names, begin, strict=True)), "limit": page.limit + 1}
        rows = store_of(memory).read(self.name, space=memory.space, **asked)
        return page_of(
            rows, page.limit, self.line, [column for column, *_ in self.order]
        )


def page_of(
    rows: Sequence[Row], limit: int, line: Callable[[Row], Any], key: Sequence[str]
) -> Paged:
    """A page of these rows, one more of which were asked for than it has; `key` are
    the columns that they are ordered by."""
    last = tuple(rows[limit - 1][name] for name in key) if len(rows) > limit else None
    return Paged(items=list(map(line, rows[:limit])), next=last and place_text(last))


def newest(moment: str, key: str) -> Order:
    """The order of a list by the column `moment`, and then by `key`."""
    return (moment, "at", int), (key, "after", str)


def by_name(key: str) -> Order:
    """The order of a list by name, and then by the column `key`."""
    return ("name", "behind", str), (key, "after", str)


def words_of(said: str | None) -> str | None:
    """Words as names are compared with them."""
    return said.strip().lower() or None if said else None


def place_text(key: Key) -> str:
    """The place behind a line, as one word."""
    told = json.dumps(key, ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(told).decode().rstrip("=")


def place_of(after: str | None, *types: type) -> Key | None:
    """The place that a word stands for: values of these types. Raises InvalidInput."""
    if after is None:
        return None
    try:
        padded = after.encode("ascii") + b"=" * (-len(after) % 4)
        key = tuple(json.loads(base64.urlsafe_b64decode(padded)))
        if len(key) == len(types) and all(map(_is_place, key, types)):
            return key
    except (ValueError, TypeError, RecursionError):
        pass
    raise InvalidInput("after: the `next` of a page of this list is needed")


def _is_place(value: Any, kind: type) -> bool:
    """Is this a value of the kind that a store can compare? A number has 64 bits."""
    if kind is int:
        return type(value) is int and -MOST_NUMBER <= value < MOST_NUMBER
    return isinstance(value, kind)
