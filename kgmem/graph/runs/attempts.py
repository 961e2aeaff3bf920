"""Runs to compare, as a recall reads them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kgmem.graph.read_rows import steps_of
from kgmem.model.trajectory import Outcome, Step
from kgmem.model.values.identical import REMEMBERED, Identical
from kgmem.paths.failing.lessons import Attempt
from kgmem.ports import Row


def attempts_of(rows: Iterable[Row]) -> list[Attempt]:
    """The runs in rows of `details_attempts`, each with one of its steps. What was
    found of one when it was read before, and has not changed since, is not looked for
    again."""
    heads: dict[str, Row] = {}
    steps: dict[str, list[Row]] = {}
    for row in rows:
        heads[row["key"]] = row
        steps.setdefault(row["key"], []).append(row["body"])
    return [
        _attempt(
            key,
            row["id"],
            row["head"]["task"],
            row["head"]["app"],
            row["head"]["outcome"],
            tuple(map(Identical, steps_of(steps[key]))),
            row["head"]["recorded_at"],
        )
        for key, row in heads.items()
    ]


@lru_cache(maxsize=REMEMBERED)
def _attempt(
    experience_id: str,
    task_id: str,
    task: str,
    app: str | None,
    outcome: Outcome,
    the: Sequence[Identical[Step]],
    at: int,
) -> Attempt:
    steps = tuple(one.value for one in the)
    return Attempt(experience_id, task_id, task, app, outcome, steps, at)
