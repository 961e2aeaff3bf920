"""People: what is known of them, what they lived, and what was corrected."""

from typing import Any

from fastapi import APIRouter

from kgmem import Message, NotFound
from kgmem.ports import Row
from kgmem.serving import agent_key, events_of, key_of, source_of
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Page,
    Paged,
    PagedQuery,
    line_of,
    newest,
    page_of,
    place_of,
    store_of,
)

MOST_FACTS = 200
"""Facts of a person that are shown with him; the others are with the facts."""


def _correction(row: Row) -> dict[str, Any]:
    """Something that was said of somebody and is so no longer: when and why it was put
    right, and what is so in its place."""
    links = [link for link in row["links"] if link["how"]]
    return line_of(
        {
            "fact_id": row["fact_id"],
            "text": row["text"],
            "at": max((link["at"] for link in links), default=row["retracted_at"]),
            "reason": events_of(row["log"])[-1].reason,
            "replaced_by": [link["text"] for link in links],
        }
    )


PEOPLE = PagedQuery("viewed_people", [("agent", "after", str)])
EVENTS = PagedQuery("viewed_events", newest("at", "event_id"))
CONVERSATIONS = PagedQuery(
    "viewed_conversations", newest("started_at", "conversation_id")
)
VERSIONS = PagedQuery("viewed_versions", [("version", "after", int)])
CORRECTIONS = PagedQuery("viewed_corrections", [("fact_id", "after", str)], _correction)


def add_people(router: APIRouter) -> None:
    """`/people`, and what is known of one `/person?agent=…`."""

    @router.get("/people")
    def people(memory: In, page: Page) -> Paged:
        """Agents by name."""
        return PEOPLE.page(memory, page)

    @router.get("/person")
    def person(memory: In, agent: str) -> dict[str, Any]:
        """What is known of one now."""
        known = memory.agent(agent)
        facts, key = known.facts(), agent_key(memory.space, agent)
        asked = {"space": memory.space, "agent_id": key}
        if not facts and not store_of(memory).read("agent", **asked):
            raise NotFound(f"no agent {agent!r} in space {memory.space!r}")
        return {
            "agent": agent,
            "version": known.version,
            "profile": known.get_profile_content(),
            "tags": list(known.tags()),
            "facts": facts[:MOST_FACTS],
            "more_facts": max(0, len(facts) - MOST_FACTS),
            "subject": source_of(agent),
        }

    @router.get("/person/events")
    def events(memory: In, agent: str, page: Page) -> Paged:
        """What he lived, the newest first."""
        key = agent_key(memory.space, agent)
        return EVENTS.page(memory, page, agent_id=key)

    @router.get("/person/conversations")
    def conversations(memory: In, agent: str, page: Page) -> Paged:
        """His conversations, the newest first."""
        key = agent_key(memory.space, agent)
        return CONVERSATIONS.page(memory, page, agent_id=key)

    @router.get("/person/messages")
    def messages(memory: In, agent: str, session: str, page: Page) -> Paged:
        """What was said in one, from the beginning."""
        (n,) = place_of(page.after, int) or (-1,)
        kept = memory.agent(agent).conversation(session).messages()
        rows = [dict(message) for message in kept if message.n > n][: page.limit + 1]
        return page_of(rows, page.limit, Message.model_validate, ["n"])

    @router.get("/person/versions")
    def versions(memory: In, agent: str, page: Page) -> Paged:
        """What was known in each version, the newest first."""
        key = agent_key(memory.space, agent)
        return VERSIONS.page(memory, page, agent_id=key)

    @router.get("/person/corrections")
    def corrections(memory: In, agent: str, page: Page) -> Paged:
        """What was said of him and is so no longer."""
        key = key_of(source_of(agent))
        return CORRECTIONS.page(memory, page, key=key)
