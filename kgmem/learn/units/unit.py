"""What an orchestrator writes back: one step, or a whole session."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from kgmem.model.trajectory import Step, Trajectory

OBSERVE = "observe"
"""`params["name"]` of a step that only looked; merging makes it the page before the
step that follows."""


@dataclass(frozen=True, slots=True)
class RunIds:
    """What a unit says of the run that it belongs to; a session unit ends a run."""

    session: str | None = None
    task: str | None = None
    agent: str | None = None

    def shared(self, other: "RunIds") -> bool:
        """Both name something that is the same, and nothing that is not."""
        pairs = [(a, b) for a, b in zip(*map(_values, (self, other)), strict=True)
                 if a is not None and b is not None]  # fmt: skip
        return bool(pairs) and all(a == b for a, b in pairs)

    def differs(self, other: "RunIds") -> bool:
        """Both name something that is not the same."""
        pairs = zip(*map(_values, (self, other)), strict=True)
        return any(a is not None and b is not None and a != b for a, b in pairs)

    @property
    def any(self) -> bool:
        """Does the unit say anything?"""
        return any(_values(self))

    def stored(self, space: str) -> str:
        """As it stands in a store: digests, since ids may hold what is private."""
        told = {
            name: hashlib.sha256(json.dumps([space, name, value]).encode()).hexdigest()
            for name, value in zip(_NAMES, _values(self), strict=True)
            if value is not None
        }
        return json.dumps(told, sort_keys=True)

    @classmethod
    def read(cls, stored: str) -> "RunIds":
        """What `stored` wrote, as digests."""
        try:
            told = json.loads(stored)
        except ValueError:
            return cls()
        return cls(*(told.get(name) for name in _NAMES))


_NAMES = ("session", "task", "agent")


def _values(ids: RunIds) -> tuple[str | None, ...]:
    return ids.session, ids.task, ids.agent


@dataclass(frozen=True, slots=True)
class StepUnit:
    """One step of a task, or one look at its page."""

    task_text: str | None
    """None where the unit names no task."""
    step: Step
    unit_id: str | None = None
    at: datetime | None = None
    run: RunIds = RunIds()


@dataclass(frozen=True, slots=True)
class SessionUnit:
    """A whole run, as its end tells it."""

    trajectory: Trajectory
    run: RunIds = RunIds()
