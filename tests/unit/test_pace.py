"""How often the garbage collector looks once a memory is open."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.pace import MADE, look_less_often
from tests.doubles import WordEmbedder

PYTHONS = (700, 10, 10)


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PYTHONS, (MADE, 10, 10)),
        ((2_000, 5, 5), (MADE, 5, 5)),
        ((100_000, 20, 100), (100_000, 20, 100)),
        ((0, 10, 10), (0, 10, 10)),
    ],
)
def test_it_looks_less_often_unless_the_host_lets_it_look_even_less(
    before: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    gc.set_threshold(*before)

    look_less_often()

    assert gc.get_threshold() == after


def test_it_does_in_a_process_that_opened_a_memory(tmp_path: Path) -> None:
    gc.set_threshold(*PYTHONS)

    with Memory.open(tmp_path / "m", embedder=WordEmbedder()):
        seen = gc.get_threshold()

    assert seen[0] == MADE
