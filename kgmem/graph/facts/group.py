"""Statements of one subject and predicate, as a transaction holds them."""

from dataclasses import dataclass, field

from kgmem.graph.facts.timeline import PastStatement, Timeline, timeline
from kgmem.model.fact_log import Event, events_of, standing
from kgmem.ports import Row

MAX_EVENTS = 1_000
"""A statement's log takes no more; retractions and corrections always fit."""


@dataclass(slots=True)
class HeldFact:
    """A statement that is there, or will be."""

    fact_id: str
    object_key: str
    start: int | None
    end: int | None
    events: list[Event]
    closed_at: int | None = None
    props: Row | None = None
    """Of a new one: what is written besides what follows from the log."""
    changed: bool = False

    def said(self, known_at: int | None = None) -> PastStatement | None:
        """As its part of a timeline; None if it was not known then."""
        now = standing(self.events, known_at)
        if now is None:
            return None
        return PastStatement(
            self.fact_id,
            self.object_key,
            self.start,
            self.end,
            now.recorded_at,
            now.seen,
        )

    def add(self, event: Event) -> None:
        """Note what happened to it."""
        self.events = sorted([*self.events, event], key=lambda e: e.at)
        self.changed = True


@dataclass(slots=True)
class Group:
    """Statements of one subject and predicate, or of the same words."""

    single: bool = False
    """Only one object holds at a time; all statements are loaded then."""
    partial: bool = False
    """Not all that could be compared are loaded."""
    facts: dict[str, HeldFact] = field(default_factory=dict)
    last: int = 0
    """When something was noted of one of them last."""
    _same: dict[tuple[str, int | None, int | None], HeldFact] = field(
        default_factory=dict
    )
    _objects: set[str] = field(default_factory=set)

    def hold(self, fact: HeldFact) -> None:
        """Take up a statement; one that is held already stays as it is."""
        if fact.fact_id in self.facts:
            return
        self.facts[fact.fact_id] = fact
        self._same.setdefault((fact.object_key, fact.start, fact.end), fact)
        self._objects.add(fact.object_key)
        self.last = max([self.last, *(event.at for event in fact.events)])

    def add(self, fact: HeldFact, event: Event) -> None:
        """Note what happened to a statement."""
        fact.add(event)
        self.last = max(self.last, event.at)

    def timeline(self, known_at: int | None = None) -> Timeline:
        """What is known at a moment, laid out."""
        said = [s for fact in self.facts.values() if (s := fact.said(known_at))]
        return timeline(said, single_valued=self.single)

    def same(
        self, object_key: str, start: int | None, end: int | None
    ) -> HeldFact | None:
        """The statement of this object and these bounds."""
        return self._same.get((object_key, start, end))

    def holder(self, object_key: str, at: int) -> HeldFact | None:
        """The statement by which the object holds at `at`, as known then."""
        if object_key not in self._objects:
            return None
        for period in self.timeline(at).periods:
            if period.object == object_key and period.holds_at(at):
                return self.facts[period.fact_id]
        return None


def links_of(laid_out: Timeline) -> set[tuple[str, str, str]]:
    """(source, target, how) of the edges between these statements."""
    newer = {
        (p.closed_by, p.fact_id, "newer")
        for p in laid_out.periods
        if p.closed_by and p.closed_by != p.fact_id
    }
    refined = {(s.by, key, s.how) for key, s in laid_out.superseded.items()}
    against = {
        (min(p.fact_id, other), max(p.fact_id, other), "contradicts")
        for p in laid_out.periods
        for other in p.contradicts
        if other != p.fact_id
    }
    return newer | refined | against


def tells_more(group: Group, fact: HeldFact, event: Event, *, explicit: bool) -> bool:
    """Does this event say anything that is not known? At a time that the caller names
    (`explicit`) it does, unless it is known itself."""
    if event in fact.events:
        return False
    if standing(fact.events) is None:
        return True
    if len(fact.events) >= MAX_EVENTS:
        return False
    if explicit:
        # What is taken back between two such times may come in later.
        return True
    now = standing(fact.events, event.at)
    if now is None or (event.source or "") not in now.sources:
        return True
    if not set(now.messages).issuperset(event.messages):
        return True
    return event.undated and group.holder(fact.object_key, event.at) is not fact


def held_fact(row: Row) -> HeldFact:
    """The statement in a row of the graph."""
    return HeldFact(
        row["fact_id"],
        row["object_key"] or "",
        row["valid_from"],
        row["valid_to"],
        events_of(row["log"] or ()),
        row["closed_at"],
    )


def what_is_so(fact: HeldFact) -> Row:
    """What follows from the log at the moment."""
    props: Row = {"log": [event.line() for event in fact.events]}
    now = standing(fact.events)
    if now is None:
        props["retracted_at"] = fact.events[-1].at
    else:
        props |= {
            "retracted_at": None,
            "recorded_at": now.recorded_at,
            "confidence": now.confidence,
            "source": now.sources[0] if now.sources else None,
            "sources": list(now.sources),
        }
    return props
