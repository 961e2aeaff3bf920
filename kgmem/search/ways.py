"""Ways over the graph to a candidate: what each counts, and how it is written.

How much a way counts was chosen on the tuning half of `kgmem bench documents`.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from kgmem.graph.finding.found import Item
from kgmem.graph.finding.store import EntityLead, Reached
from kgmem.search.candidate import SearchCandidate
from kgmem.tuning import tuned

_TUNED = tuned("search.ways")

ASKED = _TUNED["asked"]
"""What it counts that a thing is about what the query names."""
FORWARD, BACKWARD, SHARED = _TUNED["forward"], _TUNED["backward"], _TUNED["shared"]
"""Share of a seed's worth that goes to what is about an entity that it names; to what
names the entity that it is about; to what names the same entity."""
NEXT = _TUNED["next"]
"""The same for what stands next to it in its document."""
STATED = _TUNED["stated"]
"""The same between a part of a document and a fact that it states."""
LATER_PARTS = _TUNED["later_parts"]
"""Share for parts of a document after the first: its subject leads to the whole."""


class Way(NamedTuple):
    """From a seed to what an entity or the seed itself leads to."""

    weight: float
    """For the first part of a document."""
    source: Item
    naming: EntityLead | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    """What leads to an entity."""

    naming: EntityLead
    candidate: SearchCandidate


class LeadingWays:
    """What leads to what was reached. All that an entity leads to in one way share
    theirs, so these are weighed once, by what the candidates are worth when they are
    asked for first."""

    def __init__(
        self,
        candidates: Iterable[SearchCandidate],
        namings: Iterable[EntityLead],
        asked: Mapping[str, float],
    ) -> None:
        self._sources = {one.item.id: one for one in candidates}
        self._alone: dict[str, float] = {}
        self._leading: dict[str, list[_Source]] = {}
        self._asked: dict[str, float] = {}
        for naming in namings:
            if naming.how == "asked":
                surely = asked[naming.source]
                known = self._asked.get(naming.entity_id, 0.0)
                self._asked[naming.entity_id] = max(surely, known)
            elif source := self._sources.get(naming.source):
                leading = self._leading.setdefault(naming.entity_id, [])
                leading.append(_Source(naming, source))
        self._ways: dict[tuple[str, str], list[Way]] = {}

    def _worth(self, source: SearchCandidate) -> float:
        """What it is worth before other candidates lead to it."""
        key = source.item.id
        if key not in self._alone:
            self._alone[key] = source.alone
        return self._alone[key]

    def asked(self, one: Reached) -> float:
        """What it counts that the query names what this is about; 0: it does not."""
        surely = self._asked.get(one.source, 0.0) if one.how == "about" else 0.0
        return ASKED * surely * place(one) / math.sqrt(one.degree) if surely else 0.0

    def at_most(self, one: Reached) -> float:
        """What the strongest counts, whatever document it is from."""
        ways = self._leading_to(one)
        weight = ways[0].weight * place(one) if ways else 0.0
        return max(weight, self.asked(one))

    def strongest(self, one: Reached) -> Way | None:
        """The strongest from a seed that is not of the same document."""
        ways = self._leading_to(one)
        if one.how in _DIRECT:
            return ways[0] if ways else None
        for way in ways:
            if not _are_of_one_whole(way.source, one.item):
                return way
        return None

    def _leading_to(self, one: Reached) -> Sequence[Way]:
        """All there are, the strongest first."""
        known = (one.how, one.source)
        ways = self._ways.get(known)
        if ways is None:
            ways = self._ways[known] = self._weighed(one)
            ways.sort(key=_weight, reverse=True)
        return ways

    def _weighed(self, one: Reached) -> list[Way]:
        if one.how in _DIRECT:
            source = self._sources.get(one.source)
            share = _DIRECT[one.how][0]
            return [Way(share * self._worth(source), source.item)] if source else []
        leading = self._leading.get(one.source, ())
        shares = {how: _share(how, one) for how in ("about", "names")}
        return [
            Way(
                shares[by.naming.how] * self._worth(by.candidate),
                by.candidate.item,
                by.naming,
            )
            for by in leading
        ]


_weight = attrgetter("weight")


def written_asked(one: Reached) -> str:
    return f"query names Entity {one.name!r}{_edge(one.how, one.item)}"


def written(way: Way, one: Reached) -> str:
    """How a reader of the graph would write the way to this."""
    if way.naming is None:
        return _over_edge(way.source, _DIRECT[one.how][1], one.item)
    return _over_entity(way.source, way.naming, one)


def _over_edge(source: Item, edge: str, target: Item) -> str:
    return f"{_name(source)}{edge}{_label(target)}"


def _over_entity(source: Item, naming: EntityLead, one: Reached) -> str:
    return (
        f"{_name(source)}{_arrow(naming.how, source)}"
        f"Entity {naming.name!r}{_edge(one.how, one.item)}"
    )


def _are_of_one_whole(a: Item, b: Item) -> bool:
    """Of one document, or the same: what both are about tells nothing new."""
    document = a.document_id
    return a.id == b.id or (document is not None and document == b.document_id)


_DIRECT = {
    "next": (NEXT, "-[:NEXT]-"),
    "states": (STATED, "-[:STATES]->"),
    "stated": (STATED, "<-[:STATES]-"),
}


def _share(leading: str, one: Reached) -> float:
    """Of the source's worth, what goes over an entity that it leads to."""
    if one.how == "about":
        rare = math.sqrt(one.degree) * (1 + math.log1p(one.named) / 4)
        return FORWARD / rare
    if leading == "about":
        return BACKWARD / (1 + math.log(max(1, one.degree)))
    return SHARED / math.log2(1 + max(1, one.degree))


def place(one: Reached) -> float:
    is_later = one.how == "about" and one.item.kind == "chunk" and one.item.n
    return LATER_PARTS if is_later else 1.0


# how paths are written ---------------------------------------------------------------


def _name(item: Item) -> str:
    """The source's label and what tells it from others of its label."""
    label = _label(item)
    said = item.source if label == "Chunk" and item.source else item.text
    short = said if len(said) <= 60 else f"{said[:59]}…"
    return f"{label} {short!r}"


def _label(item: Item) -> str:
    return item.kind.capitalize()


def _arrow(how: str, item: Item) -> str:
    """From a seed to an entity."""
    if how == "about":
        over = "<-[:HAS_CHUNK]-Document-[:ABOUT]->"
        return over if item.kind == "chunk" else "-[:SUBJECT]->"
    return "-[:OBJECT|MENTIONS]->" if item.kind == "fact" else "-[:MENTIONS]->"


def _edge(how: str, item: Item) -> str:
    """From an entity to what it leads to."""
    if how == "about":
        over = "<-[:ABOUT]-Document-[:HAS_CHUNK]->Chunk"
        return over if item.kind == "chunk" else "<-[:SUBJECT]-Fact"
    edge = "<-[:OBJECT|MENTIONS]-" if item.kind == "fact" else "<-[:MENTIONS]-"
    return f"{edge}{_label(item)}"
