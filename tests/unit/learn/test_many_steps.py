"""Runs with as many steps as fit, and with more."""

from typing import Any

import pytest

from kgmem import InvalidInput, Memory
from kgmem.model.trajectory import MAX_STEPS


def run(steps: int, key: str = "long") -> dict[str, Any]:
    return {
        "task": f"Press all {steps} buttons of {key}",
        "outcome": "success",
        "source_task_id": key,
        "steps": [
            {"action": "click", "target": {"name": f"Button {n}", "role": "button"}}
            for n in range(steps)
        ],
    }


def test_more_steps_than_fit_are_refused_in_our_words(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match=r"2,001 steps; 2,000 fit: .* several runs"):
        memory.learn(run(MAX_STEPS + 1))
    report = memory.learn_many([run(MAX_STEPS + 1), run(2, "short")])

    assert (report.stored, report.failed) == (1, 1)
    assert memory.stats()["experiences"] == 1


def test_so_are_those_of_an_iterator(memory: Memory) -> None:
    given = run(MAX_STEPS + 1)

    with pytest.raises(InvalidInput, match="2,000 fit"):
        memory.learn({**given, "steps": iter(given["steps"])})


def test_as_many_as_fit_are_learned_and_recalled(memory: Memory) -> None:
    given = run(MAX_STEPS)

    memory.learn(given)
    found = memory.recall(given["task"])

    assert len(found.experiences[0].steps) == MAX_STEPS


@pytest.mark.slow
def test_a_batch_of_long_runs_is_stored(memory: Memory) -> None:
    given = [run(MAX_STEPS // 2 + 1, f"run {n}") for n in range(3)]

    report = memory.learn_many(given)

    assert (report.stored, report.failed) == (3, 0)


def test_a_recording_says_so_before_it_ends(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgmem.learn.recording.live.MAX_STEPS", 2)
    with memory.record("Press buttons") as told:
        told.step("click", target={"name": "A"})
        told.step("click", target={"name": "B"})
        with pytest.raises(InvalidInput, match="fit"):
            told.step("click", target={"name": "C"})
        told.succeed()

    assert memory.stats()["steps"] == 2
