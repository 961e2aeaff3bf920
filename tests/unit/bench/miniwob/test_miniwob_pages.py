"""What is learned from the pages and what is asked."""

from kgmem_bench.miniwob.tasks import (
    CEILINGS,
    FIRST_SEEDS,
    NEW_SEEDS,
    STREAM_SEEDS,
    TASKS,
)


def test_no_seed_is_learned_from_and_asked() -> None:
    seeds = [*FIRST_SEEDS, *NEW_SEEDS, *STREAM_SEEDS]

    assert len(seeds) == len(set(seeds)) == 43
    assert set(CEILINGS) == set(TASKS)
