"""Runs to compare, as a recall reads them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kgmem.graph.read_rows import steps_of
from kgmem.model.shared import REMEMBERED
from kgmem.model.trajectory import Outcome, Step
from kgmem.model.values.identical import Identical
from kgmem.paths.failing.signs import Attempt
from kgmem.ports import Row


def attempts_of(rows: Iterable[Row]) -> list[Attempt]:
    """The runs in rows of `details_attempts`, each with one of its steps."""
    heads: dict[str, Row] = {}
    steps: dict[str, list[Row]] = {}
    for row in rows:
        heads[row["key"]] = row
        steps.setdefault(row["key"], []).append(row["body"])
    return [
        attempt_of(
            key,
            row["id"],
            row["head"]["task"],
            row["head"]["app"],
            row["head"]["outcome"],
            steps_of(steps[key]),
            row["head"]["recorded_at"],
        )
        for key, row in heads.items()
    ]


def attempt_of(
    experience_id: str,
    task_id: str,
    task: str,
    app: str | None,
    outcome: Outcome,
    steps: Sequence[Step],
    at: int,
) -> Attempt:
    """The run that shows these steps. What was found of it when it was read before,
    and has not changed since, is not looked for again."""
    the = tuple(map(Identical, steps))
    return _attempt(experience_id, task_id, task, app, outcome, the, at)


@lru_cache(maxsize=REMEMBERED)
def _attempt(
    experience_id: str,
    task_id: str,
    task: str,
    app: str | None,
    outcome: Outcome,
    the: tuple[Identical[Step], ...],
    at: int,
) -> Attempt:
    steps = tuple(one.value for one in the)
    return Attempt(experience_id, task_id, task, app, outcome, steps, at)
