"""Questions in Chinese that need two documents, asked of a real memory."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder

LINES = (
    (Path(__file__).parents[2] / "fixtures" / "search" / "zh_two_hop.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
)
ROWS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
DOCUMENTS = [row for row in ROWS if "title" in row]
QUESTIONS = [row for row in ROWS if "question" in row]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    home = tmp_path_factory.mktemp("two_hops")
    with Memory.open(home / "memory", embedder=WordEmbedder()) as memory:
        for row in DOCUMENTS:
            memory.add_document(text=row["text"], source=row["title"])
        yield memory


def answered(memory: Memory, *, expand: bool) -> int:
    """How many questions have both documents among the first three."""
    found = 0
    for row in QUESTIONS:
        hits = memory.search(row["question"], kinds=["chunk"], top_n=3, expand=expand)
        found += set(row["gold"]) <= {hit.source for hit in hits}
    return found


@pytest.mark.slow
def test_the_graph_finds_second_documents(memory: Memory) -> None:
    alone, linked = answered(memory, expand=False), answered(memory, expand=True)

    assert len(QUESTIONS) == 18
    assert linked > alone
    assert linked >= 15
