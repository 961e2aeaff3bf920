"""A statement on its way into the graph."""

from dataclasses import dataclass, field

from kgmem.errors import GraphUnavailable
from kgmem.graph.facts.entities import Name
from kgmem.graph.points import IndexedNode
from kgmem.model.keys.identity import fact_id

LITERAL = "="
"""Before an object that is a value, where objects are told apart."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something said, ready to be stored."""

    text: str
    subject: Name | None = None
    predicate: str | None = None
    object: Name | None = None
    object_value: str | None = None
    """An object that is no entity."""
    start: int | None = None
    end: int | None = None
    recorded_at: int | None = None
    """None: now."""
    source: str = "manual"
    confidence: float = 1.0
    extractor: str | None = None
    keywords: tuple[str, ...] = ()
    app: str | None = None
    messages: tuple[str, ...] = ()
    mentions: tuple[Name, ...] = ()
    """What the words name besides."""

    @property
    def undated(self) -> bool:
        """It has no bounds."""
        return self.start is None and self.end is None


@dataclass(slots=True)
class Written:
    """What became of statements, in their order."""

    ids: list[str] = field(default_factory=list)
    stored: int = 0
    strengthened: int = 0
    """Known, and said by another source, or at another time."""
    unchanged: int = 0
    points: list[IndexedNode] = field(default_factory=list)
    """What the index has to take up."""


class FactTaken(GraphUnavailable):
    """An id is taken: another process stored the same words in the same moment, or the
    entities of a statement were taken apart. The same work done again, warily,
    succeeds."""


GroupKey = tuple[str, str]
"""Subject's id and predicate's key; of words alone, `` and the words."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement with the ids that it is about."""

    said: Statement
    group: GroupKey
    subject: str | None
    object: str | None
    object_key: str
    named: tuple[str, ...]

    def fact_id(self, space: str, *salt: str) -> str:
        """The statement's id; with a salt, one that it does not share."""
        return fact_id(space, (*self._about, *salt), self.said.start, self.said.end)

    def likely_ids(self, space: str) -> set[str]:
        """The ids that the same has with these bounds, and with fewer."""
        start, end = self.said.start, self.said.end
        bounds = {(start, end), (None, None), (start, None), (None, end)}
        return {fact_id(space, self._about, *pair) for pair in bounds}

    @property
    def _about(self) -> tuple[str, ...]:
        return (*self.group, self.object_key) if self.subject else (self.group[1],)
