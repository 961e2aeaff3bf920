"""Runs to compare, as a recall reads them."""

from collections.abc import Iterable

from kgmem.graph.read_rows import steps_of
from kgmem.paths.signs import Attempt
from kgmem.ports import Row


def attempts_of(rows: Iterable[Row]) -> list[Attempt]:
    """The runs in rows of `recall_details`, each with one of its steps."""
    heads: dict[str, Row] = {}
    steps: dict[str, list[Row]] = {}
    for row in rows:
        heads[row["key"]] = row
        steps.setdefault(row["key"], []).append(row["body"])
    return [
        Attempt(
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
