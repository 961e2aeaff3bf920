"""The measure of extraction, and that what was reached is kept."""

from pathlib import Path

import pytest
from kgmem_bench.facts.extraction import (
    ExtractionResult,
    matched,
    measure,
    read,
    same_heads,
    same_time,
    same_words,
)

from kgmem.model.fact import Triple

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[2] / "fixtures" / "facts"


def triple(subject: str, predicate: str, thing: str, year: int | None = None) -> Triple:
    return Triple.model_validate(
        {
            "subject": subject,
            "predicate": predicate,
            "object": thing,
            "valid_from": f"{year}-01-01T00:00:00+00:00" if year else None,
            "start": 0,
            "end": 1,
            "confidence": 1.0,
            "extractor": "label",
        }
    )


@pytest.fixture(scope="module")
def result() -> ExtractionResult:
    return measure(DATA)


def test_each_triple_counts_once() -> None:
    wanted = [triple("Acme", "owns", "Globex"), triple("Acme", "owns", "Hooli")]
    found = [triple("the Acme", "Owns", "globex"), triple("Acme", "owns", "Globex")]

    assert matched(wanted, found, same_words) == 1


def test_time_and_head_words_are_compared_where_asked() -> None:
    one = triple("Acme", "opened", "factory in Ulm", 2019)
    other = triple("big Acme", "opened a", "new factory")

    assert same_heads(one, other)
    assert not same_words(one, other)
    assert not same_time(one, triple("Acme", "opened", "factory in Ulm", 2020))


def test_there_are_enough_sentences_of_each_kind() -> None:
    sentences = read(DATA)

    for language in ("en", "zh"):
        mine = [one for one in sentences if one.language == language]
        silent = [one for one in mine if not one.triples]
        assert len(mine) >= 60
        assert len(mine) / 4 < len(silent) < len(mine) / 2
        assert {one.half for one in mine} == {"tuning", "reported"}


def test_precision_on_the_reported_half_is_kept(result: ExtractionResult) -> None:
    mine = [
        one
        for one in result.scores
        if (one.half, one.way) == ("reported", "rules") and one.found
    ]

    assert len(mine) == 2
    assert all(one.exact / one.found >= 0.85 for one in mine)
    assert all(one.exact / one.wanted >= 0.6 for one in mine)
    assert all(one.false_alarms == 0 for one in mine)
