"""Steps of the runs that were read last are at hand, and never out of date."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.graph.recalled.kept import KeptReads
from kgmem.graph.runs.forget import forget
from kgmem.graph.runs.hot import HotRun, HotRuns
from kgmem.graph.store import GraphStore
from kgmem.language import chinese
from kgmem.model.trajectory import Step
from tests.contracts.pruning import set_node
from tests.doubles import WordEmbedder
from tests.engines import Stores

TASK = "Search for a red mouse"


def hot_run(key: str, task: str = "t", stamp: str = "1:0", steps: int = 1) -> HotRun:
    return HotRun(key, task, stamp, (Step(action="wait"),) * steps)


def keep(hot: HotRuns, *runs: HotRun, space: str = "s") -> None:
    """Take them up as a recall that read them would."""
    held = hot.held(space, [run.task_id for run in runs])
    alive = [*held.runs, *(run.experience_id for run in runs)]
    hot.keep(space, held, [], runs, alive)


def kept(hot: HotRuns, *tasks: str, space: str = "s") -> set[str]:
    return set(hot.held(space, tasks or ("t",)).runs)


# --- what is kept ------------------------------------------------------------------


def test_what_was_read_before_something_was_forgotten_is_not_taken_up() -> None:
    hot = HotRuns(9)
    held = hot.held("s", ["t"])
    hot.drop("s", ["a"])

    hot.keep("s", held, [], [hot_run("a")], ["a"])

    assert kept(hot) == set()


# --- in recall ---------------------------------------------------------------------


@pytest.fixture
def memory(
    tmp_path: Path, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Memory]:
    # As on a graph that processes share, since nothing else is kept there.
    monkeypatch.setattr("kgmem.wiring.stores.KeptReads", KeptReads.nothing)
    with stores.memory(tmp_path / "m", cache_answers=0) as memory:
        yield memory


def run(value: str = "red mouse", source: str = "r1", task: str = TASK) -> Any:
    return {
        "task": task,
        "outcome": "success",
        "source_task_id": source,
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "搜索"},
                "value": value,
            }
        ],
    }


def cache(memory: Memory) -> tuple[int, int, int]:
    """Size, hits, misses."""
    stats = memory.stats()
    return stats["cache_size"], stats["cache_hits"], stats["cache_misses"]


def elsewhere(memory: Memory) -> GraphStore:
    """The same graph as another process has it, with nothing kept."""
    assert memory._parts is not None
    return GraphStore(memory._parts.engine)


def test_statistics_are_read_each_time(memory: Memory) -> None:
    key = memory.learn(run()).experience_id
    memory.recall(TASK)

    set_node(memory, "Experience", key, wins=4, losses=3)

    assert memory.recall(TASK).experiences[0].stats.wins == 4
    assert cache(memory)[1] == 1


def test_steps_that_a_report_changed_are_read_again(memory: Memory) -> None:
    key = memory.learn(run()).experience_id
    memory.recall(TASK)
    assert memory._parts is not None
    memory._parts.engine.write(
        lambda tx: tx.run(
            "MATCH (e:Experience {experience_id: $key})-[:HAS_STEP]->(s:Step) "
            "SET e.uses = e.uses + 1, s.value = 'blue mouse'",
            {"key": key},
        )
    )

    found = memory.recall(TASK)

    assert found.experiences[0].steps[0].value == "blue mouse"


def test_a_forgotten_run_leaves_the_cache_at_once(memory: Memory) -> None:
    key = memory.learn(run()).experience_id
    memory.recall(TASK)

    memory.forget(experience_id=key)

    assert cache(memory)[0] == 0
    assert memory.recall(TASK).experiences == ()


def test_what_another_process_forgot_is_not_shown(memory: Memory) -> None:
    key = memory.learn(run()).experience_id
    memory.learn(run(source="r2"))
    memory.recall(TASK)

    forget(elsewhere(memory), "default", None, key)
    found = memory.recall(TASK)

    assert key not in {one.experience_id for one in found.experiences}
    assert cache(memory)[0] == 1


def test_what_another_process_learned_anew_is_shown(memory: Memory) -> None:
    key = memory.learn(run()).experience_id
    memory.recall(TASK)
    forget(elsewhere(memory), "default", None, key)
    memory.learn(run("blue mouse"))

    found = memory.recall(TASK)

    assert found.experiences[0].experience_id == key
    assert found.experiences[0].steps[0].value == "blue mouse"


# --- on opening --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "times"), [("Search for a mouse", 0), ("搜索鼠标", 1)]
)
def test_the_dictionary_of_chinese_is_read_where_runs_are_in_chinese(
    task: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(chinese, "load_ahead", lambda: asked.append(True))
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        memory.learn(run(task=task))
    asked.clear()

    Memory.open(tmp_path / "m", embedder=WordEmbedder()).close()

    assert len(asked) == times
