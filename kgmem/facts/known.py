"""From statements and their logs to what was known, and what held, at a moment."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kgmem.graph.facts.fact_row import FactRow, Pair
from kgmem.graph.facts.timeline import PastStatement, Period, timeline
from kgmem.graph.rows import epoch_ms, moment_of
from kgmem.messages import said
from kgmem.model.base import normalize
from kgmem.model.fact import Fact
from kgmem.model.fact_log import Standing, events_of, standing
from kgmem.model.why import Why

MAX_SHOWN = 3
"""So many facts that contradict one are named in a sentence; all are in its ids."""


class _Known(NamedTuple):
    row: FactRow
    now: Standing


def known_facts(
    rows: Iterable[FactRow],
    single: Collection[str],
    *,
    as_of: int | None = None,
    known_at: int | None = None,
    only: Collection[str] | None = None,
) -> list[Fact]:
    """What was known at `known_at` (None: now) and held at `as_of` (None: ever), the
    newest recorded first; in milliseconds.

    All statements of a subject and predicate have to be among the rows; `single` are
    the keys of single-valued predicates. A fact that held twice, with another one
    between, comes twice. `only`: of the facts with these ids.
    """
    groups: dict[Pair, list[_Known]] = {}
    for row in rows:
        log = tuple(row.log)
        is_past = known_at is not None and _last(log) <= known_at
        now = _standing(log, None if is_past else known_at)
        if now is not None:
            key = row.pair or ("", normalize(row.text))
            groups.setdefault(key, []).append(_Known(row, now))
    found: list[Fact] = []
    for (_, predicate), group in groups.items():
        if only is None or any(one.row.fact_id in only for one in group):
            found += _facts(group, predicate in single, as_of, only)
    return sorted(found, key=_newest_first)


# Recalls read the same statements again and again: what they come to is made once.


@lru_cache(maxsize=4096)
def _standing(log: tuple[str, ...], known_at: int | None) -> Standing | None:
    return standing(events_of(log), known_at)


@lru_cache(maxsize=4096)
def _last(log: tuple[str, ...]) -> int:
    return max((event.at for event in events_of(log)), default=0)


@lru_cache(maxsize=1024)
def _periods(said: tuple[PastStatement, ...], single: bool) -> tuple[Period, ...]:
    return tuple(timeline(said, single_valued=single).periods)


def _newest_first(fact: Fact) -> tuple[float, float, str]:
    starts = epoch_ms(fact.valid_from)
    return (
        -epoch_ms(fact.recorded_at),
        math.inf if starts is None else -starts,
        fact.fact_id,
    )


def _facts(
    group: Sequence[_Known],
    single: bool,
    as_of: int | None,
    only: Collection[str] | None,
) -> list[Fact]:
    said = tuple(map(_said, group))
    by_id = {one.row.fact_id: one for one in group}
    texts = {key: one.row.text for key, one in by_id.items()}
    return [
        _fact(*by_id[period.fact_id], period, texts.__getitem__)
        for period in _periods(said, single)
        if (as_of is None or period.holds_at(as_of))
        and (only is None or period.fact_id in only)
    ]


def _said(one: _Known) -> PastStatement:
    row = one.row
    return PastStatement(
        row.fact_id,
        row.object_key or "",
        row.valid_from,
        row.valid_to,
        one.now.recorded_at,
        one.now.seen,
    )


def _fact(
    row: FactRow, now: Standing, period: Period, text_of: Callable[[str], str]
) -> Fact:
    if period.closed_by is None and not period.contradicts:
        return _lone_fact(row, now, period)
    return _told(row, now, period, _why(row, period, text_of))


@lru_cache(maxsize=2048)
def _lone_fact(row: FactRow, now: Standing, period: Period) -> Fact:
    """One that no other has a say in."""
    return _told(row, now, period, _why(row, period, str))


def _told(row: FactRow, now: Standing, period: Period, why: tuple[Why, ...]) -> Fact:
    return Fact.of_stored(
        fact_id=row.fact_id,
        text=row.text,
        subject=row.subject,
        predicate=row.predicate,
        object=row.object if row.object is not None else row.object_value,
        valid_from=moment_of(period.start),
        valid_to=moment_of(period.end),
        recorded_at=moment_of(now.recorded_at),
        confidence=now.confidence,
        source=now.sources[0] if now.sources else "manual",
        sources=now.sources,
        extractor=now.extractor,
        messages=now.messages,
        keywords=tuple(row.keywords),
        contradicts=period.contradicts,
        why=why,
    )


def _why(
    row: FactRow, period: Period, text_of: Callable[[str], str]
) -> tuple[Why, ...]:
    """Why it holds when it does, where that is not what it states."""
    reasons: list[Why] = []
    if period.start != row.valid_from and period.start is not None:
        day = _day(period.start)
        words = said(f"holds from {day}, when it was recorded", language="en")
        reasons.append(Why(words, "time"))
    if period.closed_by is not None:
        day, text = _day(period.end), text_of(period.closed_by)
        words = said(f"holds until {day}, when this begins: {text}", language="en")
        reasons.append(Why(words, "time", source=period.closed_by))
    if period.contradicts:
        predicate = row.predicate
        others = "; ".join(map(text_of, period.contradicts[:MAX_SHOWN]))
        more = len(period.contradicts[MAX_SHOWN:])
        words = said(
            f"{predicate} has one value at a time, and this is said to hold at the "
            f"same time: {others}; and {more} more"
            if more
            else f"{predicate} has one value at a time, and this is said to hold at "
            f"the same time: {others}",
            language="en",
        )
        first = period.contradicts[0]
        reasons.append(Why(words, "contradiction", source=first))
    return tuple(reasons)


def _day(ms: int | None) -> str:
    moment = moment_of(ms)
    return moment.isoformat(timespec="minutes") if moment else "an unknown time"


def roles_first(facts: Iterable[Fact], roles: Mapping[str, int]) -> list[Fact]:
    """The same facts by the rank of their ids, those of one rank in their order."""
    return sorted(
        (fact for fact in facts if fact.fact_id in roles),
        key=lambda fact: roles[fact.fact_id],
    )
