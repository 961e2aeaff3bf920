"""Rows of runs as runs again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kgmem.graph.columns import COUNT, OBJECT, TIME, Column, fields_of, named
from kgmem.graph.known_tasks import TaskSummary
from kgmem.model.decision import APPROVED
from kgmem.model.experience import Experience, Stats, lower_bound_of
from kgmem.model.trajectory import UNCOUNTED, Element, Locator, Page, Step
from kgmem.model.trust import EVERY_SOURCE, TrustedSources
from kgmem.ports import Row


def step_of(row: Row) -> Step:
    """The step in a row of the graph; it was validated when learned."""
    return _step(*map(row.get, _OF_STEP))


@lru_cache(maxsize=4096)
def _step(*told: Any) -> Step:
    """Cached, as steps are frozen and recalls read the same ones again and again."""
    row = dict(zip(_OF_STEP, told, strict=True))
    known = fields_of(STEP, row)
    for part, healed in _HEALED.items():
        if known[part] and row[healed]:
            known[part] = known[part].told_by(locators_of(row[healed]))
    return Step.of_stored(**known)


@lru_cache(maxsize=1024)
def locators_of(text: str | None) -> tuple[Locator, ...]:
    """The locators in a JSON text."""
    if not text:
        return ()
    return tuple(Locator(kind=kind, value=value) for kind, value in json.loads(text))


@lru_cache(maxsize=4096)
def element_of(text: str | None) -> Element | None:
    """The element in a JSON text."""
    return None if text is None else Element.model_validate_json(text)


@lru_cache(maxsize=1024)
def page_of(text: str | None) -> Page | None:
    """The page in a JSON text."""
    return None if text is None else Page.model_validate_json(text)


STEP = {
    **named("action value effect success error thought duration_ms"),
    **named("target destination", Column(load=element_of)),
    **named("page_before page_after", Column(load=page_of)),
    "params": OBJECT,
    "at": TIME,
}
_HEALED = {"target": "healed", "destination": "healed_destination"}
_OF_STEP = (*STEP, *_HEALED.values())
"""The properties of its node that a step is made of."""


def with_elements(step: Step, elements: str | None) -> Step:
    """The step with the elements of its pages put back."""
    if not elements:
        return step
    before, after = json.loads(elements)
    return step.model_copy(
        update={
            name: (page or Page()).model_copy(
                update={"elements": tuple(map(Element.model_validate, listed))}
            )
            for name, page, listed in (
                ("page_before", step.page_before, before),
                ("page_after", step.page_after, after),
            )
            if listed
        }
    )


STATS = {
    **named("uses wins losses"),
    **named(" ".join(("verified", "streak", *UNCOUNTED)), COUNT),
    "last_used_at": TIME,
    "ema": Column(name="ema_success"),
    "feedback": Column(name="feedback_score"),
}
"""Counters of what was used or replayed."""


def stats_of(run: Row) -> Stats:
    """The counters of a stored run."""
    return Stats.of_stored(
        **fields_of(STATS, run), lower_bound=lower_bound_of(dict(run))
    )


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as it came back, with what routing needs beside it."""

    experience: Experience
    app_version: str | None
    device: str | None
    recorded_at: int
    path: str | None = None
    """The key of the path that it took, see `path_key`."""
    approved: bool = False
    """Does an operator vouch for it?"""
    trusted: bool = True
    """Does its success count? Else it is on probation: to be shown and adapted, never
    to be replayed as it is."""


@dataclass(frozen=True, slots=True)
class RunsOfTask:
    """A task by its runs."""

    summary: TaskSummary
    runs: Mapping[str, StoredRun]
    """By id, those that the summary names."""


def runs_of(
    rows: Iterable[Row], trusted: TrustedSources = EVERY_SOURCE
) -> dict[str, StoredRun]:
    """Runs by id from rows that hold a run's head or one of its steps."""
    heads: dict[str, Row] = {}
    steps: dict[str, list[Row]] = {}
    for row in rows:
        if row["run"] is not None:
            heads[row["experience_id"]] = row
        else:
            steps.setdefault(row["experience_id"], []).append(row["step"])
    return whole_runs(heads, steps, trusted)


def whole_runs(
    heads: Mapping[str, Row],
    steps: Mapping[str, Sequence[Row]],
    trusted: TrustedSources = EVERY_SOURCE,
) -> dict[str, StoredRun]:
    """Runs by id from their heads and the rows of their steps."""
    return {
        key: _stored_run(head, steps_of(steps.get(key, ())), trusted)
        for key, head in heads.items()
    }


def steps_of(rows: Iterable[Row]) -> tuple[Step, ...]:
    """A run's steps in their order."""
    return tuple(map(step_of, sorted(rows, key=lambda row: row["n"])))


def _stored_run(
    head: Row, steps: tuple[Step, ...], trusted: TrustedSources
) -> StoredRun:
    run = head["run"]
    stats, approved = stats_of(run), run.get("decided") == APPROVED
    return StoredRun(
        experience=Experience.of_stored(
            experience_id=head["experience_id"],
            task_id=head["task_id"],
            source_task_id=run["source_task_id"],
            task=head["task"]["text"],
            app=head["task"]["app"],
            outcome=run["outcome"],
            score=run["score"],
            judge=run.get("judge"),
            source=run.get("source"),
            decided=run.get("decided"),
            steps=steps,
            preconditions=run.get("preconditions"),
            keywords=tuple(head["task"].get("keywords") or ()),
            stats=stats,
            why=(),
        ),
        app_version=run["app_version"],
        device=run["device"],
        recorded_at=run["recorded_at"],
        path=run.get("path"),
        approved=approved,
        trusted=bool(stats.verified) or run.get("source") in trusted,
    )
