"""What came of a plan, as it is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from kgmem.graph.patterns.learned import NewWording
from kgmem.model.pattern import PatternStep
from kgmem.model.plan import Origin
from kgmem.model.trajectory import Locator, ReplayOutcome

NAMESPACE = UUID("a9a4c1f0-0f8e-5b0b-9c53-5d1b6c7e2f10")
"""Never change it: every stored locator hangs on it."""


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """How one recorded step, or one of a pattern, did in a replay."""

    worked: bool
    met: tuple[Locator, ...] = ()
    """Locators that told the element that was used; new ones are kept."""
    missed: tuple[Locator, ...] = ()
    """Locators that would have told another one, or none."""
    destination: "StepOutcome | None" = None
    """The same of where it ended."""


@dataclass(frozen=True, slots=True)
class PlanOutcome:
    """What was reported of one plan; texts are redacted."""

    space: str
    plan_id: str
    origin: Origin
    task: str
    task_id: str
    app: str | None
    outcome: ReplayOutcome
    at: datetime
    feedback: float | None = None
    judge: str | None = None
    """Who says so besides the agent."""
    steps: Mapping[int, StepOutcome] = field(default_factory=dict)
    """By the number of the step that it was made from."""
    repaired: bool = False
    """Other steps did what the path did not; of a run, they become a run of their own,
    which counts as the success."""
    repairs: Mapping[int, tuple[PatternStep, ...]] = field(default_factory=dict)
    """What did a pattern's step's work, by its number."""
    wording: NewWording | None = None
    """In what words, none of its pattern's own, the task was told: as a template that
    a success adds to the learned ones, and a failure takes away."""
    repair_run: "RepairRun | None" = None
    """The run of its own that a repair becomes, to be learned once this is counted."""
    is_located: bool = False
    """Was each element that the path needs located on a page, and it succeeded?"""
    props: Mapping[str, object] = field(default_factory=dict)
    """What else the report's node says."""

    @property
    def verified(self) -> bool:
        """Does not the agent alone say so?"""
        return self.judge is not None


@dataclass(frozen=True, slots=True)
class RepairRun:
    """A run that waits in the graph to be learned; it goes when it is."""

    draft_id: str
    body: str
    """Its trajectory, redacted, as JSON."""
    experience_id: str = ""
    """Under which it will be stored."""
