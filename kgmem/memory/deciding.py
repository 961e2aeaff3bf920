"""Who decides what may be replayed."""

from __future__ import annotations

from kgmem.memory.opened import Opened
from kgmem.model.decision import OperatorDecision, Verb
from kgmem.model.values.arguments import checked_text, key_text


class DecidingFace(Opened):
    """Who decides what may be replayed."""

    def approve(self, id: str, *, by: str, why: str) -> None:
        """Vouch for a run or a pattern: from now on its path is as good as one that a
        judge saw succeed. For a pattern that holds as long as its path stays.

        `id` is that of a run or a pattern, or the `source_task_id` of a run. `by` and
        `why` are kept with the decision, see `history`. Raises NotFound, and
        InvalidInput for a run that failed or a pattern without a path.
        """
        self._decide(id, "approve", by, why)

    def quarantine(self, id: str, *, by: str, why: str) -> None:
        """Keep a run or a pattern, and never offer it again, as a plan or among the
        experiences; it counts for nothing. A pattern of which all runs are quarantined
        is so, too. Raises NotFound."""
        self._decide(id, "quarantine", by, why)

    def release(self, id: str, *, by: str, why: str) -> None:
        """Take an approval or a quarantine back: it is as before. Raises NotFound."""
        self._decide(id, "release", by, why)

    def history(self, id: str) -> list[OperatorDecision]:
        """What was decided about a run or a pattern, oldest first. Raises NotFound."""
        return list(self._open.decide.history(self.space, _id(id)))

    def _decide(self, given: str, verb: Verb, by: str, why: str) -> None:
        clean = self._open.without_secrets
        name = clean("by", checked_text("by", by, "say who decides")) or ""
        reason = clean("why", checked_text("why", why, "say what for")) or ""
        self._open.decide(self.space, _id(given), verb, name, reason)


def _id(given: str) -> str:
    return key_text("id", checked_text("id", given, "give that of a run or a pattern"))
