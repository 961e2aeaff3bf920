"""What came of the rows of a table."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from kgmem.model.answer import Answer
from kgmem.model.base import Value

RowOutcome = Literal["success", "failure", "aside", "skipped"]


class Row(Value):
    """One row: what was to be done, and what came of it."""

    number: int
    """From 1 on."""
    values: dict[str, str] = Field(default_factory=dict)
    """By column, without secrets."""
    outcome: RowOutcome = "skipped"
    """success: done; failure: all was done, but nothing landed, as a check says; aside:
    not done, or not to its end; skipped: not begun."""
    reason: str | None = None
    """Why it is no success, or was not begun."""
    may_be_done: bool = False
    """Was anything begun that may have had its effect? Then it is not done again unless
    somebody says so."""
    verified: bool = False
    """Did a check say that it was done?"""
    answers: dict[str, Answer] = Field(default_factory=dict)
    """What was read for it, by name."""
    steps: tuple[str, ...] = ()
    """What would be done, in words, where nothing is (`dry_run`)."""


class Rows(Value):
    """What came of all rows, with those that an earlier call has done."""

    rows: tuple[Row, ...]
    journal: Path
    """What was begun and what ended, a line each; `resume` goes on by it."""
    results: Path | None = None
    """The rows with outcomes, reasons and answers, as CSV."""
    halted: str | None = None
    """Why the rest was not begun."""

    @property
    def done(self) -> int:
        """Rows that are a success."""
        return sum(row.outcome == "success" for row in self.rows)

    @property
    def aside(self) -> int:
        """Rows that somebody has to look at."""
        return sum(row.outcome in ("aside", "failure") for row in self.rows)
