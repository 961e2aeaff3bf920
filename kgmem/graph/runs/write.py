"""Runs into the graph: claimed, placed, written and linked, in one transaction."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import uuid4

from kgmem.errors import GraphUnavailable
from kgmem.graph.changes import Changes, many
from kgmem.graph.known_tasks import (
    newest_of_each,
    paths_of,
    paths_text,
    with_replays,
    with_replays_of,
    with_success,
)
from kgmem.graph.points import TASK, outbox_row, stamped
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import RunRows, without_unknown
from kgmem.model.decision import APPROVED, QUARANTINED
from kgmem.ports import Row, Transaction

CLAIMS = 4
"""Attempts to claim a task that others forget meanwhile."""
NEWEST = {
    "success": ("successes", 3),
    "failure": ("failures", 2),
    "unknown": ("others", 1),
}
"""Where a task keeps the ids of its newest runs, and of how many: all that recall
looks at. Of successes it is those of each path, the best supported path first."""

UNIT = "unit:"
"""How ids of drafts begin that units from outside made."""


class Overtaken(GraphUnavailable):
    """Another process stored one of the runs, or forgot the last run on an element,
    a moment after it was looked for: by now it is known, or known to be missing."""


def write_runs(
    tx: Transaction,
    runs: Sequence[RunRows],
    changes: Changes,
    drop_drafts: Sequence[str] = (),
) -> tuple[list[bool], list[Row], list[Row]]:
    """Store the runs that are not stored yet, with their outbox rows: for each run
    whether it is new, the points that the index has to take up, and what the logs of
    the spaces hold, where something was written. Three statements, however many runs,
    but for plans and drafts. Raises Overtaken; the same may succeed then."""
    first = {run.experience["experience_id"]: run for run in reversed(runs)}
    claimed, elements = _claim_tasks(tx, list(first.values()))
    chosen = [run for key, run in reversed(first.items()) if key in claimed]
    points: list[Row] = []
    log: list[Row] = []
    _end_drafts(tx, drop_drafts)
    if chosen:
        _note_plans(tx, chosen, claimed)
        points, log = _write(tx, chosen, claimed, elements, changes)
    new = {id(run) for run in chosen}
    return [id(run) in new for run in runs], points, log


def _end_drafts(tx: Transaction, ids: Sequence[str]) -> None:
    """Drafts that became a run go; of units it stays known that they came."""
    units = [one for one in ids if one.startswith(UNIT)]
    for name, chosen in (
        ("spend_drafts", units),
        ("drop_drafts", [one for one in ids if one not in units]),
    ):
        if chosen:
            tx.run(query(name), {"ids": chosen})


def _claim_tasks(
    tx: Transaction, runs: Sequence[RunRows]
) -> tuple[dict[str, Row], set[str]]:
    """Of the runs that are not stored yet, by id the counters of their tasks, which are
    made and locked; in the order of their ids, so that two writers can't wait for each
    other. And which elements of all runs are there already."""
    missing = sorted(map(_claim, runs), key=lambda row: str(row["task_id"]))
    asked = list(dict.fromkeys(key for run in runs for key in run.elements))
    known: set[str] = set()
    claimed: dict[str, Row] = {}
    for _ in range(CLAIMS):  # one that was forgotten while we waited is made anew
        claim = uuid4().hex
        rows = each(tx, "claim_tasks", missing, claim=claim, elements=asked)
        known |= {key for row in rows if (key := row.pop("element_id"))}
        asked = []
        found = {key: row for row in rows if (key := row.pop("experience_id"))}
        if not all(row.pop("fresh") for row in found.values()):
            raise Overtaken("a run was stored by another process meanwhile")
        claimed |= {key: row for key, row in found.items() if row["task_id"]}
        again = found.keys() - claimed.keys()
        missing = [row for row in missing if row["experience_id"] in again]
        if not missing:
            return claimed, known
    raise GraphUnavailable("the task is being forgotten by others all the time")


def _claim(run: RunRows) -> Row:
    return {"experience_id": run.experience["experience_id"], **run.task}


def _new_pages(runs: Sequence[RunRows], known: Collection[str]) -> list[Row]:
    """The elements that are not there yet, with their pages and apps."""
    elements = {key: row for run in runs for key, row in run.elements.items()}
    pages = {key: (page, run) for run in runs for key, page in run.pages.items()}
    rows: dict[str, Row] = {}
    for element in (row for key, row in elements.items() if key not in known):
        key = element["page_id"]
        page, run = pages[key]
        row = rows.setdefault(key, {**page, "apps": _apps(run), "elements": []})
        row["elements"].append(without_unknown(element))
    return [rows[key] for key in sorted(rows)]


def _apps(run: RunRows) -> list[Row]:
    return [run.app] if run.app else []


def _write(
    tx: Transaction,
    runs: Sequence[RunRows],
    claimed: Mapping[str, Row],
    elements: Collection[str],
    changes: Changes,
) -> tuple[list[Row], list[Row]]:
    counters = {row["task_id"]: row for row in claimed.values()}
    new = {key for key, row in counters.items() if not row["runs"]}
    if hidden := [key for key, row in counters.items() if row["withheld"]]:
        tx.run(query("show_again"), {"ids": hidden})
    tasks = (run.task for run in _first_of(runs, new))
    points = stamped(
        TASK, [{"point_id": task["task_id"], **task["props"]} for task in tasks]
    )
    targeted = [_steps_of(run, targeted=True) for run in runs]
    params = {
        "pages": _new_pages(runs, elements),
        "tasks": _task_rows(runs, counters, points),
        "runs": targeted,
    }
    made = tx.run(query("write_runs"), params)[0]["steps"]
    if made != sum(len(row["steps"]) for row in targeted):
        raise Overtaken("an element of a run was deleted while it was learned")
    log = tx.run(query("link_runs"), {**_links(runs, new), **_noted(runs, changes)})
    return points, log


def _noted(runs: Sequence[RunRows], changes: Changes) -> Row:
    """What the logs of the spaces get, and what is asked of them."""
    tasks: dict[str, dict[str, None]] = {}
    for run in runs:
        tasks.setdefault(run.space, {})[run.task["task_id"]] = None
    notes = [
        row
        for space, ids in tasks.items()
        for row in changes.noting(space, many("task", ids))
    ]
    return {"notes": notes, **changes.asked(*tasks)}


def _first_of(runs: Sequence[RunRows], tasks: Collection[str]) -> Iterable[RunRows]:
    """The first run of each of these tasks."""
    first = {run.task["task_id"]: run for run in reversed(runs)}
    return [run for key, run in reversed(first.items()) if key in tasks]


def _task_rows(
    runs: Sequence[RunRows], counters: dict[str, Row], points: Sequence[Row]
) -> list[Row]:
    """What is written of each task, with its new runs."""
    waiting = {row["point_id"]: row for row in points}
    rows: dict[str, Row] = {}
    for run in runs:
        key = run.task["task_id"]
        counters[key] = counted(counters[key], run.experience)
        point = waiting.get(key)
        row = rows.setdefault(
            key,
            {
                "task_id": key,
                "apps": _apps(run) if point else [],
                "outbox": [outbox_row(TASK, point)] if point else [],
                "runs": [],
            },
        )
        row["summary"] = counters[key]
        row["runs"].append(_run_row(run))
    return list(rows.values())


def _run_row(run: RunRows) -> Row:
    bare = _steps_of(run, targeted=False)["steps"]
    return {
        **without_unknown(run.experience),
        "first": [step for step in bare if step["n"] == 1],
        "bare": [step for step in bare if step["n"] != 1],
    }


def _steps_of(run: RunRows, *, targeted: bool) -> Row:
    """The run's steps that have a target, or those that have none."""
    return {
        "experience_id": run.experience["experience_id"],
        "steps": [step for step in run.steps if ("element_id" in step) is targeted],
    }


def _links(runs: Sequence[RunRows], new: Collection[str]) -> dict[str, list[Row]]:
    uses: dict[str, Counter[str]] = {}
    for run in runs:
        uses.setdefault(run.task["task_id"], Counter()).update(list(run.uses))
    rows: dict[bool, list[Row]] = {True: [], False: []}
    for task, used in uses.items():
        elements = [{"element_id": key, "runs": n} for key, n in used.items()]
        rows[task in new].append({"task_id": task, "elements": elements})
    links = [
        {"before": before["step_id"], "after": after["step_id"]}
        for run in runs
        for before, after in zip(run.steps, run.steps[1:], strict=False)
    ]
    return {"links": links, "uses": rows[True], "again": rows[False]}


def _note_plans(
    tx: Transaction, runs: Sequence[RunRows], claimed: Mapping[str, Row]
) -> None:
    """Runs that followed a plan: what was counted for their task when the plan was
    reported is counted by the run itself now."""
    tasks = {row["task_id"]: row for row in claimed.values()}
    followed = {
        run.experience["props"]["report_id"]: run
        for run in runs
        if run.experience["props"]["report_id"]
    }
    reports = each(
        tx,
        "note_runs_of_plans",
        (
            {
                "report_id": key,
                "space": run.experience["props"]["space"],
                "plan_id": run.experience["props"]["plan_id"],
                "experience_id": run.experience["experience_id"],
            }
            for key, run in followed.items()
        ),
    )
    counted = [
        {
            "report_id": row["report_id"],
            "task_id": row["counted_on"],
            "wins": int(row["outcome"] == "success"),
            "losses": int(row["outcome"] == "failure"),
            "verified": int(row["outcome"] == "success" and row["judge"] is not None),
            "path": row["path"],
        }
        for row in reports
        if row["counted_on"] == followed[row["report_id"]].task["task_id"]
    ]
    each(tx, "discount_replays", counted)
    for row in counted:
        task = tasks[row["task_id"]]
        less = (-row[name] for name in ("wins", "losses", "verified"))
        task["paths"] = paths_text(
            with_replays(paths_of(task["paths"]), row["path"], *less)
        )
    if counted:
        ids = [row["report_id"] for row in counted]
        tx.run(query("discount_reports"), {"ids": ids})


def counted(summary: Row | None, experience: Row | None) -> Row:
    """A task's counters with one more run in them, or none at all."""
    old = summary or {}
    if experience is None:
        lists: Row = {name: [] for name in ("successes", "failures", "others")}
        none = {"runs": 0, "wins": 0, "losses": 0, "verified": 0, "paths": None}
        return {**none, **lists}
    props, key = experience["props"], experience["experience_id"]
    outcome = props["outcome"]
    lists = {
        name: list(old.get(name) or ()) for name in ("successes", "failures", "others")
    }
    name, most = NEWEST[outcome]
    paths = paths_of(old.get("paths"))
    if outcome == "success" and (path := props.get("path")):
        paths = with_success(paths, path, key, is_verified(props))
        known = [*newest_of_each(paths), *lists[name]]
        lists[name] = list(dict.fromkeys(known))[:most]
    else:
        lists[name] = [key, *lists[name]][:most]
    return {
        "paths": paths_text(paths),
        "runs": (old.get("runs") or 0) + 1,
        "wins": (old.get("wins") or 0) + (outcome == "success"),
        "losses": (old.get("losses") or 0) + (outcome == "failure"),
        "verified": (old.get("verified") or 0) + is_verified(props),
        **lists,
    }


def is_verified(run: Row) -> bool:
    """Is it a success that a judge or an operator vouches for?"""
    vouched = run.get("judge") is not None or run.get("decided") == APPROVED
    return bool(run["outcome"] == "success" and vouched)


def summary_of(runs: Iterable[Row]) -> Row:
    """A task's counters by all its runs, oldest first. Those that are quarantined are
    its runs and count for nothing; a task of such alone is withheld."""
    listed = list(runs)
    kept = [run for run in listed if run.get("decided") != QUARANTINED]
    summary = counted(None, None)
    for run in kept:
        experience = {"experience_id": run["experience_id"], "props": run}
        summary = counted(summary, experience)
    before = paths_of(listed[0].get("paths") if listed else None)
    return {
        **summary,
        "paths": paths_text(with_replays_of(paths_of(summary["paths"]), before)),
        "runs": len(listed),
        "withheld": True if listed and not kept else None,
    }
