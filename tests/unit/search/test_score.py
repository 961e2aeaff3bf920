"""What candidates are worth: one scale for all kinds."""

from typing import Any, Literal

import pytest

from kgmem.graph.finding.found import Item
from kgmem.model.values.similarity import SimilarityScale
from kgmem.search.candidate import GraphPath, SearchCandidate, either
from kgmem.search.score import HALF_LIFE_MS, TIME_SHARE, ranked, weigh, weigh_text

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


def test_kinds_have_their_own_best_words() -> None:
    chunk, fact = weighed(
        candidate("a", words=20.0), candidate("b", words=2.0, kind="fact")
    )

    assert chunk.parts["sparse"] == fact.parts["sparse"] == 1.0


def test_headings_and_keywords_are_words_too() -> None:
    [one] = weighed(
        candidate("a", "white", words=3.0, headings=["牛奶"], keywords=["dairy"]),
        query="牛奶 dairy",
    )

    assert one.parts["sparse"] == 1.0


def test_meaning_counts_on_the_calibrated_scale() -> None:
    scale = SimilarityScale(((0.2, 0.0), (0.6, 1.0)))

    low, high, unknown = weighed(
        candidate("a", cosine=0.1),
        candidate("b", cosine=0.5),
        candidate("c"),
        scale=scale,
    )

    assert low.parts["dense"] == 0
    assert high.parts["dense"] == pytest.approx(0.75)
    assert unknown.parts["dense"] == 0


def test_without_a_scale_meaning_is_relative() -> None:
    low, middle, high = weighed(
        candidate("a", cosine=0.80),
        candidate("b", cosine=0.85),
        candidate("c", cosine=0.90),
        scale=None,
    )

    assert [c.parts["dense"] for c in (low, middle, high)] == pytest.approx([0, 0.5, 1])


@pytest.mark.parametrize("cosine", [-0.3, 0.0, 0.7])
def test_without_a_scale_one_cosine_counts_as_it_is(cosine: float) -> None:
    [one] = weighed(candidate("a", cosine=cosine), scale=None)

    assert one.parts["dense"] == pytest.approx(max(0.0, cosine))


def test_without_the_index_words_count_by_how_many_there_are() -> None:
    one = candidate("a", "fresh milk")

    weigh_text({one.item.key: one}, "fresh bottle", SCALE, indexed=False)

    assert one.parts["sparse"] == pytest.approx(0.5)


def test_query_of_function_words_finds_no_words() -> None:
    [one] = weighed(candidate("a", words=1.0, cosine=0.5), query="the of 的")

    assert one.parts["sparse"] == 0
    assert one.score == pytest.approx(0.3)


def test_signs_of_the_graph_add_up_within_one() -> None:
    one = candidate("a", cosine=0.5)
    one.asked, one.path = GraphPath(0.4, str), GraphPath(0.5, str)

    weighed(one)

    assert one.parts["graph"] == pytest.approx(0.7)
    assert one.score == pytest.approx(either(0.3, 0.7))
    assert one.score < 1


def test_age_takes_little_and_no_time_takes_nothing() -> None:
    new, aged, ancient, timeless = weighed(
        candidate("a", at=NOW),
        candidate("b", at=NOW - HALF_LIFE_MS),
        candidate("c", at=0),
        candidate("d"),
    )

    assert new.parts["time"] == timeless.parts["time"] == 1
    assert aged.parts["time"] == pytest.approx(1 - TIME_SHARE / 2)
    assert 1 - TIME_SHARE <= ancient.parts["time"] < aged.parts["time"]


def test_what_is_said_to_come_is_not_better_than_new() -> None:
    [one] = weighed(candidate("a", at=NOW + 5 * HALF_LIFE_MS))

    assert one.parts["time"] == 1


def test_a_fact_that_ended_counts_as_old() -> None:
    over, open_ended = weighed(
        candidate("a", kind="fact", at=NOW, closed_at=NOW - 1),
        candidate("b", kind="fact", at=NOW, valid_to=NOW + 1),
    )

    assert over.parts["time"] == pytest.approx(1 - TIME_SHARE)
    assert open_ended.parts["time"] == 1


def test_importance_is_confidence_or_success() -> None:
    sure, unsure, won, lost, chunk = weighed(
        candidate("a", kind="fact", confidence=1.0),
        candidate("b", kind="fact", confidence=0.5),
        candidate("c", kind="task", wins=8, losses=0),
        candidate("d", kind="task", wins=0, losses=8),
        candidate("e"),
    )

    assert sure.parts["importance"] == chunk.parts["importance"] == 1
    assert unsure.parts["importance"] == pytest.approx(0.95)
    assert won.parts["importance"] == pytest.approx(0.99)
    assert lost.parts["importance"] == pytest.approx(0.91)


def test_best_come_first_and_ties_by_id() -> None:
    found = weighed(
        candidate("b", cosine=0.5), candidate("a", cosine=0.5), candidate("c", cosine=1)
    )

    assert [one.item.id for one in ranked(found)] == ["c", "a", "b"]
