"""Open questions: what a person can settle, with what is known about each."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem.ports import Row
from kgmem.serving import decisions_of, moment_of
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    After,
    Limit,
    Paged,
    page_of,
    place_of,
    store_of,
)
from kgmem_serve.viewed.questions import SORTS, Questions, Sort

COUNTED = 100
"""Questions of a sort that are counted."""
Verb = Literal["approve", "quarantine", "release", "retract_fact"]
DECIDE: tuple[Verb, ...] = ("approve", "quarantine")
REDECIDE: tuple[Verb, ...] = ("release", "approve")
DENY: tuple[Verb, ...] = ("retract_fact",)


class OpenSlot(BaseModel):
    """A slot that nothing tells the value of."""

    name: str
    kind: str | None
    examples: list[str]


class OpenFact(BaseModel):
    """One of two facts that can't both be so."""

    fact_id: str
    text: str
    source: str | None
    confidence: float | None
    at: datetime | None


class Question(BaseModel):
    """One thing to settle."""

    sort: Sort
    kind: Literal["run", "pattern", "fact"]
    id: str
    """What the verbs are about: a run, a pattern, a fact."""
    text: str
    app: str | None = None
    at: datetime | None = None
    verbs: list[Verb]
    """Methods of the SDK that settle it."""
    slots: list[OpenSlot] = []
    facts: list[OpenFact] = []
    outcome: str | None = None
    told: list[str] = []
    """What was reported or decided about it, in words."""
    figures: dict[str, int] = {}


class OpenCount(BaseModel):
    """How many of a sort are open."""

    sort: Sort
    open: int
    more: bool
    """More than were counted."""


def add_questions(router: APIRouter) -> None:
    """`/questions`, and those of one sort."""

    @router.get("/questions")
    def counts(memory: In) -> list[OpenCount]:
        """How many questions of each sort are open."""
        asked = Questions(store_of(memory), memory.space)
        found = {sort: asked.open(sort, COUNTED + 1) for sort in SORTS}
        return [
            OpenCount(sort=sort, open=min(n, COUNTED), more=n > COUNTED)
            for sort, n in found.items()
        ]

    @router.get("/questions/{sort}")
    def questions(
        memory: In, sort: Sort, limit: Limit = 20, after: After = None
    ) -> Paged[Question]:
        """Those of one sort."""
        order = SORTS[sort].order
        types = [int if column == "at" else str for column in order]
        asked = Questions(store_of(memory), memory.space)
        rows = asked.of(sort, place_of(after, *types), limit + 1)
        return page_of(rows, limit, lambda row: _question(sort, row), order)


def _question(sort: Sort, row: Row) -> Question:
    text = row.get("text") or row.get("task") or row.get("origin") or ""
    common = {
        "sort": sort,
        "id": row.get("id") or row["origin_id"],
        "text": text,
        "app": row.get("app"),
        "at": moment_of(row["at"]),
    }
    return Question.model_validate({**common, **MADE[sort](row)})


def _run(row: Row) -> dict[str, Any]:
    figures = {"steps": row["steps"]}
    told = [row["source"]] if row["source"] else []
    return {"kind": "run", "verbs": DECIDE, "figures": figures, "told": told}


def _withheld(kind: str) -> Callable[[Row], dict[str, Any]]:
    def made(row: Row) -> dict[str, Any]:
        told = [f"{one.by}: {one.why}" for one in decisions_of(row["decisions"])]
        verbs = REDECIDE if row.get("outcome") != "failure" else REDECIDE[:1]
        return {
            "kind": kind,
            "verbs": verbs,
            "told": told,
            "outcome": row.get("outcome"),
        }

    return made


def _pattern(row: Row) -> dict[str, Any]:
    figures = {name: row[name] or 0 for name in ("support", "wins", "losses")}
    return {"kind": "pattern", "verbs": DECIDE, "figures": figures}


def _slots(row: Row) -> dict[str, Any]:
    slots = [{**one, "examples": one["examples"] or []} for one in row["slots"]]
    return {"kind": "pattern", "verbs": DECIDE, "slots": slots}


def _plan(row: Row) -> dict[str, Any]:
    told = [row[name] for name in ("reason", "deviations") if row[name]]
    steps = {"failed_step": row["failed_step"]}
    return {
        "kind": "pattern" if row["origin_kind"] == "pattern" else "run",
        "verbs": DECIDE,
        "outcome": row["outcome"],
        "told": told,
        "figures": {name: n for name, n in steps.items() if n is not None},
    }


def _conflict(row: Row) -> dict[str, Any]:
    facts = [
        {
            "fact_id": row[key],
            "text": row[text],
            "source": row[f"{of}source"],
            "confidence": row[f"{of}confidence"],
            "at": moment_of(row[f"{of}at"]),
        }
        for key, text, of in (("id", "text", ""), ("other_id", "other", "other_"))
    ]
    about = " · ".join(one for one in (row["subject"], row["predicate"]) if one)
    return {
        "kind": "fact",
        "verbs": DENY,
        "facts": facts,
        "text": about or row["text"],
    }


MADE: Mapping[Sort, Callable[[Row], dict[str, Any]]] = {
    "unjudged": _run,
    "plans": _plan,
    "patterns": _pattern,
    "slots": _slots,
    "facts": _conflict,
    "withheld": _withheld("run"),
    "withheld_patterns": _withheld("pattern"),
}
