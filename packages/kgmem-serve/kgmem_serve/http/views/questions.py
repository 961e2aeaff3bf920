"""Open questions: what a person can settle, with what is known about each."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

from fastapi import APIRouter

from kgmem.ports import Row
from kgmem.serving import decisions_of
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    AskedPage,
    Order,
    Page,
    Paged,
    PagedQuery,
    line_of,
    newest,
)

Sort = Literal[
    "unjudged", "plans", "patterns", "slots", "facts", "withheld", "withheld_patterns"
]
COUNTED = 100
"""Questions of a sort that are counted."""
Verb = Literal["approve", "quarantine", "release", "retract_fact"]
DECIDE: tuple[Verb, ...] = ("approve", "quarantine")
REDECIDE: tuple[Verb, ...] = ("release", "approve")
DENY: tuple[Verb, ...] = ("retract_fact",)


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
    figures = {"failed_step": row["failed_step"], "times": row["times"]}
    where = " · ".join(one for one in (row["step"], row["page"]) if one)
    return {
        "kind": "pattern" if row["origin_kind"] == "pattern" else "run",
        "verbs": DECIDE,
        "outcome": row["outcome"],
        "told": [where, *told] if where else told,
        "figures": {name: n for name, n in figures.items() if n is not None},
    }


def _conflict(row: Row) -> dict[str, Any]:
    facts = [
        line_of(
            {
                "fact_id": row[key],
                "text": row[text],
                "source": row[f"{of}source"],
                "confidence": row[f"{of}confidence"],
                "at": row[f"{of}at"],
            }
        )
        for key, text, of in (("id", "text", ""), ("other_id", "other", "other_"))
    ]
    about = " · ".join(one for one in (row["subject"], row["predicate"]) if one)
    return {
        "kind": "fact",
        "verbs": DENY,
        "facts": facts,
        "text": about or row["text"],
    }


def _question(sort: Sort, more: Callable[[Row], dict[str, Any]], row: Row) -> Row:
    """One thing to settle: what it is about, the SDK's methods that settle it, and what
    was reported or decided about it."""
    common = {
        "sort": sort,
        "id": row.get("id") or row["origin_id"],
        "text": row.get("text") or row.get("task") or row.get("origin") or "",
        "app": row.get("app"),
        "at": row["at"],
        "slots": [],
        "facts": [],
        "outcome": None,
        "told": [],
        "figures": {},
    }
    return line_of({**common, **more(row)})


BY_ID = [("id", "after", str)]
ASKED: Mapping[Sort, tuple[str, Callable[[Row], dict[str, Any]], Order]] = {
    "unjudged": ("viewed_open_runs", _run, newest("at", "id")),
    "plans": ("viewed_troubles", _plan, newest("at", "report_id")),
    "patterns": ("viewed_new_patterns", _pattern, BY_ID),
    "slots": ("viewed_ungrounded", _slots, BY_ID),
    "facts": (
        "viewed_conflicts",
        _conflict,
        [("id", "one", str), ("other_id", "after", str)],
    ),
    "withheld": ("viewed_withheld_runs", _withheld("run"), newest("at", "id")),
    "withheld_patterns": ("viewed_withheld_patterns", _withheld("pattern"), BY_ID),
}
SORTS = {
    sort: PagedQuery(query, order, partial(_question, sort, more))
    for sort, (query, more, order) in ASKED.items()
}


def add_questions(router: APIRouter) -> None:
    """`/questions`, and those of one sort."""

    @router.get("/questions")
    def counts(memory: In) -> list[dict[str, Any]]:
        """How many questions of each sort are open."""
        most = AskedPage(COUNTED)
        pages = {sort: asked.page(memory, most) for sort, asked in SORTS.items()}
        return [
            {"sort": sort, "open": len(page.items), "more": page.next is not None}
            for sort, page in pages.items()
        ]

    @router.get("/questions/{sort}")
    def questions(memory: In, sort: Sort, page: Page) -> Paged:
        """Those of one sort."""
        return SORTS[sort].page(memory, page)
