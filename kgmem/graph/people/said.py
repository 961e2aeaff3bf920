"""Single messages in the graph, wherever they were said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kgmem.graph.people.conversations import message_of
from kgmem.graph.store import GraphStore
from kgmem.model.conversation import Message


class SaidIn(NamedTuple):
    """A message, and where."""

    message: Message
    conversation_id: str


@dataclass(frozen=True, slots=True)
class MessageStore:
    """Messages by their ids and times; all are scoped to a space."""

    store: GraphStore

    def by_ids(self, space: str, agent: str, ids: Sequence[str]) -> list[SaidIn]:
        """Those of these messages that were said to an agent."""
        rows = self.store.read(
            "messages_by_id", space=space, agent=agent, ids=list(ids)
        )
        return [SaidIn(message_of(row), row["conversation_id"]) for row in rows]

    def there(self, space: str, ids: Iterable[str]) -> set[str]:
        """Those of these messages that there are, whoever was told."""
        rows = self.store.read("messages_there", space=space, ids=sorted(ids))
        return {row["message_id"] for row in rows}

    def of_days(
        self, space: str, agent: str, since: int, until: int, limit: int
    ) -> list[SaidIn]:
        """What was said to an agent in [since, until), in order."""
        rows = self.store.read(
            "messages_of_days",
            space=space,
            agent=agent,
            since=since,
            until=until,
            limit=limit,
        )
        return [SaidIn(message_of(row), row["conversation_id"]) for row in rows]
