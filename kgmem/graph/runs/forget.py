"""Forget runs and tasks: nothing of them stays, counters and shared nodes agree."""

from collections.abc import Sequence
from uuid import uuid4

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.changes import ALL
from kgmem.graph.patterns.learned import forget_words_of
from kgmem.graph.patterns.leaving import noted, settle
from kgmem.graph.points import TASK, put_outbox
from kgmem.graph.query_files import each, query
from kgmem.graph.read_rows import element_of, page_of
from kgmem.graph.rows import element_props, page_name
from kgmem.graph.runs.avoid_edges import withdraw
from kgmem.graph.runs.write import summary_of
from kgmem.graph.store import GraphStore
from kgmem.ports import Row, Transaction


def forget(
    store: GraphStore, space: str, task_id: str | None, experience_id: str | None
) -> int:
    """Delete one run or all of a task, in one transaction; how many runs went. Of a
    task that only plans did, what it taught goes, and it counts as one.

    Raises InvalidInput unless exactly one id is given, NotFound if there is none.
    """
    if (task_id is None) == (experience_id is None):
        raise InvalidInput("forget: give one of task_id, experience_id")

    def work(tx: Transaction) -> list[str]:
        rows = tx.run(
            query("runs_to_forget"),
            {"space": space, "task_id": task_id, "experience_id": experience_id},
        )
        if not rows and task_id and forget_words_of(tx, space, [task_id]):
            tx.run(query("delete_reports_of_tasks"), {"ids": [task_id]})
            return [task_id]  # done by plans alone
        if not rows:
            raise NotFound(f"forget: no {task_id or experience_id} in space {space!r}")
        return delete_runs(tx, space, rows)

    return len(store.changing(space, work, [ALL]))


def delete_runs(tx: Transaction, space: str, rows: Sequence[Row]) -> list[str]:
    """Delete runs, given by task and experience id, and what only they held; their
    ids. Whoever commits it notes that everything changed: no id of them may stay."""
    tasks = sorted({row["task_id"] for row in rows})
    for task_id in tasks:  # writing locks it: a learner of the same task has to wait
        claim = {"task_id": task_id, "summary": {"claimed": uuid4().hex}}
        tx.run(query("set_summary"), claim)
    runs = [row["experience_id"] for row in rows]
    tx.run(query("delete_reports_of_runs"), {"ids": runs})
    leaving = noted(tx, tasks, runs)
    shared = _Shared(tx, tasks, runs)
    withdraw(tx, space, runs)
    tx.run(query("delete_steps"), {"ids": runs})
    tx.run(query("delete_experiences"), {"ids": runs})
    for task_id in tasks:
        recount_task(tx, space, task_id)
    if leaving is not None:
        settle(tx, space, leaving)
    shared.settle(tx)
    return runs


def recount_task(tx: Transaction, space: str, task_id: str) -> None:
    """Count a task anew, or delete it with its point if no run is left."""
    task = {"task_id": task_id}
    left = tx.run(query("remaining_runs"), task)
    if left:
        summary = {**task, "summary": summary_of(left)}
        tx.run(query("count_tasks_anew"), {"rows": [summary]})
        tx.run(query("unuse_elements"), task)
        tx.run(query("recount_uses"), {"ids": [task_id]})
        return
    tx.run(query("drop_drafts_of_task"), {**task, "space": space})
    forget_words_of(tx, space, [task_id])
    tx.run(query("delete_reports_of_tasks"), {"ids": [task_id]})
    tx.run(query("unlink_similar"), task)
    tx.run(query("delete_task"), task)
    put_outbox(tx, TASK, [{"point_id": task_id, "space": space}], "delete")


class _Shared:
    """The nodes that runs share with others: elements, pages, apps."""

    def __init__(
        self, tx: Transaction, tasks: Sequence[str], runs: Sequence[str]
    ) -> None:
        elements = tx.run(query("elements_of_runs"), {"ids": list(runs)})
        self.elements = [row["element_id"] for row in elements]
        pages = tx.run(query("pages_of_elements"), {"ids": self.elements})
        self.pages = [row["page_id"] for row in pages]
        apps = tx.run(query("apps_of_some_tasks"), {"ids": list(tasks)})
        self.apps = [row["app_id"] for row in apps]

    def settle(self, tx: Transaction) -> None:
        """Delete those that nobody uses any more; the others are described as a run
        that is left saw them: they may have been named by one that went."""
        tx.run(query("recount_elements"), {"ids": self.elements})
        for name, ids in (
            ("delete_orphan_locators", self.elements),
            ("delete_orphan_elements", self.elements),
            ("delete_orphan_pages", self.pages),
            ("delete_orphan_apps", self.apps),
        ):
            tx.run(query(name), {"ids": ids})
        elements = tx.run(query("elements_as_seen"), {"ids": self.elements})
        each(
            tx,
            "describe_elements",
            (
                {"element_id": row["element_id"], "props": element_props(element)}
                for row in elements
                if (element := element_of(row["target"]))
            ),
        )
        pages = tx.run(query("pages_as_seen"), {"ids": self.pages})
        each(
            tx,
            "name_pages",
            (
                {"page_id": row["page_id"], "name": page and page_name(page)}
                for row in pages
                for page in (page_of(row["page"]),)
            ),
        )
