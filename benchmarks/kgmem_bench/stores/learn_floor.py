"""The floor under learning: the same nodes, edges, outbox rows and points, written
straight to both stores by the plainest statements, one transaction each.

Nothing is looked up first: what exists already is known beforehand. What follows a run
(links to similar tasks, patterns, warnings, names) is not in it.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from kgmem.lab import TASK_POINT as TASK
from kgmem.lab import (
    CypherEngine,
    Embedder,
    Generation,
    IndexedNode,
    Redactor,
    Row,
    RunRows,
    RunToStore,
    Transaction,
    VectorIndex,
    VectorPoint,
    counted,
    embed_text,
    outbox_row,
    parse_trajectory,
    payload_of,
    prepare,
    sparse_document,
    stamped,
    task_point,
    without_unknown,
)

_EACH = "UNWIND $rows AS row "
_TASK = _EACH + "MATCH (t:Task {task_id: row.task_id}) "
STATEMENTS: Mapping[str, str] = {
    "apps": _EACH + "CREATE (a:App {app_id: row.app_id}) SET a += row.props",
    "pages": _EACH + "CREATE (p:Page {page_id: row.page_id}) SET p += row.props",
    "page_apps": _EACH + "MATCH (p:Page {page_id: row.page_id}) "
    "MATCH (a:App {app_id: row.app_id}) CREATE (p)-[:OF]->(a)",
    "elements": _EACH + "MATCH (p:Page {page_id: row.page_id}) "
    "CREATE (el:UIElement {element_id: row.element_id})-[:ON]->(p) SET el += row.props",
    "tasks": _EACH + "CREATE (t:Task {task_id: row.task_id}) SET t += row.props",
    "task_apps": _TASK + "MATCH (a:App {app_id: row.app_id}) CREATE (t)-[:IN_APP]->(a)",
    "counters": _TASK + "SET t += row.summary, t.pending = t.space",
    "outbox": _EACH + "CREATE (o:Outbox {outbox_id: row.outbox_id}) SET o += row.props",
    "runs": _TASK + "CREATE (t)-[:ATTEMPTED_AS]->"
    "(e:Experience {experience_id: row.experience_id}) SET e += row.props",
    "steps": _EACH + "MATCH (e:Experience {experience_id: row.experience_id}) "
    "UNWIND row.steps AS step MATCH (el:UIElement {element_id: step.element_id}) "
    "CREATE (e)-[:HAS_STEP {n: step.n}]->(s:Step {step_id: step.step_id})"
    "-[:TARGETS]->(el) SET s += step.props",
    "bare_steps": _EACH + "MATCH (e:Experience {experience_id: row.experience_id}) "
    "UNWIND row.steps AS step "
    "CREATE (e)-[:HAS_STEP {n: step.n}]->(s:Step {step_id: step.step_id}) "
    "SET s += step.props",
    "starts": _EACH + "MATCH (e:Experience {experience_id: row.experience_id}) "
    "MATCH (s:Step {step_id: row.step_id}) CREATE (e)-[:STARTS_WITH]->(s)",
    "links": _EACH + "MATCH (a:Step {step_id: row.before}) "
    "MATCH (b:Step {step_id: row.after}) CREATE (a)-[:NEXT]->(b)",
    "uses": _TASK + "MATCH (el:UIElement {element_id: row.element_id}) "
    "CREATE (t)-[:USES {support: row.runs}]->(el) SET el.tasks = el.tasks + 1",
    "uses_again": _TASK + "MATCH (t)-[u:USES]->"
    "(el:UIElement {element_id: row.element_id}) SET u.support = u.support + row.runs",
}
"""In the order in which they are run."""


@dataclass(slots=True)
class Plain:
    """Runs that are ready to be written plainly."""

    rows: dict[str, list[Row]] = field(
        default_factory=lambda: {name: [] for name in STATEMENTS}
    )
    points: list[VectorPoint] = field(default_factory=list)


@dataclass(slots=True)
class Floor:
    """Plain writes to two stores of their own, and what they took so far."""

    engine: CypherEngine
    index: VectorIndex
    embedder: Embedder
    space: str
    seconds: list[float] = field(default_factory=list)
    """Of each write, by the clock."""
    cpu_seconds: float = 0.0
    """Of the processor, all together."""
    _seen: set[str] = field(default_factory=set)
    """Ids of what was written."""
    _counters: dict[str, Row] = field(default_factory=dict)
    _uses: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.index.use(Generation(1, self.embedder.model, self.embedder.dimensions))

    def __call__(self, given: Sequence[Mapping[str, Any]], size: int) -> None:
        """Write these runs, `size` at a time; getting them ready is not measured."""
        for n in range(0, len(given), size):
            runs = [self._run(one) for one in given[n : n + size]]
            plain = self._plain(runs)
            start, cpu = time.perf_counter(), time.thread_time()
            self.engine.write(_writing(plain.rows))
            self.index.upsert("experiences", plain.points)
            self.seconds.append(time.perf_counter() - start)
            self.cpu_seconds += time.thread_time() - cpu

    def _run(self, given: Mapping[str, Any]) -> RunToStore:
        return prepare(parse_trajectory(given), self.space, Redactor(), None).run

    def _plain(self, runs: Sequence[RunToStore]) -> Plain:
        plain = Plain()
        new: list[Row] = []
        for run in runs:
            self._add_places(plain.rows, run.rows)
            if self._is_new(run.task_id):
                new.append(run.rows.task)
            self._add_run(plain.rows, run.rows)
        self._add_tasks(plain, runs, new)
        self._add_uses(plain.rows, runs)
        return plain

    def _is_new(self, key: str) -> bool:
        known = key in self._seen
        self._seen.add(key)
        return not known

    def _add_places(self, rows: dict[str, list[Row]], run: RunRows) -> None:
        if run.app and self._is_new(run.app["app_id"]):
            rows["apps"].append(run.app)
        for key, page in run.pages.items():
            if self._is_new(key):
                rows["pages"].append(without_unknown(page))
                if page["app_id"]:
                    rows["page_apps"].append(page)
        fresh = (row for key, row in run.elements.items() if self._is_new(key))
        rows["elements"] += map(without_unknown, fresh)

    def _add_run(self, rows: dict[str, list[Row]], run: RunRows) -> None:
        experience = without_unknown(run.experience)
        key = experience["experience_id"]
        rows["runs"].append(experience)
        steps = [without_unknown(step) for step in run.steps]
        for name, targeted in (("steps", True), ("bare_steps", False)):
            chosen = [one for one in steps if ("element_id" in one) is targeted]
            if chosen:
                rows[name].append({"experience_id": key, "steps": chosen})
        ids = [step["step_id"] for step in steps]
        rows["starts"] += [{"experience_id": key, "step_id": one} for one in ids[:1]]
        pairs = pairwise(ids)
        rows["links"] += [{"before": a, "after": b} for a, b in pairs]

    def _add_tasks(
        self, plain: Plain, runs: Sequence[RunToStore], new: list[Row]
    ) -> None:
        rows = plain.rows
        for run in runs:
            old = self._counters.get(run.task_id)
            self._counters[run.task_id] = counted(old, run.rows.experience)
        rows["counters"] = [
            {"task_id": key, "summary": self._counters[key]}
            for key in dict.fromkeys(run.task_id for run in runs)
        ]
        rows["tasks"] = [without_unknown(task) for task in new]
        apps = {run.task_id: run.rows.app for run in runs}
        rows["task_apps"] = [
            {"task_id": task["task_id"], "app_id": app["app_id"]}
            for task in new
            if (app := apps[task["task_id"]])
        ]
        points = stamped(TASK, [task_point(task) for task in new])
        rows["outbox"] = [outbox_row(TASK, point) for point in points]
        plain.points = self._points(points)

    def _points(self, rows: Sequence[Row]) -> list[VectorPoint]:
        texts = [embed_text(row["text"]) for row in rows]
        vectors = self.embedder.embed(texts) if texts else ()
        return [
            VectorPoint(
                point_id=row["point_id"],
                space=row["space"],
                kind=TASK.name,
                version=row["version"],
                dense=vector.tolist(),
                sparse=sparse_document(text, TASK.average_length),
                payload=payload_of(IndexedNode.of_row(TASK.name, row)),
            )
            for row, text, vector in zip(rows, texts, vectors, strict=True)
        ]

    def _add_uses(self, rows: dict[str, list[Row]], runs: Iterable[RunToStore]) -> None:
        used = Counter((run.task_id, key) for run in runs for key in run.rows.uses)
        for (task, element), count in used.items():
            name = "uses_again" if (task, element) in self._uses else "uses"
            rows[name].append({"task_id": task, "element_id": element, "runs": count})
        self._uses |= used.keys()


def _writing(rows: Mapping[str, list[Row]]) -> Callable[[Transaction], None]:
    def work(tx: Transaction) -> None:
        for name, listed in rows.items():
            if listed:
                tx.run(STATEMENTS[name], {"rows": listed})

    return work
