"""What is known: facts with the time they hold, and search hits."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kgmem.model.base import Value


class Fact(Value):
    """A statement; bounds of validity are [valid_from, valid_to)."""

    fact_id: str
    text: str
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime
    retracted_at: datetime | None = None
    confidence: float = 1.0
    source: str = "manual"
    keywords: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


class Hit(Value):
    """One answer of `search`."""

    kind: Literal["chunk", "fact", "task", "message"]
    id: str
    text: str
    score: float
    parts: dict[str, float] = Field(default_factory=dict)
    why: tuple[str, ...] = ()
    document_id: str | None = None
    source: str | None = None
