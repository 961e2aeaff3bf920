"""Chats of strangers: how statements are judged, and what a page tells."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from kgmem_bench.conversation import people
from kgmem_bench.conversation.conversation import (
    Order,
    bench_strangers,
    strangers_page,
)
from kgmem_bench.conversation.people import (
    judged,
    kept,
    measure,
)

from kgmem import InvalidInput
from tests.doubles import WordEmbedder

CHAT: Mapping[str, Any] = {
    "id": "c1",
    "language": "en",
    "turns": [{"role": "user", "content": "I live in Berlin.",
               "at": "2026-01-02T09:00:00Z"},
              {"role": "user", "content": "I moved to Rome last Friday. Bob likes tea.",
               "at": "2026-02-02T09:00:00Z"}],
    "self": [{"accept": [["rome", "roma"]]}, {"accept": [["moved"]]}],
    "stale": [{"accept": [["berlin"]]}],
    "others": [{"who": ["Bob"], "accept": [["tea"]]}],
    "traps": [{"accept": [["likes"], ["tea"]]}],
    "dates": [{"what": "moved to Rome", "day": "2026-01-30"}],
    "questions": [{"question": "Where?", "answer": [["rome"]], "stale": [["berlin"]],
                   "evidence": [1]}],
}  # fmt: skip


def test_statements_are_right_stale_trapped_or_unknown() -> None:
    stated = ["Lives in Rome", "Lives in Berlin", "Likes tea", "Is tall"]

    found = judged(CHAT, stated)

    assert (found.stated, found.right, found.stale, found.trapped) == (4, 1, 1, 1)
    assert (found.found, found.said, found.corrected, found.changes) == (1, 2, 0, 1)


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each set that is kept a short chat: to read the whole takes seconds."""
    short = {name: [CHAT] for name in kept()}
    monkeypatch.setattr(people, "kept", lambda: short)


@pytest.mark.slow
@pytest.mark.usefixtures("_short")
def test_a_file_is_measured_beside_the_sets_that_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([CHAT]), "utf-8")
    order = Order(chats=(path,), strangers=0)

    whole = measure([path], WordEmbedder(), most=1)[-1]
    page = strangers_page(bench_strangers(order, embedder=WordEmbedder()))

    assert (whole.set, whole.chats) == ("mine", 1)
    assert whole.counted.questions == whole.counted.evidence == 1
    assert whole.counted.days_told == 1
    assert {line.split(" |")[0] for line in page.splitlines() if "| mine" in line} == {
        "| mine"
    }


@pytest.mark.parametrize("text", ["{", "[]", '[{"id": "x"}]'])
def test_a_file_without_chats_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, "utf-8")

    with pytest.raises(InvalidInput, match="--chats"):
        measure([path], WordEmbedder(), most=0)
