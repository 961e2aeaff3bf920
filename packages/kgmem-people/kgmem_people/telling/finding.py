"""query -> what was said to an agent, and what is known of its person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from kgmem import Hit
from kgmem.people import Person, Place, source_of
from kgmem_people.dates import days_asked, is_of_days

FOUND = 20
"""Hits that are looked at."""
LOOKED_AT = 50
"""The same, where only those that tell of some days are taken."""

Days = tuple[datetime, datetime]
"""A stretch of time, half open."""


class Find(Protocol):
    """Search, as conversations ask it."""

    def __call__(
        self,
        space: str,
        query: str,
        kinds: Sequence[str],
        *,
        top_n: int,
        source: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        min_score: float = 0.0,
        conversation: str | None = None,
    ) -> list[Hit]:
        """The best of these kinds, best first."""


@dataclass(frozen=True, slots=True)
class FindKnown:
    """Search in what was said to an agent, and in what is known of its person."""

    find: Find

    def __call__(
        self,
        person: Person,
        query: str,
        kinds: Sequence[str],
        *,
        top_n: int = FOUND,
        since: datetime | None = None,
        until: datetime | None = None,
        min_score: float = 0.0,
    ) -> list[Hit]:
        """The best of these kinds, best first: messages where they are kept, those of a
        run alone if it is asked for, the rest where it is shared."""
        talks, shared = source_of(person.talks), person.name
        said = [one for one in kinds if one == "message" or talks == shared]
        run = person.run
        hits = [
            hit
            for source, some in (
                (talks, said),
                (shared, [one for one in kinds if one not in said]),
            )
            if some
            for hit in self.find(
                person.space,
                query,
                some,
                source=source,
                top_n=top_n,
                since=since,
                until=until,
                min_score=min_score,
                conversation=run and Place(person.space, person.talks, run).key,
            )
        ]
        return sorted(hits, key=lambda one: -one.score)[:top_n]

    def messages(
        self,
        person: Person,
        query: str,
        *,
        top_n: int = FOUND,
        between: tuple[datetime | None, datetime | None] | None = None,
        min_score: float = 0.0,
    ) -> list[Hit]:
        """The best messages, said between two times; of a question that names days, and
        without such bounds, those of these days, if there are any."""
        kinds = ("message",)
        if between is None and (asked := asked_days(query)) is not None:
            found = self.of_days(
                person, query, kinds, asked, top_n=top_n, min_score=min_score
            )
            if found:
                return found
        since, until = between or (None, None)
        find = partial(self, person, query, kinds, min_score=min_score)
        return find(top_n=top_n, since=since, until=until)

    def of_days(
        self,
        person: Person,
        query: str,
        kinds: Sequence[str],
        days: Days,
        *,
        top_n: int = FOUND,
        min_score: float = 0.0,
    ) -> list[Hit]:
        """What was said or happened in some days, and what tells of them."""
        since, until = days
        find = partial(self, person, query, kinds, min_score=min_score)
        told = find(top_n=top_n, since=since, until=until)
        of_them = find(top_n=max(top_n, LOOKED_AT))
        named = (one for one in of_them if is_of_days(one.text, one.at, days))
        found = {one.id: one for one in (*named, *told)}.values()
        return sorted(found, key=lambda one: -one.score)[:top_n]


def asked_days(query: object) -> Days | None:
    """The days that a question is about, as it is asked now."""
    return days_asked(query, datetime.now(UTC)) if type(query) is str else None
