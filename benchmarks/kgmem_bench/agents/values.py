"""What the tasks are about: made from lists, the same at each run. A set of values that
was learned from never comes again among the new ones, and its free texts neither."""

from collections.abc import Mapping, Sequence
from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

LEARNED, NEW = 3, 3
"""Sets of values per kind and language: walked first, and met for the first time."""
SETS = LEARNED + NEW

Pool = Sequence[str]


def value_sets(
    free: Mapping[str, Pool], fixed: Mapping[str, Pool]
) -> list[dict[str, str]]:
    """SETS sets. Of `free` pools (as long as there are sets) each text is used once; of
    `fixed` ones (what a list on a page offers) in turn, each at its own pace, so that
    no two lists go together."""
    for name, pool in free.items():
        if len(set(pool)) < SETS:
            raise ValueError(f"{name}: {SETS} different texts are needed")
    return [
        {name: pool[n] for name, pool in free.items()}
        | {
            name: pool[(n * pace + n // len(pool)) % len(pool)]
            for pace, (name, pool) in enumerate(fixed.items(), start=1)
        }
        for n in range(SETS)
    ]
