"""A replay that failed warns of its step and of its path; words that it taught go where
the path has changed."""

from typing import Any

import pytest

from kgmem import Memory
from tests.contracts import learned_wordings as words
from tests.unit.recall.walks import chosen, click, planned, typed, walk


def taught(memory: Memory) -> None:
    for title, priority in [("Jam", "high"), ("Lamp", "low"), ("Cold", "high")]:
        task = f"Create a request {title} again with priority {priority}"
        memory.learn(walk(task, way(title, priority, "Create")))
    memory.generalize()


def way(title: str, priority: str, end: str) -> list[dict[str, Any]]:
    return [typed("Title", f"{title} again"), chosen("Priority", priority), click(end)]


@pytest.mark.parametrize(("n", "told"), [(1, "Title"), (2, "Priority"), (3, "Create")])
def test_the_next_recall_and_risk_tell_of_it(memory: Memory, n: int, told: str) -> None:
    taught(memory)
    plan = planned(memory, "Create a request Dust with priority low")

    memory.report(plan, "failure", failed_step=n, reason="it is greyed out")

    asked = "Create a request Wet floor with priority low"
    found = memory.recall(asked, app="desk")
    assert found.plan is not None
    [warning] = found.plan.avoid
    assert f'"{told}" failed in 1 of 1 replays' in warning.message
    assert warning.message in found.to_prompt()
    steps = found.plan.steps
    assert [s.n for s in steps if memory.risk(s, task=asked, app="desk")] == [n]


def test_many_successes_since_make_it_no_warning(memory: Memory) -> None:
    taught(memory)
    asked = "Create a request Dust with priority low"
    for n in range(10):
        told = {"failed_step": 2} if n == 0 else {}
        memory.report(planned(memory, asked), "success" if n else "failure", **told)

    found = memory.recall(asked, app="desk")

    assert not found.avoidance


def test_a_path_that_a_check_saw_fail_is_doubted_for_all_of_its_tasks(
    memory: Memory,
) -> None:
    taught(memory)
    plan = planned(memory, "Create a request Dust with priority low")
    known = "Create a request Jam again with priority high"
    for _ in range(3):
        memory.report(planned(memory, known), "success", judge="the list of requests")
    before = memory.recall(known, app="desk")
    memory.report(plan, "failure", judge="the list of requests")

    after = memory.recall(known, app="desk")
    assert (before.route, after.route) == ("direct_replay", "adaptive_replay")
    assert any("check" in reason for reason in after.reasons)

    memory.learn(walk(known, way("Jam", "high", "Save"), judge="the list of requests"))
    memory.generalize()
    found = memory.recall(known, app="desk")
    assert found.route == "direct_replay"
    assert "Save" in str(found.plan)


def test_words_that_plans_taught_do_not_ask_for_a_step_that_is_needed_since(
    memory: Memory,
) -> None:
    old = words.taught(memory)
    words.succeed(memory, words.offered(memory))
    words.taught(memory, {"action": "check", "target": {"name": "Parts alone"}})

    for key in old:
        memory.forget(experience_id=key)
    memory.generalize()

    assert words.learned(memory) == []
