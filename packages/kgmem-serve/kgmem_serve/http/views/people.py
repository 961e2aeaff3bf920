"""People: what is known of them, what they lived, and what was corrected."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Fact, Message, NotFound, Tag
from kgmem.ports import Row
from kgmem.serving import events_of, moment_of
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.facts import lists_of
from kgmem_serve.http.views.paging import (
    After,
    Limit,
    Paged,
    page_of,
    place_of,
    timed,
)

MOST_FACTS = 200
"""Facts of a person that are shown with him; the others are with the facts."""


class PersonLine(BaseModel):
    """Somebody whom the memory knows."""

    agent: str
    version: int
    updated_at: datetime | None
    conversations: int
    events: int


class PersonDetail(BaseModel):
    """What is known of somebody now."""

    agent: str
    version: int
    profile: str
    tags: list[Tag]
    facts: list[Fact]
    more_facts: int
    """Facts that are left out."""
    subject: str
    """Under which name facts are about him."""


class EventLine(BaseModel):
    """Something that somebody lived."""

    event_id: str
    text: str
    at: datetime
    status: str
    """`current`, or `past`: replaced, folded into another one or rolled back."""


class ConversationLine(BaseModel):
    """A conversation."""

    conversation_id: str
    session_id: str
    name: str | None
    messages: int
    summary: str | None
    started_at: datetime
    ended_at: datetime


class VersionLine(BaseModel):
    """What was known in a version."""

    version: int
    at: datetime
    reason: str
    profile: str | None


class Correction(BaseModel):
    """Something that was said of somebody and is so no longer."""

    fact_id: str
    text: str
    at: datetime | None
    """When it was put right."""
    reason: str | None
    replaced_by: list[str]
    """What is so in its place."""


def add_people(router: APIRouter) -> None:
    """`/people`, and what is known of one `/person?agent=…`."""

    @router.get("/people")
    def people(memory: In, limit: Limit = 50, after: After = None) -> Paged[PersonLine]:
        """Agents by name."""
        (name,) = place_of(after, str) or (None,)
        rows = lists_of(memory).people(name, limit + 1)
        return page_of(rows, limit, _person, ["agent"])

    @router.get("/person")
    def person(memory: In, agent: str) -> PersonDetail:
        """What is known of one now."""
        known = memory.agent(agent)
        facts = known.facts()
        if not facts and not lists_of(memory).is_known(agent):
            raise NotFound(f"no agent {agent!r} in space {memory.space!r}")
        return PersonDetail(
            agent=agent,
            version=known.version,
            profile=known.get_profile_content(),
            tags=list(known.tags()),
            facts=facts[:MOST_FACTS],
            more_facts=max(0, len(facts) - MOST_FACTS),
            subject=f"agent:{agent}",
        )

    @router.get("/person/events")
    def events(
        memory: In, agent: str, limit: Limit = 50, after: After = None
    ) -> Paged[EventLine]:
        """What he lived, the newest first."""
        place = place_of(after, int, str)
        rows = lists_of(memory).events(agent, place, limit + 1)
        return page_of(rows, limit, _event, ["at", "event_id"])

    @router.get("/person/conversations")
    def conversations(
        memory: In, agent: str, limit: Limit = 50, after: After = None
    ) -> Paged[ConversationLine]:
        """His conversations, the newest first."""
        place = place_of(after, int, str)
        rows = lists_of(memory).conversations(agent, place, limit + 1)
        return page_of(rows, limit, _conversation, ["started_at", "conversation_id"])

    @router.get("/person/messages")
    def messages(
        memory: In, agent: str, session: str, limit: Limit = 50, after: After = None
    ) -> Paged[Message]:
        """What was said in one, from the beginning."""
        (n,) = place_of(after, int) or (-1,)
        kept = memory.agent(agent).conversation(session).messages()
        rows = [dict(message) for message in kept if message.n > n][: limit + 1]
        return page_of(rows, limit, Message.model_validate, ["n"])

    @router.get("/person/versions")
    def versions(
        memory: In, agent: str, limit: Limit = 20, after: After = None
    ) -> Paged[VersionLine]:
        """What was known in each version, the newest first."""
        (version,) = place_of(after, int) or (None,)
        rows = lists_of(memory).versions(agent, version, limit + 1)
        return page_of(rows, limit, _version, ["version"])

    @router.get("/person/corrections")
    def corrections(
        memory: In, agent: str, limit: Limit = 50, after: After = None
    ) -> Paged[Correction]:
        """What was said of him and is so no longer."""
        (key,) = place_of(after, str) or (None,)
        rows = lists_of(memory).corrections(agent, key, limit + 1)
        return page_of(rows, limit, _correction, ["fact_id"])


def _person(row: Row) -> PersonLine:
    return PersonLine(**timed(row, "updated_at"))


def _event(row: Row) -> EventLine:
    return EventLine(**timed(row, "at"))


def _conversation(row: Row) -> ConversationLine:
    return ConversationLine(**timed(row, "started_at", "ended_at"))


def _version(row: Row) -> VersionLine:
    return VersionLine(**timed(row, "at"))


def _correction(row: Row) -> Correction:
    links = [one for one in row["links"] if one["how"]]
    last = events_of(row["log"])[-1]
    when = max((one["at"] for one in links), default=row["retracted_at"])
    return Correction(
        fact_id=row["fact_id"],
        text=row["text"],
        at=moment_of(when),
        reason=last.reason,
        replaced_by=[one["text"] for one in links],
    )
