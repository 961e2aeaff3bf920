"""Made histories of facts that change, and what held on which day, by definition."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

DAY_0 = datetime(2000, 1, 1, tzinfo=UTC)
DAYS = 4_000
"""Length of a history."""
PLACES = [f"Town {n}" for n in range(12)]
SOURCES = ("register", "wiki", "cv")
SINGLE, MULTI = "resides in", "has visited"
STYLES = ("dated", "undated", "mixed", "several values")
"""How a subject's facts are told: with the day on which they began, without, both, or
by a predicate that may have several values."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is said, or taken back; days count from DAY_0."""

    subject: str
    predicate: str
    object: str
    start: int | None
    end: int | None
    at: int
    """The day of its recording."""
    source: str
    retracted: bool = False

    @property
    def statement(self) -> tuple[str, int | None, int | None]:
        """What is said, whoever says it."""
        return self.object, self.start, self.end


def history(seed: int, subject: str, style: str) -> list[Told]:
    """What is told of a subject, in the order of its recording."""
    draw = random.Random(f"{seed} {subject} {style}")
    told = list(_changes(draw, subject, style))
    if style != "mixed":
        told += _taken_back(draw, told)
    return sorted(told, key=lambda one: one.at)


def _changes(draw: random.Random, subject: str, style: str) -> Iterator[Told]:
    predicate = MULTI if style == STYLES[3] else SINGLE
    starts = sorted(draw.sample(range(10, DAYS - 400), draw.randint(2, 7)))
    place = ""
    for start, until in zip(starts, [*starts[1:], DAYS], strict=True):
        place = draw.choice([p for p in PLACES if p != place])
        undated = style == "undated" or (style == "mixed" and draw.random() < 0.4)
        for source in draw.sample(SOURCES, draw.choice([1, 1, 1, 2, 3])):
            at = (
                draw.randrange(start, until) if undated else start + draw.randrange(900)
            )
            ends = not undated and draw.random() < 0.25
            late = draw.choice([0, 0, 0, 150]) if ends else 0
            end = until + late if ends else None
            yield Told(
                subject,
                predicate,
                place,
                None if undated else start,
                end,
                max(at, end) if end is not None and draw.random() < 0.5 else at,
                source,
            )


def _taken_back(draw: random.Random, told: Sequence[Told]) -> Iterator[Told]:
    """Some statements are retracted, and some of these said again."""
    last: dict[tuple[str, int | None, int | None], Told] = {}
    for one in sorted(told, key=lambda t: t.at):
        last[one.statement] = one
    for one in last.values():
        if draw.random() < 0.15:
            at = one.at + draw.randrange(1, 300)
            yield _changed(one, at, retracted=True)
            if draw.random() < 0.4:
                yield _changed(one, at + draw.randrange(1, 300), retracted=False)


def _changed(one: Told, at: int, *, retracted: bool) -> Told:
    return Told(
        one.subject,
        one.predicate,
        one.object,
        one.start,
        one.end,
        at,
        one.source,
        retracted,
    )


def holds(told: Sequence[Told], as_of: int, known_at: int) -> set[str]:
    """The objects of one subject and predicate that held on a day, as known on
    another: by definition, one day after the other."""
    dated, seen = _known(told, known_at)
    if told and told[0].predicate == MULTI:
        now = {o for o, start, end in dated if start <= as_of and _after(end, as_of)}
        return now | {object for _, object in seen}
    days = sorted({start for _, start, _ in dated} | {day for day, _ in seen})
    if days and as_of < days[0]:  # nobody says when the first that were seen began
        first = [o for o, start, _ in dated if start == days[0]]
        return set() if first else {o for day, o in seen if day == days[0]}
    current: dict[str, int] = {}
    """Since when, of those whose end nobody tells."""
    ends: dict[str, int] = {}
    for day in (day for day in days if day <= as_of):
        begun = [(object, end) for object, start, end in dated if start == day]
        current = _begin(current, {object for object, _ in begun}, day)
        for object, end in begun:
            if end is None:
                current.setdefault(object, day)
            else:
                ends[object] = max(end, ends.get(object, 0))
        new = {
            object
            for when, object in seen
            if when == day and object not in current and ends.get(object, -1) <= day
        }
        current = {**_begin(current, new, day), **dict.fromkeys(new, day)}
    return {*current, *(object for object, end in ends.items() if end > as_of)}


def _begin(current: dict[str, int], objects: set[str], day: int) -> dict[str, int]:
    """What is still so when these begin on a day: nothing else that began before."""
    if not objects:
        return current
    return {
        object: since
        for object, since in current.items()
        if since == day or objects == {object}
    }


def _after(end: int | None, day: int) -> bool:
    return end is None or day < end


def _known(
    told: Sequence[Told], known_at: int
) -> tuple[list[tuple[str, int, int | None]], list[tuple[int, str]]]:
    """What stands on a day: dated statements without less exact ones, and on which
    days undated ones were made, without those told more exactly later."""
    since: dict[tuple[str, int | None, int | None], list[int]] = {}
    for one in sorted(told, key=lambda t: t.at):
        if one.at <= known_at:
            if one.retracted:
                since.pop(one.statement, None)
            else:
                since.setdefault(one.statement, []).append(one.at)
    dated = [(o, s, e) for o, s, e in since if s is not None]
    ended = {(o, s) for o, s, e in dated if e is not None}
    kept = [(o, s, e) for o, s, e in dated if e is not None or (o, s) not in ended]
    seen = []
    for (object, start, _), days in since.items():
        if start is None:
            exact = [since[o, s, e][0] for o, s, e in kept if o == object]
            seen += [(day, object) for day in days if day > max(exact, default=-1)]
    return kept, seen
