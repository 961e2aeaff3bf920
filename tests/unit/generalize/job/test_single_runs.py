"""What was made of a run that no job has looked at is made once, and never stale."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory, Recollection
from kgmem.generalize.patterns import built_before
from kgmem.graph.patterns import store

ASKED = "Add the label blocked to the board"
KEPT = "MATCH (t:Task) WHERE t.runs > 0 RETURN t.single AS kept"


def labelled(name: str, field: str = "Name") -> dict[str, Any]:
    target = {"role": "textbox", "name": field}
    return {
        "task": f"Add the label {name} to the board",
        "app": "kanban",
        "outcome": "success",
        "steps": [
            {"action": "click", "target": {"role": "link", "name": "Labels"}},
            {"action": "type", "target": target, "value": name},
        ],
    }


def opened(home: Path, **settings: Any) -> Memory:
    return Memory.open(home, settings={"embedding": "ngram", **settings})


def planned(found: Recollection) -> list[tuple[str, str | None]]:
    assert found.plan is not None
    return [(step.action, step.value) for step in found.plan.steps]


@pytest.fixture
def makings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the tasks of which a pattern is made."""
    made: list[str] = []
    build = built_before.build_pattern

    def counted(group: Any, grounded: Any) -> Any:
        made.extend(task.text for task in group)
        return build(group, grounded)

    monkeypatch.setattr(built_before, "build_pattern", counted)
    return made


def test_another_process_reads_what_was_made_of_a_run(
    tmp_path: Path, makings: list[str]
) -> None:
    with opened(tmp_path) as memory:
        memory.learn(labelled("urgent"))
        first = memory.recall(ASKED, app="kanban")
        made = len(makings)
    with opened(tmp_path) as memory:
        again = memory.recall(ASKED, app="kanban")
        known = memory.patterns()

    assert made == len(makings) == 1
    assert planned(again) == planned(first) == [("click", None), ("type", "blocked")]
    assert [one.support for one in known] == [1]


def test_who_only_recalls_makes_it_for_the_next_one(
    tmp_path: Path, makings: list[str]
) -> None:
    with opened(tmp_path, generalize_after=0) as memory:
        memory.learn(labelled("urgent"))
    for _ in range(2):
        with opened(tmp_path, generalize_after=0) as memory:
            memory.recall(ASKED, app="kanban")

    assert len(makings) == 1


def learn_another_way(home: Path, _: pytest.MonkeyPatch) -> None:
    with opened(home, generalize_after=0) as memory:
        memory.learn(labelled("urgent", "Label"))


def have_another_version(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "__version__", "next")


def trust_nobody(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGMEM_TRUSTED_SOURCES", "somebody")


@pytest.mark.parametrize(
    "change", [learn_another_way, have_another_version, trust_nobody]
)
def test_what_was_made_of_something_else_is_made_anew(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    makings: list[str],
    change: Callable[[Path, pytest.MonkeyPatch], None],
) -> None:
    with opened(tmp_path) as memory:
        memory.learn(labelled("urgent"))
    before = len(makings)

    change(tmp_path, monkeypatch)
    with opened(tmp_path, generalize_after=0) as memory:
        memory.recall(ASKED, app="kanban")

    assert len(makings) == before + 1


def test_a_withheld_run_is_in_nobodys_plan(tmp_path: Path) -> None:
    with opened(tmp_path) as memory:
        run = memory.learn(labelled("urgent"))
    with opened(tmp_path) as memory:
        memory.quarantine(run.experience_id, by="me", why="wrong")
    with opened(tmp_path) as memory:
        found = memory.recall(ASKED, app="kanban")

    assert found.plan is None


def test_nothing_of_a_forgotten_run_is_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as memory:
        old = memory.learn(labelled("urgent"))
        memory.learn({**labelled("urgent"), "source_task_id": "again"})
    with opened(tmp_path) as memory:
        [task] = memory.cypher(KEPT)
        memory.forget(experience_id=old.experience_id)
        [left] = memory.cypher(KEPT)

    assert old.experience_id in task["kept"]
    assert left["kept"] is None


def test_a_job_that_has_looked_leaves_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as memory:
        memory.learn(labelled("urgent"))
    with opened(tmp_path) as memory:
        memory.generalize()
        [task] = memory.cypher(KEPT)

    assert task["kept"] is None


def test_an_export_has_the_runs_and_makes_the_same_plan(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    with opened(tmp_path / "one") as memory:
        memory.learn(labelled("urgent"))
    with opened(tmp_path / "one") as memory:
        memory.export_to(file)
        here = planned(memory.recall(ASKED, app="kanban"))
    with opened(tmp_path / "other") as memory:
        memory.import_from(file)
        there = planned(memory.recall(ASKED, app="kanban"))

    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    [task] = [one["p"] for one in lines if one.get("n") == "Task"]
    assert here == there
    assert "single" not in task
