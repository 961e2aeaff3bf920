"""Runs of one kind: which are in memory, and which have to be read."""

from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.graph.changes import ALL, Change
from tests.doubles import WordEmbedder

TEXTS = ("Pay the rent", "Pay the bill")


def run(task: str) -> dict[str, Any]:
    target = {"role": "button", "name": "Pay"}
    steps = [{"action": "click", "target": target}]
    return {"task": task, "app": "bank", "outcome": "failure", "steps": steps}


@pytest.mark.parametrize(
    ("note", "expected"),
    [("task {first}", [0]), ("task other", []), ("patterns", []), (ALL, [0, 1])],
)
def test_runs_are_read_again_where_the_log_tells_of_their_task(
    new_home: Path, note: str, expected: list[int]
) -> None:
    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        ids = [memory.learn(run(text)).task_id for text in TEXTS]
        memory._parts.background.wait()
        avoid = memory._parts.avoid
        avoid.lessons(memory.space, ids)

        avoid.note(Change(memory.space, (note.format(first=ids[0]),)))
        unread = avoid.kin(memory.space, ids).unread

    assert unread == [ids[n] for n in expected]
