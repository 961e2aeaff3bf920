"""Facts, people and documents in pages."""

from dataclasses import dataclass

from kgmem import NotFound
from kgmem.ports import Row
from kgmem.serving import (
    GraphStore,
    agent_key,
    key_of,
    source_of,
)

MOST_LINKS = 50
Named = tuple[str, str]
"""A name and an id: where a page of a list by name ends."""
Dated = tuple[int, str]
"""A time and an id: where a page of a list by time ends."""


@dataclass(frozen=True, slots=True)
class KnowledgeLists:
    """Reads lists of what is known, in one space."""

    store: GraphStore
    space: str

    # facts ------------------------------------------------------------------------

    def subjects(self, words: str | None, after: Named | None, limit: int) -> list[Row]:
        """What facts are about, by name."""
        return self._named("viewed_subjects", words, after, limit)

    def fact(self, fact_id: str) -> Row | None:
        """One fact with its log."""
        rows = self.store.read("viewed_fact", space=self.space, fact_id=fact_id)
        return rows[0] if rows else None

    def links(self, fact_id: str) -> list[Row]:
        """What it ended or contradicts, and what ended it."""
        asked = {"space": self.space, "fact_id": fact_id, "limit": MOST_LINKS}
        return self.store.read("viewed_links_of_fact", **asked)

    # people -----------------------------------------------------------------------

    def people(self, after: str | None, limit: int) -> list[Row]:
        """Agents by name."""
        asked = {"space": self.space, "after": after, "limit": limit}
        return self.store.read("viewed_people", **asked)

    def is_known(self, agent: str) -> bool:
        """Is there an agent of this name?"""
        key = agent_key(self.space, agent)
        return bool(self.store.read("agent", space=self.space, agent_id=key))

    def events(self, agent: str, after: Dated | None, limit: int) -> list[Row]:
        """What an agent lived, the newest first, with what was replaced."""
        return self._dated("viewed_events", agent, after, limit)

    def conversations(self, agent: str, after: Dated | None, limit: int) -> list[Row]:
        """An agent's conversations, the newest first."""
        return self._dated("viewed_conversations", agent, after, limit)

    def _dated(
        self, query: str, agent: str, after: Dated | None, limit: int
    ) -> list[Row]:
        at, key = after or (None, None)
        return self.store.read(
            query,
            space=self.space,
            agent_id=agent_key(self.space, agent),
            at=at,
            after=key,
            limit=limit,
        )

    def versions(self, agent: str, after: int | None, limit: int) -> list[Row]:
        """What an agent knew in each version, the newest first."""
        key = agent_key(self.space, agent)
        asked = {"space": self.space, "agent_id": key, "after": after, "limit": limit}
        return self.store.read("viewed_versions", **asked)

    def corrections(self, agent: str, after: str | None, limit: int) -> list[Row]:
        """What was said of an agent and is so no longer, or was put right."""
        key = key_of(source_of(agent))
        asked = {"space": self.space, "key": key, "after": after, "limit": limit}
        return self.store.read("viewed_corrections", **asked)

    # documents --------------------------------------------------------------------

    def documents(
        self, words: str | None, after: Named | None, limit: int
    ) -> list[Row]:
        """Documents by name."""
        return self._named("viewed_documents", words, after, limit)

    def _named(
        self, query: str, words: str | None, after: Named | None, limit: int
    ) -> list[Row]:
        name, key = after or (None, None)
        return self.store.read(
            query,
            space=self.space,
            words=words.strip().lower() or None if words else None,
            behind=name,
            after=key,
            limit=limit,
        )

    def document(self, document_id: str) -> Row:
        """One document. Raises NotFound."""
        asked = {"space": self.space, "document_id": document_id}
        rows = self.store.read("document", **asked)
        if not rows:
            raise NotFound(f"no document {document_id} in space {self.space!r}")
        found: Row = rows[0]["document"]
        return found

    def chunks(self, document_id: str, after: int | None, limit: int) -> list[Row]:
        """Parts of a document in order, with the facts that they state."""
        return self.store.read(
            "viewed_chunks",
            space=self.space,
            document_id=document_id,
            after=after,
            limit=limit,
        )
