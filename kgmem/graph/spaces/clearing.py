"""Everything of one kind out of a space, a batch at a time.

Each transaction takes nodes with all that hangs on them, and their points by way of
the outbox; after an interruption the same call takes the rest. No tombstone is left:
what was cleared may be learned again.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, get_args

from kgmem.errors import InvalidInput
from kgmem.graph.changes import ALL
from kgmem.graph.facts.entities import delete_lone_entities
from kgmem.graph.patterns.leaving import delete_whole
from kgmem.graph.points import KINDS, put_outbox
from kgmem.graph.query_files import query
from kgmem.graph.runs.forget import delete_runs
from kgmem.graph.spaces.lines import for_label, keys, keys_of, pages
from kgmem.graph.store import GraphStore
from kgmem.model.values.arguments import shown
from kgmem.ports import Transaction

ClearKind = Literal["tasks", "patterns", "facts", "documents", "all"]
KINDS_TO_CLEAR: tuple[ClearKind, ...] = get_args(ClearKind)

BATCH = 64
"""Tasks, or patterns, that go in one transaction,"""
NODES = 500
"""and nodes of what is deleted one by one."""

Progress = Callable[[int, int | None], None]


def clear(
    store: GraphStore, space: str, kind: ClearKind, progress: Progress | None = None
) -> int:
    """Delete all of a kind; how many tasks, patterns, facts and documents went.

    Without their tasks, patterns go, too; what facts and documents told of goes where
    nothing else tells of it. `all` leaves nothing of the space but waiting outbox rows.
    Raises InvalidInput for any other kind.
    """
    if not isinstance(kind, str) or kind not in KINDS_TO_CLEAR:
        raise InvalidInput(
            f"kind: one of {', '.join(KINDS_TO_CLEAR)}, not {shown(kind)}"
        )
    return _Clearing(store, space, progress)(kind)


class _Clearing:
    def __init__(
        self, store: GraphStore, space: str, progress: Progress | None
    ) -> None:
        self._store, self._space, self._progress = store, space, progress
        self._done = 0

    def __call__(self, kind: ClearKind) -> int:
        if kind in ("tasks", "patterns"):
            self._patterns()
        if kind == "tasks":
            self._tasks()
        if kind == "all":  # nothing stays that would have to be counted anew
            self._runs()
            self._done += self._nodes("Task") + self._nodes("Pattern")
        if kind in ("documents", "all"):
            for ids in pages(self._keys("Document"), NODES):
                self._store.write("unready_documents", ids=ids)
            self._nodes("Chunk")
            self._done += self._nodes("Document")
        if kind in ("facts", "all"):
            self._done += self._nodes("Fact")
        if kind in ("facts", "documents"):
            for ids in pages(self._keys("Entity"), NODES):
                self._store.engine.write(partial(delete_lone_entities, ids=ids))
        if kind == "all":
            for label in keys():  # what hung on nothing, and tombstones
                self._nodes(label)
        return self._done

    def _patterns(self) -> None:
        """Their tasks wait for the next batch job."""
        ids = self._keys("Pattern")
        for batch in pages(ids, BATCH):
            self._write(partial(_delete_patterns, self._space, batch))
            self._count(len(batch))

    def _tasks(self) -> None:
        for batch in pages(self._keys("Task"), BATCH):
            self._write(partial(_delete_tasks, self._space, batch))
            self._count(len(batch))

    def _runs(self) -> None:
        for batch in pages(self._keys("Experience"), NODES):
            self._write(partial(_delete_runs, batch))

    def _nodes(self, label: str) -> int:
        """Delete the space's nodes of a label; how many there were."""
        ids = self._keys(label)
        for batch in pages(ids, NODES):
            self._write(partial(_delete_nodes, self._space, label, batch))
        if self._progress and ids:
            self._progress(self._done + len(ids), None)
        return len(ids)

    def _write(self, work: Callable[[Transaction], object]) -> None:
        self._store.changing(self._space, work, [ALL])

    def _keys(self, label: str) -> list[str]:
        return keys_of(self._store, self._space, label)

    def _count(self, more: int) -> None:
        self._done += more
        if self._progress:
            self._progress(self._done, None)


def _delete_patterns(space: str, ids: Sequence[str], tx: Transaction) -> None:
    members = tx.run(query("pattern_members"), {"ids": list(ids)})
    tasks = sorted({row["task_id"] for row in members})
    tx.run(query("lock_tasks"), {"space": space, "ids": tasks})
    tx.run(query("delete_reports_of_patterns"), {"ids": list(ids)})
    delete_whole(tx, ids)
    tx.run(query("unmark_tasks"), {"ids": tasks})


def _delete_tasks(space: str, ids: Sequence[str], tx: Transaction) -> None:
    """Delete tasks with their runs."""
    tx.run(query("lock_tasks"), {"space": space, "ids": list(ids)})
    rows = tx.run(query("runs_of_tasks"), {"space": space, "ids": list(ids)})
    if rows:
        delete_runs(tx, space, rows)
    _delete_nodes(space, "Task", ids, tx)  # those without any run


def _delete_runs(ids: Sequence[str], tx: Transaction) -> None:
    """Runs whole, so that none is left without some of its steps."""
    for name in ("delete_steps", "delete_experiences"):
        tx.run(query(name), {"ids": list(ids)})


def _delete_nodes(space: str, label: str, ids: Sequence[str], tx: Transaction) -> None:
    rows = tx.run(for_label("delete_nodes", label), {"ids": list(ids)})
    kind = KINDS.get(label.lower())
    if kind is not None:
        gone = [{"point_id": row["key"], "space": space} for row in rows]
        put_outbox(tx, kind, gone, "delete")
