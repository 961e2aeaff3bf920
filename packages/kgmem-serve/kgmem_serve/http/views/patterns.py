"""Patterns in pages, and one of them with its paths and members."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Memory, OperatorDecision, Pattern, PatternStep, RunSource, Slot, Stats
from kgmem.ports import Row
from kgmem.serving import Status, describe_step
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Moment,
    Page,
    Paged,
    PagedQuery,
    Said,
    store_of,
)
from kgmem_serve.http.views.ways import WayEvidence, ways_of

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
    updated_at: Moment | None


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
    slots: tuple[Slot, ...]
    steps: list[ShownStep]
    sources: tuple[RunSource, ...]
    wordings: tuple[str, ...]
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


def _member(row: Row) -> PatternMember:
    bound = {
        slot["name"]: slot["value"] if slot["items"] is None else slot["items"]
        for slot in row["bound"]
        if slot
    }
    counts = {name: row[name] or 0 for name in ("runs", "wins", "losses")}
    newest = [*row["successes"], *row["failures"]]
    told = {**row, **counts, "bindings": bound, "newest": newest}
    return PatternMember.model_validate(told)


PATTERNS = PagedQuery(
    "listed_patterns",
    PatternLine.model_validate,
    [("support", "support", int), ("pattern_id", "after", str)],
)
MEMBERS = PagedQuery("listed_members", _member, [("task_id", "after", str)])


def add_patterns(router: APIRouter) -> None:
    """`/patterns`, `/patterns/PATTERN` and its members."""

    @router.get("/patterns")
    def patterns(
        memory: In,
        page: Page,
        app: Said = None,
        status: Status | None = None,
        text: Said = None,
    ) -> Paged[PatternLine]:
        """Patterns, best supported first."""
        asked = {
            "app": (app and app.lower()) or None,
            "text": (text and text.lower()) or None,
        }
        return PATTERNS.page(memory, page, status=status, **asked)

    @router.get("/patterns/{pattern_id}")
    def pattern(memory: In, pattern_id: str) -> ShownPattern:
        """A pattern with its slots, steps, paths and what was decided about it."""
        return _shown(memory, memory.pattern(pattern_id))

    @router.get("/patterns/{pattern_id}/members")
    def members(memory: In, pattern_id: str, page: Page) -> Paged[PatternMember]:
        """The tasks of a pattern, with the values that they gave for its slots."""
        return MEMBERS.page(memory, page, pattern_id=pattern_id)


def _shown(memory: Memory, pattern: Pattern) -> ShownPattern:
    key = pattern.pattern_id
    ways = ways_of(store_of(memory), memory.space, key)[:MOST_PATHS]
    return ShownPattern(
        **{name: getattr(pattern, name) for name in _AS_THEY_ARE},
        members=len(pattern.members),
        steps=[ShownStep(step=one, line=describe_step(one)) for one in pattern.steps],
        learned=[one.template for one in pattern.learned],
        paths=[_path(way, pattern) for way in ways],
        history=memory.pattern_history(key),
        decisions=memory.history(key),
    )


_AS_THEY_ARE = (
    "pattern_id", "template", "app", "version", "status", "approved", "support",
    "stats", "app_stats", "updated_at", "slots", "sources", "wordings",
)  # fmt: skip


def _path(way: WayEvidence, pattern: Pattern) -> ShownPath:
    lines = {step.n: describe_step(step) for step in pattern.steps}
    told = (part if isinstance(part, str) else lines.get(part) for part in way.parts)
    return ShownPath(
        tasks=len(way.tasks),
        wins=way.wins,
        losses=way.losses,
        verified=way.verified,
        lower_bound=way.lower_bound,
        followed=way.followed,
        runs=way.runs,
        steps=[line for line in told if line],
    )
