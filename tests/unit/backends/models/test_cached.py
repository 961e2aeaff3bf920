"""CachedEmbedder embeds each text once and says so."""

import threading
from collections.abc import Sequence

import numpy as np

from kgmem.backends.models.cached import LONGEST_KEY, CachedEmbedder
from kgmem.backends.models.ngram import NgramEmbedder
from kgmem.ports import Vectors


class Recording(NgramEmbedder):
    """Remembers the batches that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.batches.append(list(texts))
        return super().embed(texts)


def test_only_what_is_missing_is_embedded_each_once() -> None:
    inner = Recording()
    cached = CachedEmbedder(inner)
    cached.embed(["a b c", "d e f"])

    vectors = cached.embed(["g h i", "a b c", "g h i", "j k l"])

    assert inner.batches == [["a b c", "d e f"], ["g h i", "j k l"]]
    np.testing.assert_array_equal(
        vectors, NgramEmbedder().embed(["g h i", "a b c", "g h i", "j k l"])
    )
    assert (cached.hits, cached.misses) == (2, 4)


def test_the_least_recently_used_text_is_forgotten() -> None:
    inner = Recording()
    cached = CachedEmbedder(inner, size=2)
    cached.embed(["one", "two"])
    cached.embed(["one"])
    cached.embed(["three"])

    cached.embed(["one"])
    cached.embed(["two"])

    assert inner.batches == [["one", "two"], ["three"], ["two"]]


def test_what_the_caller_does_to_a_vector_stays_with_the_caller() -> None:
    cached = CachedEmbedder(NgramEmbedder())
    before = cached.embed(["one"]).copy()

    for _ in range(2):
        cached.embed(["one"])[:] = 0

    np.testing.assert_array_equal(cached.embed(["one"]), before)


def test_long_texts_that_begin_alike_are_told_apart() -> None:
    cached = CachedEmbedder(NgramEmbedder())
    beginning = "z" * LONGEST_KEY

    first, second = cached.embed([beginning + " apple", beginning + " 机械键盘"])

    assert not np.array_equal(first, second)


def test_threads_share_it() -> None:
    cached = CachedEmbedder(NgramEmbedder(), size=3)
    texts = [f"task number {n}" for n in range(6)]
    right = NgramEmbedder().embed(texts)
    wrong: list[int] = []

    def work(seed: int) -> None:
        for n in range(60):
            k = (n * 5 + seed) % len(texts)
            if not np.array_equal(cached.embed([texts[k]])[0], right[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []
    assert cached.hits + cached.misses == 360
