"""When statements hold: what is said of one subject by one predicate, laid out in time.

Bounds are [start, end) in milliseconds; None is unknown. Nothing here depends on the
order in which statements came in, only on what they say and when they were recorded.

For any predicate a more exact statement takes the place of a less exact one with the
same object: the same start with an end where there was none; an end where only a start
was known, which it takes over; bounds where there were none, unless the thing was said
again later, outside of these bounds.

For a single-valued predicate, besides, one object gives way to the next: a statement
without an end holds until another object starts. A statement without any bounds says
what was seen when it was recorded; it starts there if anything precedes it, and is
open if nothing does. Where two objects hold at once although neither gives way (the
same start, or an earlier one with a stated end), both stay and contradict each other.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

How = Literal["refined", "newer", "same"]

OPEN = -(2**62)
"""Before all time: the start of what has no known start."""
MAX_CONTRADICTIONS = 20
"""A period names no more others than these."""
MAX_LOOKED_AT = 200
"""So many periods that begin in a period are looked at for contradictions."""


class PastStatement(NamedTuple):
    """One statement of the subject and predicate at hand."""

    fact_id: str
    object: str
    """What tells objects apart."""
    start: int | None
    end: int | None
    recorded_at: int
    seen: tuple[int, ...] = ()
    """When it was said without bounds; a statement that has none was seen at least
    when it was recorded."""


@dataclass(frozen=True, slots=True)
class Period:
    """When a statement holds."""

    fact_id: str
    object: str
    start: int | None
    end: int | None
    """As stated, or as the next object ends it."""
    closed_by: str | None = None
    """The statement whose start ended it; None where it states its end, or is open."""
    contradicts: tuple[str, ...] = ()

    def holds_at(self, moment: int) -> bool:
        """Is the moment within [start, end)?"""
        return (self.start is None or self.start <= moment) and (
            self.end is None or moment < self.end
        )


@dataclass(frozen=True, slots=True)
class Superseded:
    """What took the place of a statement that holds at no time of its own."""

    by: str
    how: How


@dataclass(slots=True)
class Timeline:
    """The statements of one subject and predicate, laid out."""

    periods: list[Period] = field(default_factory=list)
    """In the order of their starts."""
    superseded: dict[str, Superseded] = field(default_factory=dict)
    """By statement; who took its place."""


def timeline(said: Sequence[PastStatement], *, single_valued: bool) -> Timeline:
    """The periods in which these statements hold, see above."""
    made = Timeline()
    dated, seen = _refined(said, made.superseded)
    starts = _follow(dated) if single_valued else dated
    points = [_Point(_start(one), 0, one, one.end) for one in starts]
    points += [_Point(at, 1, one, None) for one in seen for at in one.seen]
    points.sort(key=lambda p: (p.at, p.order, p.said.object, p.said.fact_id))
    spans = _spans(points, made.superseded, single_valued)
    made.periods = _laid_out(spans) if single_valued else [s.period() for s in spans]
    begun = {period.fact_id for period in made.periods}
    for fact_id in begun:
        made.superseded.pop(fact_id, None)
    return made


# --- more exact statements -----------------------------------------------------


def _refined(
    said: Sequence[PastStatement], superseded: dict[str, Superseded]
) -> tuple[list[PastStatement], list[PastStatement]]:
    """Statements with bounds that no more exact one replaces; and what was seen,
    as far as it was not told more exactly later."""
    of_object: dict[str, list[PastStatement]] = {}
    for one in said:
        of_object.setdefault(one.object, []).append(one)
    dated: list[PastStatement] = []
    seen: list[PastStatement] = []
    for same in of_object.values():
        bounded = _most_exact(same, superseded)
        dated += bounded
        told = max((one.recorded_at for one in bounded), default=None)
        for one in same:
            left = _seen(one)
            if one.start is None and one.end is None and told is not None:
                left = left[bisect_right(left, told) :]
                if not left:
                    newest = max(bounded, key=lambda b: (b.recorded_at, b.fact_id))
                    superseded[one.fact_id] = Superseded(newest.fact_id, "refined")
            if left:
                seen.append(one if left == one.seen else one._replace(seen=left))
    return dated, seen


def _seen(one: PastStatement) -> tuple[int, ...]:
    bare = one.start is None and one.end is None
    return one.seen or ((one.recorded_at,) if bare else ())


def _most_exact(
    same: Sequence[PastStatement], superseded: dict[str, Superseded]
) -> list[PastStatement]:
    """Statements with bounds about one object, without the less exact ones. An end
    whose start another one tells comes with that start."""
    whole: dict[tuple[int | None, int | None], PastStatement] = {}
    for one in sorted(same, key=lambda s: (s.recorded_at, s.fact_id)):
        if one.start is None and one.end is None:
            continue
        first = whole.setdefault((one.start, one.end), one)
        if first is not one:
            superseded[one.fact_id] = Superseded(first.fact_id, "same")
    ends = {one.start: one for one in whole.values() if one.end is not None}
    starts = {one.end: one for one in whole.values() if one.start is not None}
    open_ended = sorted(
        one.start
        for one in whole.values()
        if one.start is not None and one.end is None and one.start not in ends
    )
    kept: list[PastStatement] = []
    for (start, end), one in whole.items():
        if start is None and end is not None:
            if end in starts:
                superseded[one.fact_id] = Superseded(starts[end].fact_id, "refined")
                continue
            place = bisect_right(open_ended, end - 1)
            if place:
                taken = open_ended[place - 1]
                less = whole[taken, None]
                superseded[less.fact_id] = Superseded(one.fact_id, "refined")
                one = one._replace(start=taken)
        elif end is None and start in ends:
            superseded[one.fact_id] = Superseded(ends[start].fact_id, "refined")
            continue
        kept.append(one)
    return [one for one in kept if one.fact_id not in superseded]


def _follow(dated: Sequence[PastStatement]) -> list[PastStatement]:
    """A statement of which only the end is known follows the last other object that
    is known to have ended by then."""
    ends = sorted((one.end, one.object) for one in dated if one.end is not None)
    return [
        one._replace(start=_last_end_of_others(ends, one))
        if one.start is None and one.end is not None
        else one
        for one in dated
    ]


def _last_end_of_others(
    ends: Sequence[tuple[int, str]], one: PastStatement
) -> int | None:
    assert one.end is not None
    place = bisect_right(ends, (one.end, ""))
    before = ends[max(0, place - MAX_LOOKED_AT) : place]
    return next((end for end, other in reversed(before) if other != one.object), None)


# --- one after the other -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Point:
    """Something begins, or was seen."""

    at: int
    order: Literal[0, 1]
    """0 begins, 1 was seen: what was seen at a start confirms it."""
    said: PastStatement
    end: int | None


@dataclass(frozen=True, slots=True)
class _Span:
    said: PastStatement
    start: int
    end: int | None
    seen_at: int | None = None
    """When it was seen, of what has no stated bounds."""

    def period(self, **more: object) -> Period:
        start = None if self.start == OPEN else self.start
        fields = {"start": start, "end": self.end} | more
        return Period(self.said.fact_id, self.said.object, **fields)  # type: ignore[arg-type]  # its own fields


def _start(one: PastStatement) -> int:
    return OPEN if one.start is None else one.start


def _spans(
    points: Sequence[_Point], superseded: dict[str, Superseded], single_valued: bool
) -> list[_Span]:
    """What begins; what was seen begins only where it did not hold already."""
    holding = _Holding(single_valued)
    spans: list[_Span] = []
    for point in points:
        one, start = point.said, point.at
        if point.order:
            holder = holding.holder(one.object, point.at)
            if holder is not None:
                if holder != one.fact_id:
                    superseded[one.fact_id] = Superseded(holder, "refined")
                continue
            if not holding.begun_before(one.object, point.at):
                start = OPEN
        holding.begin(one, start, point.end, point.at if point.order else OPEN)
        spans.append(_Span(one, start, point.end, point.at if point.order else None))
    return spans


class _Holding:
    """What holds at the moment that a walk through time has reached."""

    def __init__(self, single_valued: bool) -> None:
        self._single = single_valued
        self._open: dict[str, tuple[int, str]] = {}
        """Start and statement by object, of what has no stated end."""
        self._until: dict[str, tuple[int, str]] = {}
        """Latest stated end and its statement by object."""
        self._first: int | None = None
        """When the first of all was seen; OPEN if its start is stated."""

    def holder(self, object: str, at: int) -> str | None:
        """The statement by which the object holds at this moment."""
        if object in self._open:
            return self._open[object][1]
        end, fact_id = self._until.get(object, (OPEN, ""))
        return fact_id if end > at else None

    def begun_before(self, object: str, at: int) -> bool:
        """Did anything begin before that bears on when this object starts?"""
        if self._single:
            return self._first is not None and self._first < at
        return object in self._until

    def begin(self, one: PastStatement, start: int, end: int | None, at: int) -> None:
        """From `start` on this statement holds; it was seen at `at`, or OPEN."""
        if self._first is None:
            self._first = at
        if self._single:
            self._open = {
                key: value
                for key, value in self._open.items()
                if key == one.object or value[0] == start
            }
        if end is None:
            self._open.setdefault(one.object, (start, one.fact_id))
        else:
            known = self._until.get(one.object, (OPEN, ""))
            self._until[one.object] = max(known, (end, one.fact_id))


def _laid_out(spans: Sequence[_Span]) -> list[Period]:
    """Periods of a single-valued predicate: each open one ends where the next object
    starts; those that hold at once contradict each other."""
    against = _contradictions(spans)
    closing = _next_others(spans)
    return [
        span.period(
            end=after.start if span.end is None and after else span.end,
            closed_by=after.said.fact_id if span.end is None and after else None,
            contradicts=tuple(against.get(n, ())),
        )
        for n, (span, after) in enumerate(zip(spans, closing, strict=True))
    ]


def _next_others(spans: Sequence[_Span]) -> list[_Span | None]:
    """For each span, the first later one of another object that starts after it."""
    found: list[_Span | None] = [None] * len(spans)
    ahead: list[_Span] = []
    """The nearest starts of two different objects."""
    n = len(spans)
    while n:
        first = n - 1
        while first and spans[first - 1].start == spans[n - 1].start:
            first -= 1
        group = spans[first:n]
        for place, span in enumerate(group, first):
            found[place] = next(
                (s for s in ahead if s.said.object != span.said.object), None
            )
        ahead = _of_two_objects((*group, *ahead))
        n = first
    return found


def _of_two_objects(spans: Iterable[_Span]) -> list[_Span]:
    chosen: list[_Span] = []
    for span in spans:
        if not chosen or span.said.object != chosen[0].said.object:
            chosen.append(span)
            if len(chosen) == 2:
                break
    return chosen


def _contradictions(spans: Sequence[_Span]) -> dict[int, list[str]]:
    """By place, the statements that hold at the same time although they should not."""
    found: dict[int, list[str]] = {}
    for n, span in enumerate(spans):
        for later in range(n + 1, min(n + 1 + MAX_LOOKED_AT, len(spans))):
            other = spans[later]
            same_start = other.start == span.start
            if not same_start and (span.end is None or other.start >= span.end):
                break
            if other.said.object == span.said.object:
                continue
            if same_start and span.start == OPEN and not _seen_together(span, other):
                continue  # that both starts are unknown does not make them the same
            for place, against in ((n, other), (later, span)):
                named = found.setdefault(place, [])
                if len(named) < MAX_CONTRADICTIONS:
                    named.append(against.said.fact_id)
    return found


def _seen_together(one: _Span, other: _Span) -> bool:
    return one.seen_at is not None and one.seen_at == other.seen_at
