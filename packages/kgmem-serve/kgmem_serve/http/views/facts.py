"""What facts say of a thing, as of a day, and what became of each."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter

from kgmem import Fact, Memory, NotFound
from kgmem.serving import events_of, standing
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Page,
    Paged,
    PagedQuery,
    Words,
    by_name,
    line_of,
    place_of,
    place_text,
    store_of,
    words_of,
)

MOST_LINKS = 50


SUBJECTS = PagedQuery("viewed_subjects", by_name("entity_id"))


def add_facts(router: APIRouter) -> None:
    """`/subjects`, `/facts`, `/facts/FACT`."""

    @router.get("/subjects")
    def subjects(memory: In, page: Page, q: Words = None) -> Paged:
        """What facts are about, by name."""
        return SUBJECTS.page(memory, page, words=words_of(q))

    @router.get("/facts")
    def facts(
        memory: In,
        page: Page,
        about: str,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Paged:
        """What was known of a thing at `known_at` and held at `as_of`; all of one role
        newest recorded first."""
        found = memory.facts(about, predicate, as_of=as_of, known_at=known_at)
        begin = _behind(found, place_of(page.after, str, int))
        end = begin + page.limit
        shown = found[begin:end]
        place = place_text((shown[-1].fact_id, end)) if end < len(found) else None
        return Paged(items=shown, next=place)

    @router.get("/facts/{fact_id}")
    def fact(memory: In, fact_id: str) -> dict[str, Any]:
        """One fact, what happened to it, and which others it has to do with."""
        return _history(memory, fact_id)


def _behind(found: list[Fact], place: tuple[str, int] | None) -> int:
    """Where the rest begins: behind the fact that was shown last or, if it went
    meanwhile, behind as many."""
    if place is None:
        return 0
    key, shown = place
    there = [n for n, one in enumerate(found, 1) if one.fact_id == key]
    return there[-1] if there else shown


def _history(memory: Memory, fact_id: str) -> dict[str, Any]:
    store, asked = store_of(memory), {"space": memory.space, "fact_id": fact_id}
    rows = store.read("viewed_fact", **asked)
    if not rows:
        raise NotFound(f"no fact {fact_id} in space {memory.space!r}")
    log = events_of(rows[0].pop("log"))
    shown = ("what", "at", "source", "confidence", "reason")
    said = dict.fromkeys(key for event in log for key in event.messages or ())
    words = store.read("viewed_words_of_fact", ids=[*said], limit=MOST_LINKS, **asked)
    return {
        **rows[0],
        "known": standing(log) is not None,
        "events": [{name: getattr(event, name) for name in shown} for event in log],
        "said": [line_of(row) for row in words],
        "links": store.read("viewed_links_of_fact", **asked, limit=MOST_LINKS),
    }
