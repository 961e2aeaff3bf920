"""What a person can settle."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kgmem.ports import Row
from kgmem.serving import GraphStore

Sort = Literal[
    "unjudged", "plans", "patterns", "slots", "facts", "withheld", "withheld_patterns"
]


@dataclass(frozen=True, slots=True)
class _Asked:
    """How one sort is read."""

    query: str
    order: tuple[str, ...]
    """The columns that its lines are ordered by."""
    place: tuple[str, ...]
    """The parameters that say behind which values of them a page begins."""


SORTS: Mapping[Sort, _Asked] = {
    "unjudged": _Asked("viewed_open_runs", ("at", "id"), ("at", "after")),
    "plans": _Asked("viewed_troubles", ("at", "report_id"), ("at", "after")),
    "patterns": _Asked("viewed_new_patterns", ("id",), ("after",)),
    "slots": _Asked("viewed_ungrounded", ("id",), ("after",)),
    "facts": _Asked("viewed_conflicts", ("id", "other_id"), ("one", "after")),
    "withheld": _Asked("viewed_withheld_runs", ("at", "id"), ("at", "after")),
    "withheld_patterns": _Asked("viewed_withheld_patterns", ("id",), ("after",)),
}


@dataclass(frozen=True, slots=True)
class Questions:
    """Reads what is open in a space."""

    store: GraphStore
    space: str

    def of(self, sort: Sort, after: tuple[Any, ...] | None, limit: int) -> list[Row]:
        """Questions of a sort behind a place, so many."""
        asked = SORTS[sort]
        place = dict(zip(asked.place, after or (None,) * len(asked.place), strict=True))
        return self.store.read(asked.query, space=self.space, limit=limit, **place)

    def open(self, sort: Sort, most: int) -> int:
        """How many of a sort are open, counted up to `most`."""
        return len(self.of(sort, None, most))
