"""Memory: the SDK, one short method per flow."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from kgmem.memory.agent_names import AgentsFace
from kgmem.memory.backing_up import BackupFace
from kgmem.memory.deciding import DecidingFace
from kgmem.memory.documents import DocumentsFace
from kgmem.memory.doing import DoingFace
from kgmem.memory.effects import EffectsFace
from kgmem.memory.facts import FactsFace
from kgmem.model.values.calls import with_plain_calls


@with_plain_calls
class Memory(
    DoingFace,
    EffectsFace,
    DocumentsFace,
    FactsFace,
    AgentsFace,
    DecidingFace,
    BackupFace,
):
    """Learned runs of one space, and what recall makes of them.

    `Memory.open(path)` keeps both stores in a folder and needs nothing else;
    `Memory.connect()` uses the stores that `KGMEM_*` settings name. A memory is a
    context manager and may be used from several threads.
    """

    def retrieve_memories(
        self, query: str, top_n: int = 3
    ) -> dict[str, list[dict[str, Any]]]:
        """`{"experiences": [ExperienceRecord…], "facts": [FactRecord…]}`, plain."""
        from kgmem.recall.records import experience_record, fact_record

        found = self.recall(query, top_n=top_n)
        facts = {fact.fact_id: fact for fact in found.facts[:top_n]}
        if len(facts) < top_n:
            hits = self.search(query, kinds=("fact",), top_n=top_n)
            more = [hit.id for hit in hits if hit.id not in facts]
            now = datetime.now(UTC)
            read = self._open.asking.by_id(self.space, more, as_of=now)
            facts |= {fact.fact_id: fact for fact in read[: top_n - len(facts)]}
        return {
            "experiences": list(map(experience_record, found.experiences)),
            "facts": list(map(fact_record, facts.values())),
        }
