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
from kgmem.graph.read_rows import step_of, steps_of
from kgmem.graph.runs.attempts import attempt_of
from kgmem.graph.runs.avoid_edges import (
    EdgeWriting,
    approves,
    drop_edges,
    edge_key,
    recount,
    touched_edges,
)
from kgmem.graph.store import GraphStore
from kgmem.model.base import language_of
from kgmem.model.plan import Avoidance
from kgmem.paths.failing.avoid_text import MAX_SHOWN, instead_text, message_of
from kgmem.paths.failing.blame import Blame, holds, rate
from kgmem.paths.failing.signs import Attempt
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


def _failing(row: Row) -> FailingTask:
    scope = row["pattern_id"] or row["task_id"]
    mark = f"{row['claimed']} {scope}"
    return FailingTask(row["task_id"], row["app"], scope, mark, row["blamed"])


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

    def members(self, space: str, pattern_id: str, limit: int) -> list[str]:
        """Tasks of a pattern, those with failures first, then the newest."""
        rows = self._store.read(
            "newest_members", space=space, pattern_id=pattern_id, limit=limit
        )
        return [row["task_id"] for row in rows]

    def similar(self, space: str, tasks: Sequence[str], limit: int) -> list[str]:
        """Tasks that are more likely than not of the same kind as one of these."""
        rows = self._store.read(
            "similar_tasks", space=space, ids=list(tasks), least=ALIKE, limit=limit
        )
        return [row["task_id"] for row in rows]

    def failing(self, space: str) -> list[FailingTask]:
        """Tasks with failed runs."""
        rows = self._store.read("failing_tasks", space=space)
        return [_failing(row) for row in rows]

    def noted(self, tasks: Iterable[FailingTask]) -> None:
        """The batch job has looked at these tasks."""
        rows = [{"task_id": one.task_id, "mark": one.mark} for one in tasks]
        if rows:
            self._store.write("mark_blamed", rows=rows)

    def living(self, space: str, scopes: Iterable[str]) -> set[str]:
        """Of these scopes, those whose pattern or task is still there."""
        rows = self._store.read("living_scopes", space=space, ids=sorted(scopes))
        return {row["scope"] for row in rows}

    def attempts(self, space: str, tasks: Sequence[str]) -> list[Attempt]:
        """The newest runs of these tasks, with their steps."""
        rows = self._store.read(
            "attempts_of_tasks", space=space, ids=list(tasks), each=EACH
        )
        return self._with_steps(space, rows)

    def failed(self, space: str, tasks: Sequence[str]) -> set[str]:
        """Of these tasks, those with failed runs."""
        rows = self._store.read("tasks_that_failed", space=space, ids=list(tasks))
        return {row["task_id"] for row in rows}

    def some_attempts(self, space: str, runs: Sequence[str]) -> list[Attempt]:
        """These runs, with their steps."""
        return self._with_steps(
            space, self._store.read("some_attempts", space=space, ids=list(runs))
        )

    def _with_steps(self, space: str, rows: Sequence[Row]) -> list[Attempt]:
        ids = [row["experience_id"] for row in rows]
        steps: dict[str, list[Row]] = {key: [] for key in ids}
        for row in self._store.read("steps_of_attempts", space=space, ids=ids):
            steps[row["experience_id"]].append(row["step"])
        return [
            attempt_of(
                row["experience_id"],
                row["task_id"],
                row["task"],
                row["app"],
                row["outcome"],
                steps_of(found),
                row["at"],
            )
            for row in rows
            if (found := steps[row["experience_id"]])
        ]

    # writing ----------------------------------------------------------------------

    def write(
        self,
        space: str,
        scope: str,
        findings: Sequence[Blame],
        *,
        at: int,
        anew: bool = False,
    ) -> set[tuple[str, str]]:
        """Hold these findings against the elements of their steps; the edges, by
        element and avoidance id.

        Runs that an edge counts already count once; `anew` counts none but those of
        the findings. What was forgotten by hand, and runs that are gone by now, are
        left out. `at` is in milliseconds.
        """
        found: set[tuple[str, str]] = set()
        for n in range(0, len(findings), BATCH):
            job = EdgeWriting(space, scope, findings[n : n + BATCH], at, anew)
            edges, _ = self._store.changing(space, job, _noted, mine=lambda _: True)
            found |= edges
        return found

    def approve(
        self, space: str, runs: Sequence[str], elements: Collection[str]
    ) -> None:
        """Let successes that did to one of these elements what an edge warns of speak
        against it."""

        def work(tx: Transaction) -> None:
            changed: dict[tuple[str, str], Row] = {}
            for row in filter(approves, touched_edges(tx, space, runs, elements)):
                edge = changed.setdefault(edge_key(row), dict(row["edge"]))
                votes = dict.fromkeys([*edge["success_ids"], row["experience_id"]])
                edge["success_ids"] = list(votes)
            recount(tx, changed)

        if runs:
            self._store.engine.write(work)

    def drop(self, space: str, edges: Iterable[tuple[str, str]]) -> None:
        """Delete edges, given by element and avoidance id."""
        rows = [{"element_id": e, "avoidance_id": a} for e, a in edges]
        for n in range(0, len(rows), BATCH):
            part = rows[n : n + BATCH]
            self._store.changing(space, partial(drop_edges, rows=part), WARNINGS)

    def forget(self, space: str, avoidance_id: str) -> None:
        """Delete one and leave a tombstone, so that no job writes it again. Raises
        NotFound."""

        def work(tx: Transaction) -> None:
            rows = tx.run(query("avoidances_of_space"), {"space": space})
            own = [row for row in rows if row["avoidance_id"] == avoidance_id]
            if not own:
                raise NotFound(f"no avoidance {avoidance_id} in space {space!r}")
            drop_edges(tx, own)
            stone = tombstone_id(space, f"avoidance {avoidance_id}")
            told = {"tombstone_id": stone, "space": space, "key": avoidance_id}
            tx.run(query("bury_avoidance"), told)

        self._store.changing(space, work, WARNINGS)

    # reading ----------------------------------------------------------------------

    def look(self, space: str) -> None:
        """Tell what changed in the space, where nothing else is read."""
        self._store.changes.look(space)

    def all(self, space: str) -> list[tuple[str, str, str]]:
        """Element, avoidance id and scope of every edge."""
        rows = self._store.read("avoidances_of_space", space=space)
        return [(r["element_id"], r["avoidance_id"], r["scope"]) for r in rows]

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
        rows = [row for row in rows if not row["log"]]
        scopes = {r["edge"]["scope"] for r in rows if r["step"] is None} | set(tasks)
        found = {
            row["edge"]["avoidance_id"]: _avoidance(row, task)
            for row in rows
            if row["step"] is not None and _speaks_to(row["edge"], scopes)
        }
        return sorted(found.values(), key=lambda one: (-one.score, one.message))


def _noted(written: tuple[set[tuple[str, str]], bool]) -> Sequence[str]:
    return WARNINGS if written[1] else ()


def _speaks_to(edge: Row, scopes: Collection[str]) -> bool:
    own = edge["scope"] in scopes or edge["cause"] == "error"
    return own and holds(
        edge["cause"], edge["failures"], edge["successes"], edge["base"]
    )


def _avoidance(row: Row, task: str) -> Avoidance:
    edge, step = row["edge"], step_of(row["step"])
    instead = row["instead"] and instead_text(
        step_of(row["instead"]), row["done_for"], task
    )
    counts = edge["failures"], edge["successes"]
    shape = edge["value_shape"] or None
    return Avoidance(
        avoidance_id=edge["avoidance_id"],
        action=step.action,
        element=step.target,
        destination=step.destination,
        page=step.page_before.url if step.page_before else None,
        value_shape=shape,
        instead=instead,
        cause=edge["cause"],
        message=message_of(
            step, edge["cause"], shape, *counts, instead, language_of(task)
        ),
        failures=counts[0],
        successes=counts[1],
        score=rate(*counts, edge["base"]),
        scope={"app": row["app"]} if row["app"] else {},
        experience_ids=tuple(edge["experience_ids"][-MAX_SHOWN:]),
    )
