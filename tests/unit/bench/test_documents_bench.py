"""The benchmarks of search: what they read, count and show."""

import json
import math
from pathlib import Path

import pytest
from kgmem_bench.facts.documents import (
    EXPAND,
    SEEDS,
    WAYS,
    Paragraph,
    bench_documents,
    checks,
    read_paragraphs,
    read_questions,
    reciprocal_ranks,
    titles_in,
    to_markdown,
)
from kgmem_bench.stores.search_speed import Order, bench_search_speed
from kgmem_bench.stores.search_speed import to_markdown as speed_to_markdown

from kgmem.errors import InvalidInput
from kgmem.ports import VectorHit
from tests.doubles import WordEmbedder

CONTEXT = [
    ["Ed Wood (film)", ["Ed Wood is a 1994 film. ", "It stars Johnny Depp."]],
    ["Johnny Depp", ["He was born in Owensboro."]],
    ["Cheese", ["Cheese is made from milk."]],
]


def question(key: str, text: str, kind: str, *gold: str) -> dict[str, object]:
    facts = [[title, 0] for title in gold]
    return {
        "id": key,
        "question": text,
        "type": kind,
        "context": CONTEXT,
        "supporting_facts": facts,
    }


ROWS = [
    question(
        "q1",
        "Where was the lead of the 1994 film Ed Wood born?",
        "bridge",
        "Ed Wood (film)",
        "Johnny Depp",
    ),
    question(
        "q2",
        "Is cheese older than Johnny Depp?",
        "comparison",
        "Cheese",
        "Johnny Depp",
    ),
    question("q3", "What is cheese made from?", "bridge", "Cheese"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    lines = [json.dumps(row) for row in ROWS]
    (tmp_path / "dev.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_paragraphs_are_pooled_and_gold_is_theirs(data: Path) -> None:
    questions, paragraphs = read_questions(data), read_paragraphs(data)

    assert [one.title for one in paragraphs] == [
        "Ed Wood (film)",
        *["Johnny Depp"],
        "Cheese",
    ]
    assert paragraphs[0].text == "Ed Wood is a 1994 film. It stars Johnny Depp."
    assert questions[0].gold == frozenset(paragraphs[:2])
    assert {one.half for one in questions} <= {"tuning", "reported"}


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "no json"])
def test_other_rows_are_refused(tmp_path: Path, text: str) -> None:
    if text:
        (tmp_path / "dev.jsonl").write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInput, match="HotpotQA"):
        read_questions(tmp_path)


def test_every_way_is_measured_on_both_halves(data: Path) -> None:
    told: list[str] = []

    result = bench_documents(data, embedder=WordEmbedder(), tell=told.append)

    assert result.paragraphs == 3
    assert {score.way for score in result.scores} == set(WAYS)
    everything = [s for s in result.scores if (s.half, s.kind) == ("all", "all")]
    assert {score.questions for score in everything} == {3}
    # Three paragraphs fit into five places, in whatever order.
    assert {s.found.value for s in everything if s.way in (EXPAND, SEEDS)} == {1.0}
    assert all(math.isnan(s.p50_ms) for s in everything if s.way not in (EXPAND, SEEDS))
    assert len(checks(result)) == 2
    assert "| search |" in to_markdown(result)
    assert told


def test_titles_are_found_as_whole_words() -> None:
    known = {
        "a": Paragraph("Ed Wood (film)", ""),
        "b": Paragraph("Wood", ""),
        "c": Paragraph("Ed", ""),
        "d": Paragraph("Woodland", ""),
    }

    assert titles_in("He met Ed Wood.", known) == ["a", "b"]


def test_reciprocal_ranks_add_up() -> None:
    def hits(*ids: str) -> list[VectorHit]:
        return [VectorHit(key, 0.0, 1, {}) for key in ids]

    assert reciprocal_ranks(hits("a", "b"), hits("b", "c")) == ["b", "a", "c"]


def test_speed_is_measured_beside_the_bare_stores() -> None:
    result = bench_search_speed(Order(sizes=(40,), rounds=3), tell=lambda _: None)

    [one] = result.sizes
    assert one.size == 40
    assert 1 <= one.round_trips <= 2
    assert one.rows > 0
    assert "| 40 |" in speed_to_markdown(result)
