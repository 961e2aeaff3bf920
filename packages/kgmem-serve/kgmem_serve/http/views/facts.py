"""What facts say of a thing, as of a day, and what became of each."""

from datetime import datetime
from typing import Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from kgmem import Fact, Memory, NotFound
from kgmem.serving import events_of, moment_of, standing
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    After,
    Limit,
    Paged,
    page_of,
    place_of,
    place_text,
    store_of,
)
from kgmem_serve.viewed.knowledge import KnowledgeLists


class FactSubject(BaseModel):
    """Something that facts are about."""

    entity_id: str
    name: str
    kind: str | None
    facts: int


class FactEvent(BaseModel):
    """One thing that happened to a statement."""

    what: Literal["stated", "withdrawn", "retracted", "corrected"]
    at: datetime
    source: str | None
    confidence: float
    reason: str | None


class FactLink(BaseModel):
    """Another fact that it has to do with."""

    link: Literal["supersedes", "superseded", "contradicts"]
    how: str | None
    """`newer`, `refined`, `same` or `corrected`."""
    fact_id: str
    text: str


class FactHistory(BaseModel):
    """What became of a fact."""

    fact_id: str
    text: str
    subject: str | None
    predicate: str | None
    object: str | None
    known: bool
    """Is it known now?"""
    events: list[FactEvent]
    links: list[FactLink]


def add_facts(router: APIRouter) -> None:
    """`/subjects`, `/facts`, `/facts/FACT`."""

    @router.get("/subjects")
    def subjects(
        memory: In,
        q: str | None = Query(None, max_length=500),
        limit: Limit = 50,
        after: After = None,
    ) -> Paged[FactSubject]:
        """What facts are about, by name."""
        place = place_of(after, str, str)
        rows = lists_of(memory).subjects(q, place, limit + 1)
        return page_of(rows, limit, FactSubject.model_validate, ["name", "entity_id"])

    @router.get("/facts")
    def facts(
        memory: In,
        about: str,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: Limit = 100,
        after: After = None,
    ) -> Paged[Fact]:
        """What was known of a thing at `known_at` and held at `as_of`; all of one role
        newest recorded first."""
        found = memory.facts(about, predicate, as_of=as_of, known_at=known_at)
        begin = _behind(found, place_of(after, str, int))
        shown = found[begin : begin + limit]
        more = begin + limit < len(found)
        place = place_text((shown[-1].fact_id, begin + limit)) if more else None
        return Paged(items=shown, next=place)

    @router.get("/facts/{fact_id}")
    def fact(memory: In, fact_id: str) -> FactHistory:
        """One fact, what happened to it, and which others it has to do with."""
        return _history(memory, fact_id)


def lists_of(memory: Memory) -> KnowledgeLists:
    """The lists of a memory's space."""
    return KnowledgeLists(store_of(memory), memory.space)


def _behind(found: list[Fact], place: tuple[str, int] | None) -> int:
    """Where the rest begins: behind the fact that was shown last or, if it went
    meanwhile, behind as many."""
    if place is None:
        return 0
    key, shown = place
    there = [n for n, one in enumerate(found, 1) if one.fact_id == key]
    return there[-1] if there else shown


def _history(memory: Memory, fact_id: str) -> FactHistory:
    lists = lists_of(memory)
    row = lists.fact(fact_id)
    if row is None:
        raise NotFound(f"no fact {fact_id} in space {memory.space!r}")
    log = events_of(row.pop("log"))
    told = [
        FactEvent(
            what=one.what,
            at=moment_of(one.at),
            source=one.source,
            confidence=one.confidence,
            reason=one.reason,
        )
        for one in log
    ]
    links = [FactLink.model_validate(one) for one in lists.links(fact_id)]
    return FactHistory(**row, known=standing(log) is not None, events=told, links=links)
