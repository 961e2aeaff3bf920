"""The benchmarks of search: what they read, count and show."""

import json
import math
from pathlib import Path

import pytest
from kgmem_bench.facts.documents import (
    EXPAND,
    SEEDS,
    WAYS,
    bench_documents,
    checks,
    to_markdown,
)

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
    question("q1", "Where was the lead of the 1994 film Ed Wood born?", "bridge",
             "Ed Wood (film)", "Johnny Depp"),
    question("q2", "Is cheese older than Johnny Depp?", "comparison", "Cheese",
             "Johnny Depp"),
    question("q3", "What is cheese made from?", "bridge", "Cheese"),
]  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    lines = [json.dumps(row) for row in ROWS]
    (tmp_path / "dev.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


@pytest.mark.slow
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
