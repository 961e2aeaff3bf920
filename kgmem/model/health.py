"""The state of the stores, and where an element was found."""

from typing import Literal

from pydantic import Field

from kgmem.model.base import Value
from kgmem.model.trajectory import Element


class Finding(Value):
    """One thing that `doctor` noticed, with its cure."""

    severity: Literal["info", "warning", "error"]
    message: str
    cure: str


class Diagnosis(Value):
    """Whether the two stores agree."""

    ok: bool
    drift: int
    """Points or nodes that one store has and the other lacks."""
    findings: tuple[Finding, ...] = ()


class Located(Value):
    """Which of the candidates a step means."""

    index: int | None = None
    element_id: str | int | None = None
    confidence: float = 0.0
    margin: float = 0.0
    ambiguous: bool = False
    evidence: dict[str, float] = Field(default_factory=dict)
    element: Element | None = Field(default=None, repr=False)
    """The one at `index`, as it was given."""
    destination: "Located | None" = None
    """The same of where a drag ends. What is ambiguous there is ambiguous here."""
    why: str | None = None
    """Why there is none, where that can be told in words."""
