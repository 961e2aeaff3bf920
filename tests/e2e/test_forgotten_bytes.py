"""What was forgotten is in no byte of the embedded stores any more."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder

WORD = "Zebrafishquux"


def holding(folder: Path) -> list[str]:
    """Files that hold the word."""
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and WORD.lower().encode() in path.read_bytes().lower()
    )


def test_no_byte_of_a_forgotten_person_is_left(tmp_path: Path) -> None:
    home = tmp_path / "memory"
    with Memory.open(home, embedder=WordEmbedder()) as memory:
        agent = memory.agent("a")
        conversation = agent.conversation("s")
        for n in range(12):
            conversation.add("user", f"Message {n} about {WORD} {n}")
        agent.update_with_pipeline([{"role": "user", "content": f"I live in {WORD}."}])
        agent.add_event(f"The user saw {WORD}.")
        agent.remember_entities(f"FR-001: {WORD} is shown.")
    before = holding(home)

    with Memory.open(home, embedder=WordEmbedder()) as memory:
        memory.agent("a").forget()

    assert before
    assert holding(home) == []


def fact(memory: Memory) -> str:
    return memory.add_triple(WORD, "status", "open")


def document(memory: Memory) -> str:
    return memory.add_document(text=f"# {WORD}\n\n{WORD} is the head of Payments.")


@pytest.mark.parametrize(
    "forget",
    [
        lambda memory: memory.forget(fact_id=fact(memory)),
        lambda memory: memory.forget(document_id=document(memory)),
        lambda memory: (fact(memory), document(memory), memory.clear("all")),
        lambda memory: [memory.forget(fact_id=fact(memory)) for _ in range(5)],
    ],
    ids=["fact", "document", "all", "one soon after another"],
)
def test_no_byte_of_a_forgotten_name_is_left(
    tmp_path: Path, forget: Callable[[Memory], object]
) -> None:
    with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
        memory.add_triple("Lamp", "status", "sold")
        forget(memory)

    with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
        assert memory.doctor().ok
    assert holding(tmp_path) == []
