"""What an orchestrator writes back: one step, or a whole session."""

from dataclasses import dataclass
from datetime import datetime

from kgmem.model.trajectory import Step, Trajectory

OBSERVE = "observe"
"""`params["name"]` of a step that only looked; merging makes it the page before the
step that follows."""


@dataclass(frozen=True, slots=True)
class StepUnit:
    """One step of a task, or one look at its page."""

    task_text: str | None
    """None where the unit names no task."""
    step: Step
    unit_id: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SessionUnit:
    """A whole run, as its end tells it."""

    trajectory: Trajectory
