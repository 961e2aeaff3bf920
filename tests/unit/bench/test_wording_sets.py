"""What is asked of a memory in other words, and what is right for it."""

from pathlib import Path

from kgmem_bench.wordings.wording_sets import wording_sets
from kgmem_bench.wordings.wordings import WRITTEN


def test_values_in_another_order_are_the_kind_s_own_task() -> None:
    sets = [one for one in wording_sets(None, WRITTEN) if "en learned" in one.name]

    swapped = [a for one in sets for a in one.asked if a.relation == "values swapped"]

    assert swapped
    for asked in swapped:
        first, second = list(asked.values.values())[:2]
        assert asked.task.index(first) < asked.task.index(second)


def test_what_is_asked_has_its_values() -> None:
    for one in wording_sets(Path("nowhere"), WRITTEN):
        for asked in one.asked:
            if asked.relation == "other words":
                assert all(
                    v.casefold() in asked.task.casefold() for v in asked.values.values()
                )
