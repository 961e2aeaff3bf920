"""Cleaning up: pages, races, and what the report holds."""

from datetime import UTC, datetime, timedelta

import pytest

from kgmem import Memory
from kgmem.graph.runs.pruning import BATCH, PAGE, PruningStore
from tests.contracts.pruning import (
    a_run,
    days_ago,
    learned_long_ago,
    runs_left,
    set_node,
)


def store_of(memory: Memory) -> PruningStore:
    assert memory._parts is not None
    return memory._parts.prune.store


@pytest.mark.slow
def test_all_pages_are_gone_through(memory: Memory) -> None:
    many = PAGE + BATCH + 1
    memory.learn_many(a_run(f"Task {n}", f"run-{n}") for n in range(many))
    kept = memory.learn(a_run("Something else", "won", won=True)).experience_id

    report = memory.prune(now=datetime.now(UTC) + timedelta(days=91))

    assert report.experiences == many
    assert runs_left(memory) == {kept}
    assert memory.doctor().ok


def test_a_run_that_is_used_after_it_was_chosen_stays(memory: Memory) -> None:
    gone, used = (learned_long_ago(memory, a_run(f"买{x}", x)) for x in "米茶")
    store, until = store_of(memory), days_ago(90)
    [chosen] = store.unused_runs("default", until)
    set_node(memory, "Experience", used, last_used_at=days_ago(0))

    buried = store.bury("default", chosen, until=until, at=days_ago(0))

    assert {run.experience_id for run in chosen} == {gone, used}
    assert buried == {gone}
    assert runs_left(memory) == {used}
    assert memory.learn(a_run("买茶", "茶")).status == "duplicate"
