"""An export into a memory, which may be full already.

verify -> decide what is taken -> nodes with their outbox rows -> relationships ->
count anew

What is here stays as it is. Each transaction is whole; after an interruption the same
import goes on where it stopped, since what was written is there already.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from kgmem.graph import migrate
from kgmem.graph.changes import ALL
from kgmem.graph.points import KINDS, put_outbox
from kgmem.graph.query_files import query
from kgmem.graph.runs.write import summary_of
from kgmem.graph.schema import schema_version
from kgmem.graph.spaces.exporting import export
from kgmem.graph.spaces.lines import (
    PAGE,
    WHOLES,
    EdgeLine,
    Node,
    NodeLine,
    for_label,
    for_relationship,
    keys,
    pages,
    voters_within,
)
from kgmem.graph.spaces.verifying import Digest, Inventory, lines_of, verified
from kgmem.graph.store import GraphStore
from kgmem.model.transfer import ImportReport
from kgmem.ports import CypherEngine, Row, Transaction

PAGE_CHARACTERS = 4_000_000
"""About as much text is written in one transaction at most, and PAGE rows."""

Progress = Callable[[int, int | None], None]
NewGraph = Callable[[Path], CypherEngine]
"""Opens a graph of its own in a folder."""


@dataclass(slots=True)
class _Plan:
    """What is taken of an export, and what is here already."""

    existing: dict[str, set[str]] = field(default_factory=dict)
    """By label."""
    left_out: set[Node] = field(default_factory=set)
    """Nothing of these, nor of what starts or ends there, is written."""
    buried: set[str] = field(default_factory=set)
    """Ids of avoidances that were forgotten here."""
    waiting: set[str] = field(default_factory=set)
    """Tasks whose pattern is not taken: the next batch job looks at them."""

    def exists(self, node: Node) -> bool:
        return node[1] in self.existing.get(node[0], ())


def import_file(
    store: GraphStore,
    space: str,
    path: Path,
    wording: Digest,
    progress: Progress | None = None,
    *,
    new_graph: NewGraph,
) -> ImportReport:
    """Take up an export of this space. `wording` gives what a pattern with these
    properties is known by after it was forgotten. What an older schema wrote is brought
    up to date in a graph of its own before.

    Raises InvalidInput, with nothing written, if the file is not sound.
    """
    found = verified(path, space, wording)
    if found.schema == schema_version():
        return _take_up(store, space, path, found, progress)
    with TemporaryDirectory(prefix="kgmem-") as folder:
        newer = Path(folder) / "export.jsonl"
        with closing(new_graph(Path(folder))) as engine, newer.open("wb") as file:
            migrate.apply(engine)
            older = GraphStore(engine)
            _take_up(older, space, path, found, None)
            migrate.rewrite(engine, found.schema)
            export(older, space, file, {})
        found = verified(newer, space, wording)
        done = _take_up(store, space, newer, found, progress)
    return done.model_copy(update={"path": str(path)})


def _take_up(
    store: GraphStore,
    space: str,
    path: Path,
    found: Inventory,
    progress: Progress | None,
) -> ImportReport:
    plan = _decided(store, space, found)
    writing = _Writing(store, space, found, plan, progress)
    writing.write(path)
    recounted = _recount(store, space, found, plan)
    return writing.report(path, recounted)


# What is taken ------------------------------------------------------------------------


def _decided(store: GraphStore, space: str, found: Inventory) -> _Plan:
    plan = _Plan()
    for label, ids in found.ids.items():
        text = for_label("known_keys", label)
        plan.existing[label] = {
            row["key"]
            for page in pages(sorted(ids))
            for row in store.engine.read(text, {"ids": page})
        }
    stones = defaultdict(set)
    for row in store.read("all_tombstones", space=space):
        stones[row["kind"]].add(row["key"])
    plan.buried = stones["avoidance"]
    plan.left_out |= {
        ("Experience", key)
        for key in found.ids.get("Experience", set()) & stones["experience"]
    }
    plan.left_out |= set(_in_another_state(store, found, plan))
    plan.left_out |= set(_unwanted_patterns(store, found, plan, stones["pattern"]))
    plan.left_out |= {
        part for part, owner in found.owners.items() if owner in plan.left_out
    }
    plan.left_out |= set(_tasks_without_runs(found, plan))
    plan.left_out |= {
        ("Report", key) for key, about in found.reports if about in plan.left_out
    }
    return plan


def _in_another_state(
    store: GraphStore, found: Inventory, plan: _Plan
) -> Iterable[Node]:
    """Owners whose parts here are not those of the file."""
    for label, whole in WHOLES.items():
        text = for_label("nodes_by_key", label)
        for page in pages(sorted(plan.existing.get(label, ()))):
            for row in store.engine.read(text, {"ids": page}):
                mark = tuple(row["props"].get(name) for name in whole.mark)
                if mark != found.marks[label, row["key"]]:
                    yield label, row["key"]


def _unwanted_patterns(
    store: GraphStore, found: Inventory, plan: _Plan, stones: set[str]
) -> Iterable[Node]:
    """Patterns that were forgotten here, that lost one of their runs, or one of whose
    tasks belongs to another one here: a task has one pattern at most."""
    theirs = _patterns_here(store, plan)
    for key in found.ids.get("Pattern", ()):
        members = found.members.get(key, [])
        lost = any(
            ("Experience", run) in plan.left_out for run in found.evidence.get(key, ())
        )
        taken = any(theirs.get(task, key) != key for task in members)
        if found.wordings[key] in stones or lost or taken:
            plan.waiting.update(members)
            yield "Pattern", key
        elif ("Pattern", key) in plan.left_out:
            plan.waiting.update(members)


def _patterns_here(store: GraphStore, plan: _Plan) -> dict[str, str]:
    return {
        row["task_id"]: row["pattern_id"]
        for page in pages(sorted(plan.existing.get("Task", ())))
        for row in store.read("patterns_of_tasks", ids=page)
    }


def _tasks_without_runs(found: Inventory, plan: _Plan) -> Iterable[Node]:
    kept = {
        task
        for run, task in found.task_of.items()
        if ("Experience", run) not in plan.left_out
    }
    for key in found.ids.get("Task", set()) - kept:
        if not plan.exists(("Task", key)):
            yield "Task", key


# Writing ------------------------------------------------------------------------------


class _Writing:
    def __init__(
        self,
        store: GraphStore,
        space: str,
        found: Inventory,
        plan: _Plan,
        progress: Progress | None,
    ) -> None:
        self._store, self._space, self._found = store, space, found
        self._plan, self._progress = plan, progress
        self._nodes: list[Row] = []
        self._label = ""
        self._edges: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
        self._characters = 0
        self._done = 0
        self._stored: Counter[str] = Counter()
        self._existing: Counter[str] = Counter()
        self._skipped: Counter[str] = Counter()
        self._relationships: Counter[str] = Counter()

    def write(self, path: Path) -> None:
        """Write what is taken of the file."""
        for line in lines_of(path):
            if isinstance(line, NodeLine):
                self._take_node(line.label, line.props)
            else:
                self._take_edge(line)
        self._put_nodes()
        for shape in list(self._edges):
            self._put_edges(shape)
        self._tell()

    def report(self, path: Path, recounted: int) -> ImportReport:
        """What was written."""
        return ImportReport(
            path=str(path),
            space=self._found.space,
            stored=dict(self._stored),
            existing=dict(self._existing),
            skipped=dict(self._skipped),
            relationships=dict(self._relationships),
            recounted=recounted,
        )

    def _tell(self) -> None:
        if self._progress:
            self._progress(self._done, self._found.lines)

    # nodes ------------------------------------------------------------------------

    def _take_node(self, label: str, props: Row) -> None:
        self._done += 1
        node = label, props[keys()[label]]
        if self._plan.exists(node):
            self._existing[label] += 1
        elif node in self._plan.left_out:
            self._skipped[label] += 1
        else:
            size = sum(len(v) for v in props.values() if isinstance(v, str))
            if label != self._label or self._is_full(len(self._nodes), size):
                self._put_nodes()
            self._label = label
            self._characters += size
            self._nodes.append({"key": node[1], "props": props})

    def _is_full(self, rows: int, more: int) -> bool:
        return rows == PAGE or self._characters + more > PAGE_CHARACTERS

    def _put_nodes(self) -> None:
        rows, self._nodes, self._characters = self._nodes, [], 0
        if not rows:
            return
        label = self._label
        text, kind = for_label("create_nodes", label), KINDS.get(label.lower())
        points = [{"point_id": row["key"], **row["props"]} for row in rows]

        def work(tx: Transaction) -> None:
            tx.run(text, {"rows": rows})
            if kind is not None:
                put_outbox(tx, kind, points)

        self._store.changing(self._space, work, [ALL])
        self._stored[label] += len(rows)
        self._tell()

    # relationships ----------------------------------------------------------------

    def _take_edge(self, line: EdgeLine) -> None:
        self._put_nodes()
        self._done += 1
        source, target = line.source, line.target
        props = self._edge(line.kind, line.props)
        left_out = self._plan.left_out
        if props is None or source in left_out or target in left_out:
            return
        shape = source[0], line.kind, target[0]
        rows = self._edges[shape]
        rows.append({"source": source[1], "target": target[1], "props": props})
        if len(rows) == PAGE:
            self._put_edges(shape)
            self._tell()

    def _edge(self, kind: str, props: Row) -> Row | None:
        """What a relationship says here; None if it is not taken."""
        if kind != "AVOID":
            return props
        if props.get("avoidance_id") in self._plan.buried:
            return None
        return voters_within(
            props, lambda run: ("Experience", run) in self._plan.left_out
        )

    def _put_edges(self, shape: tuple[str, str, str]) -> None:
        rows = self._edges.pop(shape)
        fresh = self._unknown(shape, rows)
        if not fresh:
            return
        text = for_relationship("create_relationships", *shape)
        rows_of = {"rows": fresh}
        self._store.changing(self._space, lambda tx: tx.run(text, rows_of), [ALL])
        self._relationships[shape[1]] += len(fresh)

    def _unknown(self, shape: tuple[str, str, str], rows: list[Row]) -> list[Row]:
        """Those that are not here: one with a new end can't be."""
        sources, targets = (
            self._plan.existing.get(label, set()) for label in (shape[0], shape[2])
        )
        old = {row["source"] for row in rows if row["target"] in targets} & sources
        if not old:
            return rows
        text = for_relationship("known_relationships", *shape)
        known = {
            (row["source"], row["target"], row["mark"])
            for row in self._store.engine.read(text, {"ids": sorted(old)})
        }
        return [
            row
            for row in rows
            if (row["source"], row["target"], row["props"].get("avoidance_id"))
            not in known
        ]


# Counting anew ------------------------------------------------------------------------


def _recount(store: GraphStore, space: str, found: Inventory, plan: _Plan) -> int:
    """Let what counts its neighbours agree with them; how many tasks did not."""
    recounted = 0
    for ids in _taken(found, plan, "Task"):
        recount = partial(_recount_tasks, space, ids)
        recounted += store.changing(space, recount, [ALL])
    for label, name in (
        ("UIElement", "recount_elements"),
        ("Pattern", "recount_patterns"),
    ):
        for ids in _taken(found, plan, label):
            _do(store, space, name, ids)
    for ids in pages(sorted(plan.waiting)):
        _do(store, space, "unmark_tasks", ids)
    if any(label == "Experience" for label, _ in plan.left_out):
        _drop_unused(store, found, plan)
    return recounted


def _do(store: GraphStore, space: str, name: str, ids: Sequence[str]) -> None:
    """Run a named query that takes ids, and note that anything may have changed."""
    params = {"ids": list(ids)}
    store.changing(space, lambda tx: tx.run(query(name), params), [ALL])


def _taken(found: Inventory, plan: _Plan, label: str) -> Iterable[list[str]]:
    ids = found.ids.get(label, set())
    return pages(sorted(key for key in ids if (label, key) not in plan.left_out))


def _recount_tasks(space: str, ids: Sequence[str], tx: Transaction) -> int:
    tx.run(query("lock_tasks"), {"space": space, "ids": list(ids)})
    tx.run(query("recount_links"), {"ids": list(ids)})
    rows = tx.run(query("miscounted_tasks"), {"ids": list(ids)})
    wrong = [row["task_id"] for row in rows]
    if wrong:
        summaries = [{"task_id": key, "summary": _summary(tx, key)} for key in wrong]
        tx.run(query("count_tasks_anew"), {"rows": summaries})
        tx.run(query("recount_uses"), {"ids": wrong})
    return len(wrong)


def _summary(tx: Transaction, task_id: str) -> dict[str, object]:
    """A task's counters by the runs that it has; `claimed` marks the change."""
    runs = tx.run(query("remaining_runs"), {"task_id": task_id})
    return {**summary_of(runs), "claimed": uuid4().hex}


def _drop_unused(store: GraphStore, found: Inventory, plan: _Plan) -> None:
    """Delete elements, pages and apps that came for the sake of runs which did not."""
    for label, names in (
        ("UIElement", ("delete_orphan_locators", "delete_orphan_elements")),
        ("Page", ("delete_orphan_pages",)),
        ("App", ("delete_orphan_apps",)),
    ):
        new = found.ids.get(label, set()) - plan.existing.get(label, set())
        for ids in pages(sorted(new)):
            for name in names:
                store.write(name, ids=ids)
