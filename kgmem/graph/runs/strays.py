"""What is left in the graph where records are gone that held it together: none, unless
files were lost or something else deleted records."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from kgmem.graph.changes import ALL
from kgmem.graph.query_files import query
from kgmem.graph.runs.avoid_edges import withdraw
from kgmem.graph.runs.forget import recount_task
from kgmem.graph.store import GraphStore
from kgmem.model.values.batches import batches
from kgmem.ports import Row, Transaction

BATCH = 64
"""Runs, or as many steps eight times, that are deleted in one transaction."""


def clear_away(store: GraphStore) -> None:
    """Delete tasks without runs, stray runs and stray steps with what only they held,
    and count tasks anew: nothing can be made of a run without the words of its task."""
    # Tasks first: a task that uses an element keeps it.
    for tasks in batches(store.wrong("lone_tasks"), BATCH):
        store.write("delete_lone_tasks", ids=[task["task_id"] for task in tasks])
    for task in store.wrong("miscounting_tasks"):
        recount = partial(recount_task, space=task["space"], task_id=task["task_id"])
        store.changing(task["space"], recount, [ALL])
    for runs in batches(store.wrong("stray_runs"), BATCH):
        for space in sorted({run["space"] for run in runs}):
            mine = [run for run in runs if run["space"] == space]
            store.changing(space, partial(_delete_runs, rows=mine), [ALL])
    for steps in batches(store.wrong("stray_steps"), BATCH * 8):
        store.engine.write(partial(_delete_steps, rows=steps))


def _delete_runs(tx: Transaction, rows: Sequence[Row]) -> None:
    ids = [row["experience_id"] for row in rows]
    elements = [
        r["element_id"] for r in tx.run(query("elements_of_runs"), {"ids": ids})
    ]
    tx.run(query("delete_reports_of_runs"), {"ids": ids})
    by_space: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        by_space[row["space"]].append(row["experience_id"])
    for space, mine in by_space.items():
        withdraw(tx, space, mine)
    tx.run(query("delete_steps"), {"ids": ids})
    tx.run(query("delete_experiences"), {"ids": ids})
    _settle(tx, elements)


def _delete_steps(tx: Transaction, rows: Sequence[Row]) -> None:
    ids = [row["step_id"] for row in rows]
    found = tx.run(query("elements_of_stray_steps"), {"ids": ids})
    tx.run(query("delete_stray_steps"), {"ids": ids})
    _settle(tx, [row["element_id"] for row in found])


def _settle(tx: Transaction, elements: Sequence[str]) -> None:
    pages = tx.run(query("pages_of_elements"), {"ids": list(elements)})
    tx.run(query("recount_elements"), {"ids": list(elements)})
    tx.run(query("delete_orphan_locators"), {"ids": list(elements)})
    tx.run(query("delete_orphan_elements"), {"ids": list(elements)})
    tx.run(query("delete_orphan_pages"), {"ids": [row["page_id"] for row in pages]})
