"""Patterns in pages, and one of them with its paths and members."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Memory, OperatorDecision, Pattern, PatternStep, RunSource, Slot, Stats
from kgmem.ports import Row
from kgmem.serving import Status, describe_step
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    After,
    Limit,
    Paged,
    Said,
    page_of,
    place_of,
    store_of,
    timed,
)
from kgmem_serve.viewed.patterns import PatternList, WayEvidence

MOST_PATHS = 12


class PatternLine(BaseModel):
    """A pattern in a list."""

    pattern_id: str
    template: str
    app: str | None
    version: int
    status: str
    decided: str | None
    support: int
    members: int
    steps: int
    slots: int
    uses: int
    wins: int
    losses: int
    updated_at: datetime | None


class ShownStep(BaseModel):
    """A step of a pattern, also in words."""

    step: PatternStep
    line: str


class ShownPath(BaseModel):
    """A way that tasks of a pattern were done, with its own evidence."""

    tasks: int
    wins: int
    losses: int
    verified: int
    lower_bound: float
    followed: bool
    """Is it one of those behind the pattern's steps?"""
    runs: list[str]
    steps: list[str]
    """In words: as the pattern has them, others as a run took them."""


class ShownPattern(BaseModel):
    """A pattern with all that a page about it shows, but for its members."""

    pattern_id: str
    template: str
    app: str | None
    version: int
    status: Status
    approved: bool
    support: int
    members: int
    stats: Stats
    app_stats: dict[str, Stats]
    updated_at: datetime | None
    slots: list[Slot]
    steps: list[ShownStep]
    sources: list[RunSource]
    wordings: list[str]
    learned: list[str]
    paths: list[ShownPath]
    history: list[str]
    decisions: list[OperatorDecision]


class PatternMember(BaseModel):
    """A task of a pattern, and what came of its runs."""

    task_id: str
    task: str
    app: str | None
    runs: int
    wins: int
    losses: int
    bindings: dict[str, str | list[str]]
    newest: list[str]
    """Ids of its newest runs, successes first."""


def add_patterns(router: APIRouter) -> None:
    """`/patterns`, `/patterns/PATTERN` and its members."""

    @router.get("/patterns")
    def patterns(
        memory: In,
        app: Said = None,
        status: Status | None = None,
        text: Said = None,
        limit: Limit = 50,
        after: After = None,
    ) -> Paged[PatternLine]:
        """Patterns, best supported first."""
        rows = _list(memory).patterns(
            memory.space,
            place_of(after, int, str),
            limit + 1,
            app=app,
            status=status,
            text=text,
        )
        return page_of(rows, limit, _line, ["support", "pattern_id"])

    @router.get("/patterns/{pattern_id}")
    def pattern(memory: In, pattern_id: str) -> ShownPattern:
        """A pattern with its slots, steps, paths and what was decided about it."""
        return _shown(memory, memory.pattern(pattern_id))

    @router.get("/patterns/{pattern_id}/members")
    def members(
        memory: In, pattern_id: str, limit: Limit = 50, after: After = None
    ) -> Paged[PatternMember]:
        """The tasks of a pattern, with the values that they gave for its slots."""
        (place,) = place_of(after, str) or (None,)
        rows = _list(memory).members(memory.space, pattern_id, place, limit + 1)
        return page_of(rows, limit, _member, ["task_id"])


def _list(memory: Memory) -> PatternList:
    return PatternList(store_of(memory))


def _line(row: Row) -> PatternLine:
    return PatternLine(**timed(row, "updated_at"))


def _shown(memory: Memory, pattern: Pattern) -> ShownPattern:
    key = pattern.pattern_id
    paths = _list(memory).paths(memory.space, key)[:MOST_PATHS]
    return ShownPattern(
        **{name: getattr(pattern, name) for name in _AS_THEY_ARE},
        slots=list(pattern.slots),
        members=len(pattern.members),
        steps=[ShownStep(step=one, line=describe_step(one)) for one in pattern.steps],
        sources=list(pattern.sources),
        wordings=list(pattern.wordings),
        learned=[one.template for one in pattern.learned],
        paths=[_path(one, pattern) for one in paths],
        history=memory.pattern_history(key),
        decisions=memory.history(key),
    )


_AS_THEY_ARE = (
    "pattern_id", "template", "app", "version", "status", "approved", "support",
    "stats", "app_stats", "updated_at",
)  # fmt: skip


def _path(found: WayEvidence, pattern: Pattern) -> ShownPath:
    lines = {step.n: describe_step(step) for step in pattern.steps}
    told = (part if isinstance(part, str) else lines.get(part) for part in found.parts)
    return ShownPath(
        tasks=len(found.tasks),
        wins=found.wins,
        losses=found.losses,
        verified=found.verified,
        lower_bound=found.lower_bound,
        followed=found.followed,
        runs=found.runs,
        steps=[line for line in told if line],
    )


def _member(row: Row) -> PatternMember:
    bound: list[dict[str, Any]] = [one for one in row["bound"] if one]
    return PatternMember(
        task_id=row["task_id"],
        task=row["task"],
        app=row["app"],
        runs=row["runs"] or 0,
        wins=row["wins"] or 0,
        losses=row["losses"] or 0,
        bindings={
            one["name"]: one["value"] if one["items"] is None else list(one["items"])
            for one in bound
        },
        newest=[*row["successes"], *row["failures"]],
    )
