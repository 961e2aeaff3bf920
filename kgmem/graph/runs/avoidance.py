"""AvoidStore: what is held against elements, as `AVOID` edges of the graph.

An edge holds no words: it counts, names the runs that speak for and against it, and
points to the steps that tell it. So a run that is forgotten takes its vote and its
words along, and what a step is called stays right when others name it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from kgmem.errors import NotFound
from kgmem.graph.patterns.rows import tombstone_id
from kgmem.graph.query_files import query
from kgmem.graph.read_rows import step_of
from kgmem.graph.rows import RunToStore
from kgmem.graph.runs.attempts import attempts_of
from kgmem.graph.runs.avoid_edges import (
    Key,
    approves,
    drop_edges,
    edge_key,
    recount,
    touched_edges,
    write_edges,
)
from kgmem.graph.store import GraphStore
from kgmem.model.plan import Avoidance
from kgmem.paths.failing.avoid_text import MAX_SHOWN, instead_text, message_of
from kgmem.paths.failing.lessons import Attempt, Blame, holds, rate
from kgmem.ports import Row, Transaction
from kgmem.tuning import tuned

_TUNED = tuned("graph.runs.avoidance")

EACH = 10
"""Newest runs of a task that are compared."""
ALIKE = _TUNED["alike"]
"""Calibrated similarity of tasks whose runs are compared."""
MAX_NEAR = 64
"""Edges that one look around gives, from the elements at hand and from those of the
tasks each."""
BATCH = 500
"""Edges that are written in one transaction."""
WARNINGS = ("warnings",)
"""What is noted where an edge comes or goes: that is kept in memory, its counts are
not."""


@dataclass(frozen=True, slots=True)
class FailingTask:
    """A task that was not always done."""

    task_id: str
    app: str | None
    scope: str
    mark: str
    """Of its last change,"""
    noted: str | None
    """and of the one that the batch job looked at."""


class AvoidStore:
    """Avoidances in any CypherEngine; all operations are scoped to a space."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    # runs to compare --------------------------------------------------------------

    def scopes(self, space: str, tasks: Sequence[str]) -> dict[str, str]:
        """By task, what its failures tell of: its pattern's id or, without one, its
        own."""
        rows = self._store.read("kinds_of_tasks", space=space, ids=list(tasks))
        return {row["task_id"]: row["pattern_id"] or row["task_id"] for row in rows}

    def kin(self, space: str, scope: str, limit: int) -> list[str]:
        """Tasks whose runs are compared: those of the scope, which failed first, then
        the newest, and, since patterns keep apart what goes different ways, tasks that
        are more likely than not of the same kind."""
        rows = self._store.read(
            "newest_members", space=space, pattern_id=scope, limit=limit
        )
        own = [row["task_id"] for row in rows] or [scope]
        alike = self._store.read(
            "similar_tasks", space=space, ids=own, least=ALIKE, limit=limit
        )
        return list(dict.fromkeys([*own, *(row["task_id"] for row in alike)]))

    def attempts(self, space: str, tasks: Sequence[str]) -> list[Attempt]:
        """The newest runs of these tasks."""
        kin = {"failing": [], "kin": list(tasks), "each": EACH}
        return attempts_of(self._store.read("details_attempts", space=space, **kin))

    def failed(self, space: str, tasks: Sequence[str]) -> set[str]:
        """Of these tasks, those with failed runs."""
        rows = self._store.read("tasks_that_failed", space=space, ids=list(tasks))
        return {row["task_id"] for row in rows}

    def failing(self, space: str) -> list[FailingTask]:
        """Tasks with failed runs."""
        rows = self._store.read("failing_tasks", space=space)
        scopes = [row["pattern_id"] or row["task_id"] for row in rows]
        return [
            FailingTask(
                row["task_id"],
                row["app"],
                scope,
                f"{row['claimed']} {scope}",
                row["blamed"],
            )
            for row, scope in zip(rows, scopes, strict=True)
        ]

    def noted(self, tasks: Iterable[FailingTask]) -> None:
        """The batch job has looked at these tasks."""
        rows = [{"task_id": task.task_id, "mark": task.mark} for task in tasks]
        if rows:
            self._store.write("mark_blamed", rows=rows)

    def living(self, space: str, scopes: Iterable[str]) -> set[str]:
        """Of these scopes, those whose pattern or task is still there."""
        rows = self._store.read("living_scopes", space=space, ids=sorted(scopes))
        return {row["scope"] for row in rows}

    # writing ----------------------------------------------------------------------

    def write(
        self, space: str, scope: str, findings: Sequence[Blame], *, at: int
    ) -> set[Key]:
        """Hold these findings against the elements of their steps; the edges. What an
        edge counted before is counted anew. What was forgotten by hand, and runs that
        are gone by now, are left out. `at` is in milliseconds."""
        written: set[Key] = set()
        for n in range(0, len(findings), BATCH):
            part = findings[n : n + BATCH]
            work = partial(write_edges, space=space, scope=scope, findings=part, at=at)
            written |= self._store.changing(
                space, work, lambda edges: WARNINGS if edges else ()
            )
        return written

    def approve(self, space: str, runs: Sequence[RunToStore]) -> None:
        """Let successes that did to an element what an edge warns of speak against
        it."""
        used = {element for run in runs for element in run.rows.uses}
        rows = self._store.read("avoidances_at", space=space, ids=sorted(used))
        elements = {row["element_id"] for row in rows}

        def work(tx: Transaction) -> None:
            changed: dict[Key, Row] = {}
            ids = [run.experience_id for run in runs]
            for row in filter(approves, touched_edges(tx, space, ids, elements)):
                edge = changed.setdefault(edge_key(row), dict(row["edge"]))
                votes = dict.fromkeys([*edge["success_ids"], row["experience_id"]])
                edge["success_ids"] = list(votes)
            recount(tx, changed)

        if elements:
            self._store.engine.write(work)

    def drop(self, space: str, edges: Iterable[Key]) -> None:
        """Delete edges."""
        keys = list(edges)
        for n in range(0, len(keys), BATCH):
            work = partial(drop_edges, keys=keys[n : n + BATCH])
            self._store.changing(space, work, WARNINGS)

    def forget(self, space: str, avoidance_id: str) -> None:
        """Delete one and leave a tombstone, so that no job writes it again. Raises
        NotFound."""

        def work(tx: Transaction) -> None:
            rows = tx.run(query("avoidances_of_space"), {"space": space})
            keys = [(row["element_id"], row["avoidance_id"]) for row in rows]
            own = [key for key in keys if key[1] == avoidance_id]
            if not own:
                raise NotFound(f"no avoidance {avoidance_id} in space {space!r}")
            drop_edges(tx, own)
            stone = tombstone_id(space, f"avoidance {avoidance_id}")
            buried = {"tombstone_id": stone, "space": space, "key": avoidance_id}
            tx.run(query("bury_avoidance"), buried)

        self._store.changing(space, work, WARNINGS)

    # reading ----------------------------------------------------------------------

    def look(self, space: str) -> None:
        """Tell what changed in the space, where nothing else is read."""
        self._store.changes.look(space)

    def all(self, space: str) -> list[tuple[Key, str]]:
        """Every edge with its scope."""
        rows = self._store.read("avoidances_of_space", space=space)
        return [((r["element_id"], r["avoidance_id"]), r["scope"]) for r in rows]

    def any(self, space: str) -> bool:
        """Is anything held against an element?"""
        return bool(self._store.read("any_avoidance", space=space))

    def near(
        self, space: str, elements: Sequence[str], tasks: Sequence[str], task: str
    ) -> list[Avoidance]:
        """What is held against these elements, and against those that these tasks
        use, by runs of their kinds; told for `task`, worst first. An error at an
        element speaks to every task. What changed in the space is told along."""
        changes = self._store.changes
        rows = self._store.read(
            "avoidances_near",
            space=space,
            elements=list(elements),
            tasks=list(tasks),
            limit=MAX_NEAR,
            **changes.asked(space),
        )
        changes.observe((row["log"] for row in rows if row["log"]), space)
        edges = [row for row in rows if row["edge"]]
        scopes = {r["edge"]["scope"] for r in edges if r["step"] is None} | set(tasks)
        avoidances = {
            row["edge"]["avoidance_id"]: _avoidance(row, task)
            for row in edges
            if row["step"] is not None and _speaks_to(row["edge"], scopes)
        }
        return sorted(avoidances.values(), key=lambda one: (-one.score, one.message))


def _speaks_to(edge: Row, scopes: Collection[str]) -> bool:
    counts = edge["failures"], edge["successes"]
    own = edge["scope"] in scopes or edge["cause"] == "error"
    return own and holds(edge["cause"], *counts, edge["base"])


def _avoidance(row: Row, task: str) -> Avoidance:
    edge, step = row["edge"], step_of(row["step"])
    instead = row["instead"] and instead_text(
        step_of(row["instead"]), row["done_for"], task
    )
    counts = edge["failures"], edge["successes"]
    return Avoidance(
        avoidance_id=edge["avoidance_id"],
        action=step.action,
        element=step.target,
        destination=step.destination,
        page=step.page_before.url if step.page_before else None,
        value_shape=edge["value_shape"] or None,
        instead=instead,
        cause=edge["cause"],
        message=message_of(step, edge["cause"], *counts, instead, task),
        failures=counts[0],
        successes=counts[1],
        score=rate(*counts, edge["base"]),
        scope={"app": row["app"]} if row["app"] else {},
        experience_ids=tuple(edge["experience_ids"][-MAX_SHOWN:]),
    )
