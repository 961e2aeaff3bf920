"""Forget runs and tasks: nothing of them stays, counters and shared nodes agree."""

from collections.abc import Sequence
from uuid import uuid4

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.query_files import query
from kgmem.graph.store import GraphStore, counted, put_outbox
from kgmem.ports import Row, Transaction


def forget(
    store: GraphStore, space: str, task_id: str | None, experience_id: str | None
) -> int:
    """Delete one run or all of a task, in one transaction; how many runs went.

    Raises InvalidInput unless exactly one id is given, NotFound if there is none.
    """
    if (task_id is None) == (experience_id is None):
        raise InvalidInput("forget: give one of task_id, experience_id")

    def work(tx: Transaction) -> int:
        rows = tx.run(
            query("runs_to_forget"),
            {"space": space, "task_id": task_id, "experience_id": experience_id},
        )
        if not rows:
            raise NotFound(f"forget: no {task_id or experience_id} in space {space!r}")
        _delete_runs(tx, space, rows)
        return len(rows)

    return store.engine.write(work)


def _delete_runs(tx: Transaction, space: str, rows: Sequence[Row]) -> None:
    tasks = sorted({row["task_id"] for row in rows})
    for task_id in tasks:  # writing locks it: a learner of the same task has to wait
        claim = {"task_id": task_id, "summary": {"claimed": uuid4().hex}}
        tx.run(query("set_summary"), claim)
    runs = {"ids": [row["experience_id"] for row in rows]}
    touched = [r["element_id"] for r in tx.run(query("elements_of_runs"), runs)]
    tx.run(query("delete_steps"), runs)
    tx.run(query("delete_experiences"), runs)
    for task_id in tasks:
        _settle_task(tx, space, task_id)
    tx.run(query("recount_elements"), {"ids": touched})
    tx.run(query("delete_orphan_elements"), {"ids": touched})


def _settle_task(tx: Transaction, space: str, task_id: str) -> None:
    """Count a task anew, or delete it with its point if no run is left."""
    task = {"task_id": task_id}
    left = tx.run(query("remaining_runs"), task)
    if left:
        summary: Row = counted(None, None)
        for row in left:
            summary = counted(
                summary, {"experience_id": row["experience_id"], "props": row}
            )
        tx.run(query("set_summary"), {**task, "summary": summary})
        tx.run(query("unuse_elements"), task)
        return
    tx.run(query("drop_drafts_of_task"), {**task, "space": space})
    tx.run(query("unlink_similar"), task)
    tx.run(query("delete_task"), task)
    gone = {"task_id": task_id, "props": {"space": space, "created_at": 0}}
    put_outbox(tx, [gone], "delete")
