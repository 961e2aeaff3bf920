"""Runs in pages, and one of them step by step."""

from typing import Any, Literal

from fastapi import APIRouter

from kgmem import Experience
from kgmem.serving import app_id, describe_step
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Page,
    Paged,
    PagedQuery,
    Said,
    line_of,
    newest,
    store_of,
    words_of,
)

Outcome = Literal["success", "failure", "unknown"]


ORDER = newest("recorded_at", "experience_id")
ALL, OF_APP, SAID = (
    PagedQuery(name, ORDER)
    for name in ("listed_runs", "listed_runs_of_app", "listed_runs_said")
)


def add_runs(router: APIRouter) -> None:
    """`/runs`, `/runs/RUN`."""

    @router.get("/runs")
    def runs(
        memory: In,
        page: Page,
        app: Said = None,
        outcome: Outcome | None = None,
        text: Said = None,
    ) -> Paged:
        """Runs, newest first: of an app, that ended so, whose task has this text."""
        words = words_of(text)
        asked: dict[str, Any] = {"outcome": outcome}
        if app:
            asked |= {"app_id": app_id(memory.space, app), "text": words}
            return OF_APP.page(memory, page, **asked)
        if words:
            return SAID.page(memory, page, text=words, **asked)
        return ALL.page(memory, page, **asked)

    @router.get("/runs/{experience_id}")
    def run(memory: In, experience_id: str) -> dict[str, Any]:
        """A run step by step, where and when it was, and what was decided about it."""
        found = _without_elements(memory.experience(experience_id))
        asked = {"space": memory.space, "experience_id": experience_id}
        [beside] = store_of(memory).read("listed_run", **asked) or [{}]
        return {
            "run": found,
            "lines": list(map(describe_step, found.steps)),
            "beside": line_of(beside),
            "decisions": memory.history(experience_id),
        }


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
