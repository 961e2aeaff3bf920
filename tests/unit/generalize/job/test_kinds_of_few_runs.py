"""A kind is learned from its second run on, whoever learned the first ones."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory

LEARN = """
import sys, json
from kgmem import Memory
home, runs = sys.argv[1:]
with Memory.open(home, settings={"embedding": "ngram"}) as memory:
    for run in json.loads(runs):
        memory.learn(run)
"""


def walk(*steps: tuple[str, str, str | None], task: str) -> dict[str, Any]:
    done = [
        {
            "action": "click" if value is None else "type",
            "target": {"role": role, "name": name},
            "value": value,
        }
        for role, name, value in steps
    ]
    return {"task": task, "app": "kanban", "outcome": "success", "steps": done}


def labelled(name: str, *before: tuple[str, str, str | None]) -> dict[str, Any]:
    return walk(
        *before,
        ("link", "Labels", None),
        ("textbox", "Name", name),
        ("button", "Save", None),
        task=f"Add the label {name} to the board",
    )


def learn_elsewhere(home: Path, *runs: dict[str, Any]) -> None:
    call = [sys.executable, "-c", LEARN, str(home), json.dumps(runs)]
    subprocess.run(call, check=True, capture_output=True)


@pytest.mark.slow
def test_three_walks_of_three_processes_are_one_kind(tmp_path: Path) -> None:
    help_first = ("link", "Help", None)

    learn_elsewhere(tmp_path, labelled("urgent", help_first))
    learn_elsewhere(tmp_path, labelled("waiting"))
    learn_elsewhere(tmp_path, labelled("blocked"))

    with Memory.open(tmp_path, settings={"embedding": "ngram"}) as memory:
        [kind] = memory.patterns()
        stored = memory.cypher("MATCH (p:Pattern) RETURN p.support AS support")
    assert kind.template == "Add the label {name} to the board"
    assert kind.support == 3
    assert stored == [{"support": 3}]


def test_a_second_walk_is_known_to_the_next_recall(tmp_path: Path) -> None:
    with Memory.open(tmp_path, settings={"embedding": "ngram"}) as memory:
        memory.learn(labelled("urgent", ("link", "Help", None)))
        memory.learn(labelled("waiting"))
        memory.recall("Add the label blocked to the board", app="kanban")
        stored = memory.cypher("MATCH (p:Pattern) RETURN p.support AS support")

    assert stored == [{"support": 2}]


def test_a_run_that_is_like_no_other_is_stored_as_no_kind(tmp_path: Path) -> None:
    archived = walk(("button", "Archive", None), task="Archive the board")

    with Memory.open(tmp_path, settings={"embedding": "ngram"}) as memory:
        memory.learn(labelled("urgent"))
        memory.learn(archived)
        memory.patterns()
        stored = memory.cypher("MATCH (p:Pattern) RETURN p.support AS support")

    assert stored == []


def test_learning_only_when_asked_for_keeps_single_runs(tmp_path: Path) -> None:
    settings = {"embedding": "ngram", "generalize_after": 0}
    with Memory.open(tmp_path, settings=settings) as memory:
        memory.learn(labelled("urgent", ("link", "Help", None)))
        memory.learn(labelled("waiting"))
        kinds = memory.patterns()

    assert [kind.support for kind in kinds] == [1, 1]
