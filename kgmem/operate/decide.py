"""id -> run or pattern -> decision: who vouches for it, or takes it out of use."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.decisions import DecisionStore, Subject
from kgmem.model.decision import OperatorDecision, Verb
from kgmem.model.keys.identity import experience_id


@dataclass(frozen=True, slots=True)
class Decide:
    """Keeps what people decide about runs and patterns."""

    store: DecisionStore
    keep_pattern: Callable[[str, str], None]
    """Stores the pattern of a single run, by space and id, if there is one."""
    has_pattern: Callable[[str, str], bool]
    """Is there a pattern of this id, be it of a single run?"""
    source_key: Callable[[str], str]
    """How a source's own id of a run is stored."""

    def __call__(self, space: str, key: str, verb: Verb, by: str, why: str) -> None:
        """Decide about the run or pattern of this id, or the run that its source calls
        so. Raises NotFound, and InvalidInput if the id may mean several."""
        subject = self._meant(space, key)
        if subject is None:
            self.keep_pattern(space, key)
            subject = self._meant(space, key)
        if subject is None:
            raise _unknown(space, key)
        now = datetime.now(UTC)
        self.store.write(
            space, subject, OperatorDecision(at=now, by=by, verb=verb, why=why)
        )

    def history(self, space: str, key: str) -> tuple[OperatorDecision, ...]:
        """What was decided, oldest first. Raises as deciding does."""
        subject = self._meant(space, key)
        if subject is None and not self.has_pattern(space, key):
            raise _unknown(space, key)
        return subject.decisions if subject else ()

    def _meant(self, space: str, key: str) -> Subject | None:
        runs = [key, experience_id(space, self.source_key(key))]
        found = self.store.named(space, runs, [key])
        if len(found) > 1:
            listed = ", ".join(f"{one.kind} {one.key}" for one in found)
            raise InvalidInput(f"id: {key} may mean {listed}; give the whole id of one")
        return found[0] if found else None


def _unknown(space: str, key: str) -> NotFound:
    return NotFound(
        f"no run or pattern {key} in space {space!r}; `kgmem show` and "
        "`kgmem patterns` tell the ids"
    )
