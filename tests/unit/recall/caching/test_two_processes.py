"""Two that share a graph: each keeps its answers, and gives none that is too old."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kgmem import Memory, Settings
from kgmem.index.projection import Drained, Projection
from kgmem.wiring import assemble, engine_of, index_of
from tests.contracts.shared_space import bought, buying
from tests.doubles import WordEmbedder
from tests.written_at_random import QUESTIONS, asked, refused, without_cache, writes

TASK = "Buy milk in the shop"
Opened = Callable[[], Memory]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens the memory once more, as another process would: on one graph."""
    yield from opening(Settings.load(home=tmp_path, generalize_after=0))


def opening(settings: Settings) -> Iterator[Opened]:
    engine, index = engine_of(settings), index_of(settings)
    engine.shared = True

    def one_more() -> Memory:
        parts = assemble(settings, engine, index, WordEmbedder())
        return Memory(parts, "default")

    yield one_more
    index.close()
    engine.close()


def test_what_the_other_writes_makes_it_an_old_one(opened: Opened) -> None:
    one, other = opened(), opened()
    bought(one)
    told = [one.recall(TASK, app="shop").stages[0].name for _ in range(2)]

    other.learn(buying("milk", works=False))

    told.append(one.recall(TASK, app="shop").stages[0].name)
    assert told == ["embed", "cache", "embed"]


def test_fact_whose_vector_comes_later_is_in_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for opened in opening(Settings.load(home=tmp_path, generalize_after=0)):
        one, other = opened(), opened()
        bought(one)
        other.recall(TASK, app="shop")
        with monkeypatch.context() as late:
            late.setattr(Projection, "take_up", lambda *_: Drained(0))
            one.add_fact("Milk costs 2 euros.")
        other.recall(TASK, app="shop")
        one._open.projection.drain(force=True)

        told = [other.recall(TASK, app="shop") for _ in range(2)]

        assert told[1].stages[0].name == "cache"
        assert [len(found.facts) for found in told] == [1, 1]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_answer_is_older_than_the_last_write(opened: Opened, seed: int) -> None:
    two, fresh = (opened(), opened()), without_cache(opened())
    chosen = random.Random(seed)

    for _, write in zip(range(25), writes(chosen), strict=False):
        refused(write, chosen.choice(two))

        task = chosen.choice(QUESTIONS)
        expected = asked(fresh, task)
        for one in (*two, *two):
            assert asked(one, task) == expected
    assert sum(one.metrics().caches["L1"].hits for one in two) > 10
