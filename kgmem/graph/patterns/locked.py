"""Tasks, patterns and runs that are locked while a pattern is written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.errors import InvalidInput
from kgmem.graph.patterns.rows import (
    Places,
)
from kgmem.graph.query_files import each, query
from kgmem.ports import Row, Transaction

Instances = Mapping[str, Places]
"""By experience id."""


@dataclass(frozen=True, slots=True)
class StoredPath:
    """A run's path as it is stored."""

    task_id: str
    steps: list[tuple[str, dict[str | None, str]]]
    """See `pattern_rows.Path`."""
    followed_plan: bool
    """Did the run follow a plan, of which somebody may have reported?"""


def paths_of(tx: Transaction, space: str, runs: Sequence[str]) -> dict[str, StoredPath]:
    found: dict[str, StoredPath] = {}
    if not runs:
        return found
    rows = tx.run(query("run_paths"), {"ids": list(runs), "space": space})
    for row in sorted(rows, key=lambda row: int(row["n"])):
        path = found.setdefault(
            row["experience_id"],
            StoredPath(row["task_id"], [], row["report_id"] is not None),
        )
        if not path.steps or path.steps[-1][0] != row["step_id"]:
            path.steps.append((row["step_id"], {}))
        if row["element_id"]:
            path.steps[-1][1][row["part"]] = row["element_id"]
    return found


def lock_tasks(
    tx: Transaction, space: str, ids: Sequence[str]
) -> dict[str, str | None]:
    """The marks of those that are there, by id; nobody else changes them now."""
    rows = tx.run(query("lock_tasks"), {"space": space, "ids": sorted(ids)})
    return {row["task_id"]: row["claimed"] for row in rows}


def lock_patterns(tx: Transaction, space: str, ids: Sequence[str]) -> dict[str, Row]:
    """The heads of those that are there, by id."""
    rows = tx.run(query("lock_patterns"), {"ids": sorted(ids)})
    if foreign := [row["pattern_id"] for row in rows if row["space"] != space]:
        raise InvalidInput(f"pattern {foreign[0]} is of another space than {space!r}")
    return {row["pattern_id"]: row for row in rows}


def reported(tx: Transaction, runs: Iterable[tuple[str, str]]) -> list[Row]:
    """Successes that were counted when the plans of these runs were reported, given by
    pattern and run; the runs are counted themselves now."""
    rows = [{"pattern_id": key, "experience_id": run} for key, run in runs]
    return each(tx, "withdraw_reports", rows)
