"""Lists in pages: so many, and behind which one the next page begins."""

import base64
import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel

from kgmem import InvalidInput, Memory
from kgmem.ports import Row
from kgmem.serving import GraphStore, moment_of

MOST = 200
"""Lines of a page."""
Limit = Annotated[int, Query(ge=1, le=MOST)]
After = Annotated[str | None, Query(max_length=2_000)]
"""The `next` of the page before."""
Said = Annotated[str | None, Query(max_length=2_000)]
"""A text to look for."""
MOST_NUMBER = 2**63
T = TypeVar("T")
Key = tuple[Any, ...]


class Paged(BaseModel, Generic[T]):
    """Some of a list."""

    items: list[T]
    next: str | None = None
    """The `after` of the next page; None: this is the last one."""


def store_of(memory: Memory) -> GraphStore:
    """The graph of a memory."""
    return memory._open.store


def timed(row: Row, *names: str) -> dict[str, Any]:
    """The row with moments in these columns."""
    return {**row, **{name: moment_of(row.get(name)) for name in names}}


def page_of(
    rows: Sequence[Row], limit: int, made: Callable[[Row], T], key: Sequence[str]
) -> Paged[T]:
    """A page of these rows, one more of which were asked for than it has; `key` are
    the columns that they are ordered by."""
    shown = rows[:limit]
    more = len(rows) > limit
    last = tuple(shown[-1][name] for name in key) if more else None
    return Paged(items=list(map(made, shown)), next=last and place_text(last))


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
