"""What candidates are worth: one scale for all kinds."""

from typing import Any, Literal

import pytest

from kgmem.graph.finding.found import Item
from kgmem.model.values.similarity import SimilarityScale
from kgmem.search.candidate import SearchCandidate
from kgmem.search.score import TIME_SHARE, weigh, weigh_text

SCALE = SimilarityScale(((0.0, 0.0), (1.0, 1.0)))
NOW = 2_000_000_000_000


def candidate(
    name: str,
    text: str = "milk",
    kind: Literal["chunk", "fact", "task"] = "chunk",
    cosine: float | None = None,
    words: float = 0.0,
    **fields: Any,
) -> SearchCandidate:
    return SearchCandidate(Item(kind, name, text, **fields), cosine, words)


def weighed(
    *candidates: SearchCandidate,
    query: str = "milk",
    scale: SimilarityScale | None = SCALE,
) -> list[SearchCandidate]:
    by_key = {one.item.key: one for one in candidates}
    weigh_text(by_key, query, scale)
    weigh(candidates, NOW)
    return list(candidates)


def test_words_count_by_the_share_of_the_query_that_the_best_holds() -> None:
    best, half = weighed(
        candidate("a", "fresh milk", words=8.0),
        candidate("b", "milk", words=4.0),
        query="fresh milk bottle deposit",
    )

    assert best.parts["sparse"] == pytest.approx(0.5)
    assert half.parts["sparse"] == pytest.approx(0.25)


def test_without_a_scale_meaning_is_relative() -> None:
    low, middle, high = weighed(
        candidate("a", cosine=0.80),
        candidate("b", cosine=0.85),
        candidate("c", cosine=0.90),
        scale=None,
    )

    assert [c.parts["dense"] for c in (low, middle, high)] == pytest.approx([0, 0.5, 1])


def test_a_fact_that_ended_counts_as_old() -> None:
    over, open_ended = weighed(
        candidate("a", kind="fact", at=NOW, closed_at=NOW - 1),
        candidate("b", kind="fact", at=NOW, valid_to=NOW + 1),
    )

    assert over.parts["time"] == pytest.approx(1 - TIME_SHARE)
    assert open_ended.parts["time"] == 1
