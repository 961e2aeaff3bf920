"""Hits that differ."""

from typing import Literal

from kgmem.graph.finding.found import Item
from kgmem.search.candidate import SearchCandidate
from kgmem.search.diversify import FIRST, PER_DOCUMENT, diversify


def candidate(
    name: str,
    text: str,
    document: str | None = None,
    score: float = 0.5,
    kind: Literal["chunk", "fact", "task"] = "chunk",
) -> SearchCandidate:
    return SearchCandidate(Item(kind, name, text, document_id=document), score=score)


def ids(found: list[SearchCandidate]) -> list[str]:
    return [one.item.id for one in found]


def test_nearly_the_same_words_come_once() -> None:
    words = " ".join(f"word{n}" for n in range(30))
    given = [
        candidate("a", words),
        candidate("b", f"{words}!"),
        candidate("c", f"{words} more"),
        candidate("d", "牛奶是白色的"),
        candidate("e", "牛奶是白色的。"),
    ]

    assert ids(diversify(given, 10)) == ["a", "d"]


def test_the_same_words_of_another_kind_stay() -> None:
    given = [candidate("a", "Buy milk"), candidate("b", "Buy milk", kind="task")]

    assert ids(diversify(given, 10)) == ["a", "b"]


def test_texts_without_words_stay() -> None:
    assert ids(diversify([candidate("a", "?!"), candidate("b", "…")], 10)) == ["a", "b"]


def test_a_document_gives_few_parts_while_there_are_others() -> None:
    given = [candidate(f"a{n}", f"milk {n}{n}", "one") for n in range(5)]
    given.append(candidate("b", "cheese", "two"))

    assert ids(diversify(given, 4)) == ["a0", "a1", "a2", "b"]
    assert PER_DOCUMENT == 3


def test_its_other_parts_come_where_nothing_else_is_left() -> None:
    given = [
        candidate(f"a{n}", f"milk {n}{n}", "one", score=1 - n / 10) for n in range(5)
    ]
    given.append(candidate("b", "cheese", "two", score=0.1))

    assert ids(diversify(given, 6)) == ["a0", "a1", "a2", "b", "a3", "a4"]


def test_after_the_first_ones_the_best_count_again() -> None:
    parts = [
        candidate(f"a{n}", f"milk {n}{n}", "one", score=1 - n / 100) for n in range(6)
    ]
    others = [
        candidate(f"b{n}", f"cheese {n}{n}", f"d{n}", score=0.5 - n / 100)
        for n in range(12)
    ]

    found = ids(diversify([*parts, *others], FIRST + 4))

    assert found[:FIRST] == ["a0", "a1", "a2", *(f"b{n}" for n in range(7))]
    assert found[FIRST:] == ["a3", "a4", "a5", "b7"]


def test_nothing_gives_nothing() -> None:
    assert diversify([], 5) == []
