"""What search and recall find in the graph, each with what stands of it there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from kgmem.graph.facts.fact_row import FactRow
from kgmem.ports import Row

OF_ENTITY = 64
"""Facts over one entity, and statements of one subject and predicate, that are read."""

Kind = Literal["chunk", "fact", "task", "message", "event", "profile"]

ToldOfChunk = tuple[
    str, str, Sequence[str] | None, str | None, str | None, str, int, int | None
]
"""What the queries `reached_…` tell of a part of a document, in their order: a map for
each would take longer to read than all else."""


class Beside(NamedTuple):
    """A message next to one that was found."""

    n: int
    """Its place in the conversation."""
    role: str
    text: str
    """Its beginning."""


class Item(NamedTuple):
    """Something that can be found, as it stands in the graph. A tuple: hundreds are
    made for a search."""

    kind: Kind
    id: str
    text: str
    app: str | None = None
    source: str | None = None
    at: int | None = None
    """When it was written, in milliseconds."""
    headings: Sequence[str] = ()
    """That a part of a document stands under."""
    document_id: str | None = None
    n: int = 0
    """Its place in its document or conversation, from 0."""
    keywords: Sequence[str] = ()
    """Of a fact, as its confidence is, and when it holds, in milliseconds."""
    confidence: float | None = None
    valid_from: int | None = None
    valid_to: int | None = None
    closed_at: int | None = None
    """Since when a later statement stands in its place."""
    wins: int = 0
    """Of a task: runs that succeeded, and"""
    losses: int = 0
    """that failed."""
    conversation_id: str | None = None
    role: str | None = None
    """Who said a message."""
    around: Sequence[Beside] = ()
    """The messages before and after it."""

    @property
    def key(self) -> tuple[Kind, str]:
        """Kind and id."""
        return self.kind, self.id

    @classmethod
    def of_chunk(cls, told: ToldOfChunk) -> "Item":
        """A part of a document."""
        chunk_id, text, headings, app, source, document_id, n, at = told
        more = headings or (), document_id, n
        return cls("chunk", chunk_id, text, app, source, at, *more)

    @classmethod
    def of_row(cls, kind: Kind, key: str, row: Row) -> "Item":
        """What a map of its properties tells; what is missing or null of it stands at
        its default."""
        known = {k: v for k, v in row.items() if v is not None and k in _FIELDS}
        if "around" in known:
            known["around"] = [Beside(*one) for one in known["around"]]
        return cls(kind, key, **known)


_FIELDS = frozenset(Item._fields) - {"kind", "id"}


class FoundStatement(NamedTuple):
    """A fact, and what led to it."""

    item: Item
    """Without its keywords and its source."""
    recorded_at: int
    """In milliseconds, as the next."""
    retracted_at: int | None
    ways: Sequence[tuple[str, str, str | None]]
    """How (`seed`, `asked`, `task`), from which id or key, over which entity."""

    @property
    def fact_id(self) -> str:
        return self.item.id


class StatedFact:
    """A fact in a row of `details_facts`, with the name and id of its subject. What is
    made of it is made once."""

    def __init__(self, row: Row, subject_id: str | None, subject: str | None) -> None:
        self._row = row
        self._subject = subject_id, subject

    @cached_property
    def item(self) -> Item:
        """Without its keywords and its source."""
        row = self._row
        return Item(
            "fact",
            row["fact_id"],
            row["text"],
            row["app"],
            confidence=row["confidence"],
            valid_from=row["valid_from"],
            valid_to=row["valid_to"],
            closed_at=row["closed_at"],
        )

    @cached_property
    def statement(self) -> FactRow:
        """As it is read; few of all that are found are shown."""
        return FactRow.of_row(self._row, *self._subject)

    def found_by(self, ways: Sequence[tuple[str, str, str | None]]) -> FoundStatement:
        """The fact with what led to it."""
        row = self._row
        return FoundStatement(self.item, row["recorded_at"], row["retracted_at"], ways)


@dataclass(frozen=True, slots=True)
class FactGroupFound:
    """What was found of one subject and predicate, or of no subject."""

    found: Sequence[FoundStatement]
    single: bool | None
    """Has the predicate one value at a time? None: nobody declared it."""
    is_cut: bool
    """May there be more beside it?"""
    _facts: Sequence[StatedFact]

    @property
    def statements(self) -> list[FactRow]:
        """What was found, and what else is said of these, up to OF_ENTITY; made when it
        is asked for, since few of all that is read are shown."""
        return [one.statement for one in self._facts]
