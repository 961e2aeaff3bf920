"""Runs in pages, and one of them step by step."""

from datetime import datetime
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Experience, Memory, OperatorDecision
from kgmem.ports import Row
from kgmem.serving import describe_step
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
from kgmem_serve.viewed.runs import RunList

Outcome = Literal["success", "failure", "unknown"]


class RunLine(BaseModel):
    """A run in a list."""

    experience_id: str
    task: str
    app: str | None
    outcome: str
    judge: str | None
    decided: str | None
    steps: int
    duration_ms: int | None
    uses: int
    source: str | None
    recorded_at: datetime
    pattern_id: str | None


class RunBeside(BaseModel):
    """What is kept beside a run's steps."""

    url: str | None = None
    started_at: datetime | None = None
    recorded_at: datetime | None = None
    duration_ms: int | None = None
    device: str | None = None
    app_version: str | None = None
    locale: str | None = None
    session_id: str | None = None
    plan_id: str | None = None
    pattern_id: str | None = None
    template: str | None = None


class ShownRun(BaseModel):
    """A run with all that a page about it shows."""

    run: Experience
    lines: list[str]
    """Each step in words."""
    beside: RunBeside
    decisions: list[OperatorDecision]


def add_runs(router: APIRouter) -> None:
    """`/runs`, `/runs/RUN`."""

    @router.get("/runs")
    def runs(
        memory: In,
        app: Said = None,
        outcome: Outcome | None = None,
        text: Said = None,
        limit: Limit = 50,
        after: After = None,
    ) -> Paged[RunLine]:
        """Runs, newest first: of an app, that ended so, whose task has this text."""
        rows = _list(memory).runs(
            memory.space,
            place_of(after, int, str),
            limit + 1,
            app=app,
            outcome=outcome,
            text=text,
        )
        return page_of(rows, limit, _line, ["recorded_at", "experience_id"])

    @router.get("/runs/{experience_id}")
    def run(memory: In, experience_id: str) -> ShownRun:
        """A run step by step, where and when it was, and what was decided about it."""
        found = memory.experience(experience_id)
        steps = (_without_elements(found)).steps
        return ShownRun(
            run=found.model_copy(update={"steps": steps}),
            lines=list(map(describe_step, steps)),
            beside=_beside(_list(memory).beside(memory.space, experience_id)),
            decisions=memory.history(experience_id),
        )


def _list(memory: Memory) -> RunList:
    return RunList(store_of(memory))


def _line(row: Row) -> RunLine:
    return RunLine(**timed(row, "recorded_at"))


def _beside(row: Row) -> RunBeside:
    return RunBeside(**timed(row, "started_at", "recorded_at"))


def _without_elements(run: Experience) -> Experience:
    """The run without what else stood on its pages."""
    steps = tuple(
        step.model_copy(
            update={
                name: page.model_copy(update={"elements": ()})
                for name in ("page_before", "page_after")
                if (page := getattr(step, name)) is not None
            }
        )
        for step in run.steps
    )
    return run.model_copy(update={"steps": steps})
