"""GraphStore: what the flows ask of the graph, in their words."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any
from uuid import uuid4

from kgmem.errors import GraphUnavailable, InvalidInput
from kgmem.graph.hot import Held, HotRun, HotRuns, stamp_of
from kgmem.graph.points import TASK, PointKind, put_outbox
from kgmem.graph.query_files import query
from kgmem.graph.rows import RunRows, StoredRun, runs_of, steps_of, without_unknown
from kgmem.ports import CypherEngine, Row, Transaction

HUB = 32
"""An element that more tasks use than this links nothing: it is a menu bar."""
CLAIMS = 4
"""Attempts to claim a task that others forget meanwhile."""
LINKED, WALKED = 8, 4
"""Best seeds whose similar tasks, and whose elements, are followed."""
MAX_LINKS = 16
"""A task carries at most so many SIMILAR_TO edges."""
OF_ENTITY, LOOKED_AT = 64, 1_000
"""Facts over one entity that may matter for a task: the newest of so many."""
NO_FACTS: Mapping[str, Sequence[str]] = {
    name: [] for name in ("facts", "keys", "aliases", "tasks")
}
"""What leads to no facts."""
NEWEST = {
    "success": ("successes", 3),
    "failure": ("failures", 2),
    "unknown": ("others", 1),
}
"""Where a task keeps the ids of its newest runs, and of how many: all that recall
looks at."""


@dataclass(frozen=True, slots=True)
class Link:
    """How a task was reached: as a seed, by its words, or from `source` over the
    graph."""

    how: str
    source: str
    weight: float
    task: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Details:
    """What a recall reads of what it found."""

    summaries: Mapping[str, Row]
    """By task id."""
    runs: dict[str, StoredRun]
    """By experience id."""
    facts: Sequence[Row]
    """By subject and predicate, see the query `recall_details`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An outbox row: a point that the index still has to take up or give up."""

    outbox_id: str
    space: str
    op: str
    collection: str
    kind: str
    point_id: str
    stamp: str
    """Tells this row from an earlier one of the same point."""


@dataclass(frozen=True, slots=True)
class Written:
    """What `write_runs` did."""

    stored: list[bool]
    """For each run: is it new?"""
    points: list[Row]
    """What the index has to take up."""


class GraphStore:
    """Typed operations over any CypherEngine; all are scoped to a space."""

    def __init__(self, engine: CypherEngine, hot: HotRuns | None = None) -> None:
        self.engine = engine
        self.hot = hot or HotRuns(0)
        """Whoever deletes a run, or changes its steps, drops it there."""

    # learn ------------------------------------------------------------------------

    def write_runs(
        self, runs: Sequence[RunRows], drop_drafts: Sequence[str] = ()
    ) -> Written:
        """Store runs with their outbox rows in one transaction; those that are
        stored already (also earlier in `runs`) are left as they are."""

        def work(tx: Transaction) -> Written:
            fresh = _not_stored(tx, runs)
            tasks = _claim_tasks(tx, _only(runs, fresh))
            if any(task["runs"] for task in tasks.values()):
                # Another process may have stored one of them before the claim.
                fresh = _not_stored(tx, runs)
            points: list[Row] = []
            if chosen := _only(runs, fresh):
                _write_places(tx, chosen)
                points = _write_tasks(tx, chosen, tasks)
                _note_plans(tx, chosen)
                _write_steps(tx, chosen, {point["point_id"] for point in points})
            _end_drafts(tx, drop_drafts)
            return Written(fresh, points)

        try:
            return self.engine.write(work)
        except (InvalidInput, _Overtaken):
            # Another process may have stored the same run in the same moment, under
            # other words: by now it is known, and anything else is raised again.
            return self.engine.write(work)

    # recall -----------------------------------------------------------------------

    def neighbourhood(
        self,
        space: str,
        seeds: Sequence[str],
        *,
        text_hash: str,
        elements: Sequence[str] = (),
        expand: bool = True,
    ) -> list[Link]:
        """The seeds, the tasks of the very same words, in any app, and, with `expand`,
        what the graph links to the seeds, which come best first."""
        params = {
            "space": space,
            "seeds": list(seeds),
            "text_hash": text_hash,
            "linked": list(seeds[:LINKED]) if expand else [],
            "top": list(seeds[:WALKED]) if expand else [],
            "elements": list(elements) if expand else [],
            "hub": HUB,
        }
        rows = self.engine.read(query("neighbourhood"), params)
        return [Link(r.pop("how"), r.pop("source"), r.pop("weight"), r) for r in rows]

    def details(
        self,
        space: str,
        task_ids: Sequence[str],
        facts: Mapping[str, Sequence[str]] = NO_FACTS,
    ) -> Details:
        """These tasks' summaries, the runs that they name, with steps, and the facts
        that `facts` lead to; one round trip, none where nothing is asked for."""
        if not task_ids and not any(facts.values()):
            return Details({}, {}, [])
        held = self.hot.held(space, task_ids)
        params: dict[str, Any] = {
            "space": space,
            "ids": list(task_ids),
            "hot": held.stamps,
            "most": OF_ENTITY,
            "looked": LOOKED_AT,
            **facts,
        }
        rows = self.engine.read(query("recall_details"), params)
        of_runs = [_of_run(row) for row in rows if row["how"] in ("run", "step")]
        runs = runs_of(of_runs, held.steps)
        if self.hot.size:
            self._keep(space, held, of_runs, runs)
        return Details(
            {row["id"]: row["head"] for row in rows if row["how"] == "task"},
            runs,
            [row for row in rows if row["how"] == "facts"],
        )

    def _keep(
        self,
        space: str,
        held: Held,
        rows: Sequence[Row],
        runs: Mapping[str, StoredRun],
    ) -> None:
        """What was read stays at hand: runs that came with all of their steps."""
        heads = {r["experience_id"]: r["run"] for r in rows if r["run"]}
        read = {r["experience_id"] for r in rows if r["step"]} & runs.keys()
        self.hot.keep(
            space,
            held,
            [key for key in held.runs if key in runs and key not in read],
            [
                HotRun(key, run.task_id, stamp_of(heads[key]), run.steps)
                for key in read
                if (run := runs[key].experience)
                and len(run.steps) == heads[key]["steps"]
            ],
            runs.keys(),
        )

    def preload(self, space: str, limit: int, stop: Event) -> None:
        """Have the most used runs of a space at hand and, where fewer than `limit`
        were used, the newest."""
        held = self.hot.held(space)
        ids: list[str] = []
        for name in ("most_used_runs", "newest_runs"):
            if len(ids) < limit and not stop.is_set():
                found = self.read(name, space=space, limit=limit)
                ids += [row["experience_id"] for row in found]
        ids = list(dict.fromkeys(ids))[:limit]
        if ids and not stop.is_set():
            rows = self.read("steps_of_runs", space=space, ids=ids)
            self.hot.preload(space, held, _hot_runs(ids, rows))

    def versions(
        self, space: str, runs: Mapping[str, Sequence[str]]
    ) -> dict[str, set[str]]:
        """The versions of the app that runs were recorded on, by the key under which
        their ids come; of what has none, nothing."""
        rows = self.read(
            "versions_of_runs",
            space=space,
            rows=[{"key": key, "ids": list(ids)} for key, ids in runs.items()],
        )
        found: dict[str, set[str]] = {}
        for row in rows:
            found.setdefault(row["key"], set()).add(row["app_version"])
        return found

    def run(self, space: str, experience_id: str) -> StoredRun | None:
        """One run with its steps."""
        rows = self.read("run_with_steps", space=space, experience_id=experience_id)
        return runs_of(rows).get(experience_id)

    # the index's side -------------------------------------------------------------

    def waiting(self, limit: int = 512) -> list[Waiting]:
        """Outbox rows, oldest first, of all spaces."""
        rows = self.engine.read(query("waiting"), {"limit": limit})
        return [Waiting(**row) for row in rows]

    def settle(self, waiting: Sequence[tuple[str, str]]) -> None:
        """Remove outbox rows (id, stamp) that the index has made durable; a row
        that was renewed meanwhile stays."""
        if not waiting:
            return
        rows = [{"outbox_id": key, "stamp": stamp} for key, stamp in waiting]
        self.engine.write(lambda tx: tx.run(query("settle"), {"rows": rows}))

    def link_similar(self, links: Sequence[tuple[str, str, float]]) -> None:
        """SIMILAR_TO edges (source, target, score 0..1), as many as fit under
        MAX_LINKS for each task."""
        if links:
            self.engine.write(lambda tx: _link_similar(tx, links))

    def points(self, kind: PointKind, ids: Sequence[str]) -> list[Row]:
        """What the index keeps of these nodes."""
        rows = self.engine.read(query(kind.points), {"ids": list(ids)})
        return [{**row, "kind": kind.name} for row in rows]

    def read(self, name: str, **params: Any) -> list[Row]:
        """Rows of a named reading query."""
        return self.engine.read(query(name), params)

    def write(self, name: str, **params: Any) -> list[Row]:
        """Rows of a named writing query, in a transaction of its own."""
        return self.engine.write(lambda tx: tx.run(query(name), params))


def _of_run(row: Row) -> Row:
    """As `run_with_steps` gives it."""
    is_run = row["how"] == "run"
    return {
        "task_id": row["id"],
        "experience_id": row["key"],
        "task": row["head"],
        "run": row["body"] if is_run else None,
        "step": None if is_run else row["body"],
    }


def _hot_runs(ids: Sequence[str], rows: Iterable[Row]) -> list[HotRun]:
    """The runs of these steps, in the order of `ids`; those that are whole."""
    steps: dict[str, list[Row]] = {}
    for row in rows:
        steps.setdefault(row["experience_id"], []).append(row)
    return [
        HotRun(
            key,
            found[0]["run"]["task_id"],
            stamp_of(found[0]["run"]),
            steps_of(row["step"] for row in found),
        )
        for key in ids
        if (found := steps.get(key)) and len(found) == found[0]["run"]["steps"]
    ]


UNIT = "unit:"
"""How ids of drafts begin that units from outside made."""


def _end_drafts(tx: Transaction, ids: Sequence[str]) -> None:
    """Drafts that became a run go; of units it stays known that they came."""
    units = [one for one in ids if one.startswith(UNIT)]
    for name, chosen in (
        ("spend_drafts", units),
        ("drop_drafts", [one for one in ids if one not in units]),
    ):
        if chosen:
            tx.run(query(name), {"ids": chosen})


class _Overtaken(GraphUnavailable):
    """Another process forgot the last run on an element that was found a moment ago:
    by now it is known to be missing."""


def _not_stored(tx: Transaction, runs: Sequence[RunRows]) -> list[bool]:
    ids = [run.experience["experience_id"] for run in runs]
    rows = tx.run(query("known_experiences"), {"ids": ids})
    known = {row["experience_id"] for row in rows}
    fresh = []
    for key in ids:
        fresh.append(key not in known)
        known.add(key)
    return fresh


def _write_places(tx: Transaction, runs: Sequence[RunRows]) -> None:
    apps = {run.app["app_id"]: run.app for run in runs if run.app}
    pages = {key: page for run in runs for key, page in run.pages.items()}
    elements = {key: row for run in runs for key, row in run.elements.items()}
    each(tx, "merge_apps", apps.values())
    each(tx, "merge_pages", pages.values())
    each(tx, "place_pages", (row for row in pages.values() if row["app_id"]))
    if elements:
        rows = tx.run(query("known_elements"), {"ids": list(elements)})
        for row in rows:
            del elements[row["element_id"]]
    each(tx, "create_elements", map(without_unknown, elements.values()))


def _only(runs: Sequence[RunRows], wanted: Sequence[bool]) -> list[RunRows]:
    return [run for run, take in zip(runs, wanted, strict=True) if take]


def _claim_tasks(tx: Transaction, runs: Sequence[RunRows]) -> dict[str, Row]:
    """Counters by task id, the tasks made and locked; in the order of their ids, so
    that two writers can't wait for each other."""
    tasks = {run.task["task_id"]: run.task for run in runs}
    if not tasks:
        return {}
    claimed: dict[str, Row] = {}
    for _ in range(CLAIMS):  # one that was forgotten while we waited is made anew
        missing = sorted(tasks.keys() - claimed.keys())
        if not missing:
            return claimed
        params = {"rows": [tasks[key] for key in missing], "claim": uuid4().hex}
        rows = tx.run(query("claim_tasks"), params)
        claimed |= {row.pop("task_id"): row for row in rows if row["task_id"]}
    raise GraphUnavailable("the task is being forgotten by others all the time")


def _write_tasks(
    tx: Transaction, runs: Sequence[RunRows], summaries: dict[str, Row]
) -> list[Row]:
    tasks = {run.task["task_id"]: run.task for run in runs}
    new = [key for key in tasks if not summaries[key]["runs"]]
    for run in runs:
        key = run.task["task_id"]
        summaries[key] = counted(summaries[key], run.experience)
    each(
        tx,
        "count_tasks_anew",
        ({"task_id": key, "summary": summaries[key]} for key in tasks),
    )
    apps = {run.task["task_id"]: run.app for run in runs}
    each(
        tx,
        "place_tasks",
        (
            {"task_id": key, "app_id": app["app_id"]}
            for key in new
            if (app := apps[key])
        ),
    )
    each(tx, "create_experiences", (without_unknown(run.experience) for run in runs))
    return put_outbox(tx, TASK, [task_point(tasks[key]) for key in new])


def _write_steps(
    tx: Transaction, runs: Sequence[RunRows], new_tasks: Collection[str]
) -> None:
    with_steps = [run for run in runs if run.steps]
    made = [
        *each(tx, "create_steps", _step_rows(with_steps, targeted=True)),
        *each(tx, "create_bare_steps", _step_rows(with_steps, targeted=False)),
    ]
    if sum(row["steps"] for row in made) != sum(len(run.steps) for run in with_steps):
        raise _Overtaken("an element of a run was deleted while it was learned")
    each(
        tx,
        "link_steps",
        (
            {"before": before["step_id"], "after": after["step_id"]}
            for run in with_steps
            for before, after in zip(run.steps, run.steps[1:], strict=False)
        ),
    )
    uses = Counter(
        (run.task["task_id"], element) for run in runs for element in run.uses
    )
    for name, wanted in (("use_elements", True), ("use_elements_again", False)):
        each(
            tx,
            name,
            (
                {"task_id": task, "element_id": element, "runs": count}
                for (task, element), count in uses.items()
                if (task in new_tasks) is wanted
            ),
        )


def _note_plans(tx: Transaction, runs: Sequence[RunRows]) -> None:
    """Runs that followed a plan: what was counted for their task when the plan was
    reported is counted by the run itself now."""
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
        }
        for row in reports
        if row["counted_on"] == followed[row["report_id"]].task["task_id"]
    ]
    each(tx, "discount_replays", counted)
    if counted:
        ids = [row["report_id"] for row in counted]
        tx.run(query("discount_reports"), {"ids": ids})


def _step_rows(runs: Sequence[RunRows], *, targeted: bool) -> list[Row]:
    """The steps of each run that have a target, or of each those that have none."""
    return [
        {"experience_id": run.experience["experience_id"], "steps": steps}
        for run in runs
        if (
            steps := [
                without_unknown(step)
                for step in run.steps
                if ("element_id" in step) is targeted
            ]
        )
    ]


def counted(summary: Mapping[str, Any] | None, experience: Row | None) -> Row:
    """A task's counters with one more run in them, or none at all."""
    old = summary or {}
    if experience is None:
        lists: Row = {name: [] for name in ("successes", "failures", "others")}
        return {"runs": 0, "wins": 0, "losses": 0, **lists}
    outcome, key = experience["props"]["outcome"], experience["experience_id"]
    lists = {
        name: list(old.get(name) or ()) for name in ("successes", "failures", "others")
    }
    name, most = NEWEST[outcome]
    lists[name] = [key, *lists[name]][:most]
    return {
        "runs": (old.get("runs") or 0) + 1,
        "wins": (old.get("wins") or 0) + (outcome == "success"),
        "losses": (old.get("losses") or 0) + (outcome == "failure"),
        **lists,
    }


def task_point(task: Row) -> Row:
    """What the index keeps of a task that is about to be written."""
    return {"point_id": task["task_id"], **task["props"]}


def _link_similar(tx: Transaction, links: Sequence[tuple[str, str, float]]) -> None:
    ids = sorted({key for source, target, _ in links for key in (source, target)})
    rows = tx.run(query("known_similar"), {"ids": ids})
    room = {row["task_id"]: MAX_LINKS - row["links"] for row in rows}
    chosen: dict[tuple[str, str], float] = {}
    for source, target, score in links:
        pair = (min(source, target), max(source, target))
        if source == target or pair in chosen or min(map(room.get, pair, (0, 0))) <= 0:
            continue
        chosen[pair] = score
        for key in pair:
            room[key] -= 1
    each(
        tx,
        "link_similar",
        ({"source": a, "target": b, "score": s} for (a, b), s in chosen.items()),
    )


def each(tx: Transaction, name: str, rows: Iterable[Row]) -> list[Row]:
    """Run a named query on all rows at once, or not at all for none."""
    listed = list(rows)
    return tx.run(query(name), {"rows": listed}) if listed else []
