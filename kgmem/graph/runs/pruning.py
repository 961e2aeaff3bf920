"""PruningStore: what cleaning up asks of the graph, in its words."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.changes import ALL
from kgmem.graph.query_files import query
from kgmem.graph.runs.forget import delete_runs
from kgmem.graph.store import GraphStore
from kgmem.ports import Transaction

PAGE = 256
"""Runs, or tasks, that are looked at together."""
BATCH = 64
"""Runs that are deleted in one transaction."""


@dataclass(frozen=True, slots=True)
class UnusedRun:
    """A run that failed more often than not, and that nobody used for long."""

    experience_id: str
    task_id: str
    text: str
    app: str | None
    outcome: str
    """How the run itself ended."""
    wins: int
    losses: int
    last_at: int
    """When it was used or, never used, learned last; in milliseconds."""


class PruningStore:
    """All operations are scoped to a space; moments are in milliseconds."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def unused_runs(self, space: str, until: int) -> Iterator[list[UnusedRun]]:
        """Runs with more losses than wins, last used or learned by `until`, a page at
        a time; what was given may be deleted before the next page is asked for."""
        after = ""
        while rows := self._store.read(
            "unused_runs", space=space, until=until, after=after, limit=PAGE
        ):
            after = rows[-1]["experience_id"]
            tasks = {row["task_id"]: None for row in rows}
            named = self._store.read("texts_of_tasks", space=space, ids=list(tasks))
            heads = {row.pop("task_id"): row for row in named}
            yield [
                UnusedRun(**row, **heads[row["task_id"]])
                for row in rows
                if row["task_id"] in heads
            ]

    def last_runs(
        self, space: str, task_ids: Sequence[str]
    ) -> Mapping[str, Mapping[str, int]]:
        """By task and outcome, when one of its runs was used or learned last."""
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for n in range(0, len(task_ids), PAGE):
            ids = list(task_ids[n : n + PAGE])
            for row in self._store.read("last_runs_of_tasks", space=space, ids=ids):
                found[row["task_id"]][row["outcome"]] = row["last_at"]
        return found

    def bury(
        self, space: str, runs: Sequence[UnusedRun], *, until: int, at: int
    ) -> set[str]:
        """Delete these runs, each with a tombstone from `at`: learned again, they
        count as stored. Ids of those that went; who was used meanwhile stays."""
        gone: list[str] = []
        for n in range(0, len(runs), BATCH):
            batch = runs[n : n + BATCH]

            def work(tx: Transaction, batch: Sequence[UnusedRun] = batch) -> list[str]:
                return _bury(tx, space, batch, until, at)

            gone += self._store.changing(space, work, [ALL])
        return set(gone)

    def unused_patterns(self, space: str, until: int, outcomes: int) -> dict[str, int]:
        """By id, when a pattern with at least so many outcomes, and more losses than
        wins, was used or made last, if that was by `until`."""
        rows = self._store.read(
            "unused_patterns", space=space, until=until, outcomes=outcomes
        )
        return {row["pattern_id"]: row["last_at"] for row in rows}


def _bury(
    tx: Transaction, space: str, runs: Sequence[UnusedRun], until: int, at: int
) -> list[str]:
    tasks = sorted({run.task_id for run in runs})
    tx.run(query("lock_tasks"), {"space": space, "ids": tasks})
    ids = [run.experience_id for run in runs]
    params = {"space": space, "ids": ids, "until": until}
    rows = tx.run(query("still_unused_runs"), params)
    if not rows:
        return []
    gone = delete_runs(tx, space, rows)
    tx.run(query("bury_runs"), {"space": space, "ids": gone, "at": at})
    return gone
