"""Patterns in pages, and one of them with its paths and members."""

from typing import Any

from fastapi import APIRouter

from kgmem import Memory, Pattern
from kgmem.ports import Row
from kgmem.serving import Status, describe_step
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Page,
    Paged,
    PagedQuery,
    Said,
    store_of,
)
from kgmem_serve.http.views.ways import WayEvidence, ways_of

MOST_PATHS = 12


def _member(row: Row) -> dict[str, Any]:
    """A task of a pattern with its values, and what came of its newest runs, successes
    first."""
    bound = {
        slot["name"]: slot["value"] if slot["items"] is None else slot["items"]
        for slot in row["bound"]
        if slot
    }
    counts = {name: row[name] or 0 for name in ("runs", "wins", "losses")}
    newest = [*row["successes"], *row["failures"]]
    told = {name: row[name] for name in ("task_id", "task", "app")}
    return {**told, **counts, "bindings": bound, "newest": newest}


PATTERNS = PagedQuery(
    "listed_patterns", [("support", "support", int), ("pattern_id", "after", str)]
)
MEMBERS = PagedQuery("listed_members", [("task_id", "after", str)], _member)


def add_patterns(router: APIRouter) -> None:
    """`/patterns`, `/patterns/PATTERN` and its members."""

    @router.get("/patterns")
    def patterns(
        memory: In,
        page: Page,
        app: Said = None,
        status: Status | None = None,
        text: Said = None,
    ) -> Paged:
        """Patterns, best supported first."""
        asked = {
            "app": (app and app.lower()) or None,
            "text": (text and text.lower()) or None,
        }
        return PATTERNS.page(memory, page, status=status, **asked)

    @router.get("/patterns/{pattern_id}")
    def pattern(memory: In, pattern_id: str) -> dict[str, Any]:
        """A pattern with its slots, steps, paths and what was decided about it."""
        return _shown(memory, memory.pattern(pattern_id))

    @router.get("/patterns/{pattern_id}/members")
    def members(memory: In, pattern_id: str, page: Page) -> Paged:
        """The tasks of a pattern, with the values that they gave for its slots."""
        return MEMBERS.page(memory, page, pattern_id=pattern_id)


def _shown(memory: Memory, pattern: Pattern) -> dict[str, Any]:
    key = pattern.pattern_id
    ways = ways_of(store_of(memory), memory.space, key)[:MOST_PATHS]
    return {
        **{name: getattr(pattern, name) for name in _AS_THEY_ARE},
        "members": len(pattern.members),
        "steps": [{"step": s, "line": describe_step(s)} for s in pattern.steps],
        "learned": [wording.template for wording in pattern.learned],
        "paths": [_path(way, pattern) for way in ways],
        "history": memory.pattern_history(key),
        "decisions": memory.history(key),
    }


_AS_THEY_ARE = (
    "pattern_id", "template", "app", "version", "status", "approved", "support",
    "stats", "app_stats", "updated_at", "slots", "sources", "wordings",
)  # fmt: skip


def _path(way: WayEvidence, pattern: Pattern) -> dict[str, Any]:
    """A way that tasks were done with its own evidence, its steps in words; `followed`
    where it is behind the pattern's steps."""
    lines = {step.n: describe_step(step) for step in pattern.steps}
    told = (part if isinstance(part, str) else lines.get(part) for part in way.parts)
    evidence = ("wins", "losses", "verified", "lower_bound", "followed", "runs")
    return {
        **{name: getattr(way, name) for name in evidence},
        "tasks": len(way.tasks),
        "steps": [line for line in told if line],
    }
