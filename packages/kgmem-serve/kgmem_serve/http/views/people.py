"""People: what is known of them, what they lived, and what was corrected."""

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Fact, Message, NotFound, Tag
from kgmem.ports import Row
from kgmem.serving import agent_key, events_of, key_of, source_of
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Moment,
    Page,
    Paged,
    PagedQuery,
    newest,
    page_of,
    place_of,
    store_of,
)

MOST_FACTS = 200
"""Facts of a person that are shown with him; the others are with the facts."""


class PersonLine(BaseModel):
    """Somebody whom the memory knows."""

    agent: str
    version: int
    updated_at: Moment | None
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
    at: Moment
    status: str
    """`current`, or `past`: replaced, folded into another one or rolled back."""


class ConversationLine(BaseModel):
    """A conversation."""

    conversation_id: str
    session_id: str
    name: str | None
    messages: int
    summary: str | None
    started_at: Moment
    ended_at: Moment


class VersionLine(BaseModel):
    """What was known in a version."""

    version: int
    at: Moment
    reason: str
    profile: str | None


class Correction(BaseModel):
    """Something that was said of somebody and is so no longer."""

    fact_id: str
    text: str
    at: Moment | None
    """When it was put right."""
    reason: str | None
    replaced_by: list[str]
    """What is so in its place."""


def _correction(row: Row) -> Correction:
    links = [link for link in row["links"] if link["how"]]
    return Correction(
        fact_id=row["fact_id"],
        text=row["text"],
        at=max((link["at"] for link in links), default=row["retracted_at"]),
        reason=events_of(row["log"])[-1].reason,
        replaced_by=[link["text"] for link in links],
    )


PEOPLE = PagedQuery(
    "viewed_people", PersonLine.model_validate, [("agent", "after", str)]
)
EVENTS = PagedQuery("viewed_events", EventLine.model_validate, newest("at", "event_id"))
CONVERSATIONS = PagedQuery(
    "viewed_conversations",
    ConversationLine.model_validate,
    newest("started_at", "conversation_id"),
)
VERSIONS = PagedQuery(
    "viewed_versions", VersionLine.model_validate, [("version", "after", int)]
)
CORRECTIONS = PagedQuery("viewed_corrections", _correction, [("fact_id", "after", str)])


def add_people(router: APIRouter) -> None:
    """`/people`, and what is known of one `/person?agent=…`."""

    @router.get("/people")
    def people(memory: In, page: Page) -> Paged[PersonLine]:
        """Agents by name."""
        return PEOPLE.page(memory, page)

    @router.get("/person")
    def person(memory: In, agent: str) -> PersonDetail:
        """What is known of one now."""
        known = memory.agent(agent)
        facts, key = known.facts(), agent_key(memory.space, agent)
        asked = {"space": memory.space, "agent_id": key}
        if not facts and not store_of(memory).read("agent", **asked):
            raise NotFound(f"no agent {agent!r} in space {memory.space!r}")
        return PersonDetail(
            agent=agent,
            version=known.version,
            profile=known.get_profile_content(),
            tags=list(known.tags()),
            facts=facts[:MOST_FACTS],
            more_facts=max(0, len(facts) - MOST_FACTS),
            subject=source_of(agent),
        )

    @router.get("/person/events")
    def events(memory: In, agent: str, page: Page) -> Paged[EventLine]:
        """What he lived, the newest first."""
        key = agent_key(memory.space, agent)
        return EVENTS.page(memory, page, agent_id=key)

    @router.get("/person/conversations")
    def conversations(memory: In, agent: str, page: Page) -> Paged[ConversationLine]:
        """His conversations, the newest first."""
        key = agent_key(memory.space, agent)
        return CONVERSATIONS.page(memory, page, agent_id=key)

    @router.get("/person/messages")
    def messages(memory: In, agent: str, session: str, page: Page) -> Paged[Message]:
        """What was said in one, from the beginning."""
        (n,) = place_of(page.after, int) or (-1,)
        kept = memory.agent(agent).conversation(session).messages()
        rows = [dict(message) for message in kept if message.n > n][: page.limit + 1]
        return page_of(rows, page.limit, Message.model_validate, ["n"])

    @router.get("/person/versions")
    def versions(memory: In, agent: str, page: Page) -> Paged[VersionLine]:
        """What was known in each version, the newest first."""
        key = agent_key(memory.space, agent)
        return VERSIONS.page(memory, page, agent_id=key)

    @router.get("/person/corrections")
    def corrections(memory: In, agent: str, page: Page) -> Paged[Correction]:
        """What was said of him and is so no longer."""
        key = key_of(source_of(agent))
        return CORRECTIONS.page(memory, page, key=key)
