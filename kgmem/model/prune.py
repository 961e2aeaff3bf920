"""What cleaning up took away, and what it spared."""

from datetime import datetime
from typing import Literal

from kgmem.model.base import Value


class PruneItem(Value):
    """One run, or one pattern, that was looked at, and why it went or stays."""

    kind: Literal["experience", "pattern"]
    id: str
    text: str
    """The task's words, or the pattern's template."""
    app: str | None = None
    wins: int
    losses: int
    last_used_at: datetime
    """When it was used or, never used, learned last."""
    reason: str


class PruneReport(Value):
    """What cleaning up took away; what it would take, after a dry run."""

    dry_run: bool = False
    experiences: int = 0
    """Runs that went,"""
    patterns: int = 0
    """patterns that went,"""
    kept: int = 0
    """and runs and patterns that are unreliable and old, but still of use."""
    gone: tuple[PruneItem, ...] = ()
    """The first 1,000 that went, patterns before runs."""
    spared: tuple[PruneItem, ...] = ()
    """The first 1,000 that were kept."""
    seconds: float = 0.0
