"""Seeds: what goes into the one search, and how its answer is cut."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.errors import MemoryClosed, VectorsUnavailable
from kgmem.index.projection import Projection
from kgmem.index.seeds import SEEDS, find_seeds
from kgmem.ports import Collection, Found, Generation, VectorHit, VectorQuery
from tests.doubles import WordEmbedder


class ListedIndex:
    """Answers each query from a list; keeps what it was asked."""

    def __init__(self, *answers: Found) -> None:
        self.answers = answers
        self.asked: list[VectorQuery] = []

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        assert collection == "experiences"
        self.asked += queries
        return list(self.answers[: len(queries)])


class Indexed:
    """As much of a projection as seeds need."""

    def __init__(self, index: Any) -> None:
        self.index = index
        self.generation = Generation(1, "words-1", 2)

    def require(self) -> None:
        """It could be opened."""


def find(index: ListedIndex, text: str = "find a mouse", **more: Any) -> list[Any]:
    projection: Any = Indexed(index)
    return find_seeds(projection, "space", text, [1.0, 0.0], **more)


def hits(prefix: str, count: int, best: float = 1.0) -> tuple[VectorHit, ...]:
    return tuple(VectorHit(f"{prefix}{n:02d}", best - n / 100) for n in range(count))


def test_large_neighbour_does_not_crowd_the_app_out() -> None:
    crowd = Found(dense=hits("other", 40, best=1.0))
    own = Found(dense=hits("own", 5, best=0.4))

    seeds = find(ListedIndex(crowd, own), app="taobao")

    kept = {seed.task_id for seed in seeds}
    assert {f"own{n:02d}" for n in range(5)} <= kept
    assert len(kept) == SEEDS
    scores = [seed.score for seed in seeds]
    assert scores == sorted(scores, reverse=True)


def test_of_equally_near_tasks_those_of_the_same_words_count_in_any_order() -> None:
    near = tuple(VectorHit(f"task{n:02d}", 0.9) for n in range(60))
    said = (VectorHit("task55", 3.0), VectorHit("task58", 2.0))

    one = find(ListedIndex(Found(near, said)))
    other = find(ListedIndex(Found(near[::-1], said)))

    assert one == other
    assert [seed.task_id for seed in one[:3]] == ["task55", "task58", "task00"]


class Replaced(ListedIndex):
    """A reindex for `model` puts another one in its place during the search."""

    def __init__(self, model: str) -> None:
        super().__init__()
        self.projection: Any = Indexed(self)
        self.next = Generation(2, model, 2)

    def search(self, *_: Any) -> list[Found]:
        self.projection.index = ListedIndex(Found(hits("new", 1)))
        self.projection.generation = self.next
        raise MemoryClosed("closed")


def test_index_replaced_during_the_search_answers_instead() -> None:
    replaced = Replaced("words-1")

    seeds = find_seeds(replaced.projection, "space", "find", [1.0, 0.0])

    assert [seed.task_id for seed in seeds] == ["new00"]


def test_index_replaced_by_another_model_is_no_closed_memory() -> None:
    replaced = Replaced("words-2")

    with pytest.raises(VectorsUnavailable, match="rebuilt"):
        find_seeds(replaced.projection, "space", "find", [1.0, 0.0])


def test_words_alone_find_a_task_in_both_languages(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        one = memory.learn({"task": "Rename the report file"})
        two = memory.learn({"task": "在淘宝搜索红色连衣裙"})
        projection: Projection = memory._parts.projection  # type: ignore[union-attr]

        english = find_seeds(projection, "default", "renaming reports", None)
        chinese = find_seeds(projection, "default", "买连衣裙", None)

    assert [(s.task_id, s.cosine) for s in english] == [(one.task_id, None)]
    assert [(s.task_id, s.cosine) for s in chinese] == [(two.task_id, None)]
