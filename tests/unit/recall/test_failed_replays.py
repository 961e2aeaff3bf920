"""A replay that failed warns of its step and of its path; words that it taught go where
the path has changed."""

import pytest

from kgmem import Memory
from tests.contracts import learned_wordings as words
from tests.unit.recall.walks import chosen, click, typed, walk


def taught(memory: Memory) -> None:
    for title, priority in [("Jam", "high"), ("Lamp", "low"), ("Cold", "high")]:
        steps = [
            typed("Title", f"{title} again"),
            chosen("Priority", priority),
            click("Create"),
        ]
        task = f"Create a request {title} again with priority {priority}"
        memory.learn(walk(task, steps))
    memory.generalize()


@pytest.mark.parametrize(("n", "told"), [(1, "Title"), (2, "Priority"), (3, "Create")])
def test_the_next_recall_and_risk_tell_of_it(memory: Memory, n: int, told: str) -> None:
    taught(memory)
    plan = memory.recall("Create a request Dust with priority low", app="desk").plan
    assert plan is not None

    memory.report(plan, "failure", failed_step=n, reason="it is greyed out")

    asked = "Create a request Wet floor with priority low"
    found = memory.recall(asked, app="desk")
    assert found.plan is not None
    [warning] = found.plan.avoid
    assert f'"{told}" failed in 1 of 1 replays' in warning.message
    assert warning.message in found.to_prompt()
    steps = found.plan.steps
    risks = [memory.risk(step, task=asked, app="desk") for step in steps]
    assert [step.n for step, risk in zip(steps, risks, strict=True) if risk] == [n]


def test_many_successes_since_make_it_no_warning(memory: Memory) -> None:
    taught(memory)
    asked = "Create a request Dust with priority low"
    for n in range(10):
        plan = memory.recall(asked, app="desk").plan
        assert plan is not None
        told = {"failed_step": 2} if n == 0 else {}
        memory.report(plan, "success" if n else "failure", **told)

    found = memory.recall(asked, app="desk")

    assert not found.avoidance


def test_a_path_that_a_check_saw_fail_is_doubted_for_all_of_its_tasks(
    memory: Memory,
) -> None:
    taught(memory)
    plan = memory.recall("Create a request Dust with priority low", app="desk").plan
    known = "Create a request Jam again with priority high"
    before = memory.recall(known, app="desk")
    assert plan is not None

    memory.report(plan, "failure", judge="the list of requests")

    after = memory.recall(known, app="desk")
    assert (before.route, after.route) == ("direct_replay", "adaptive_replay")
    assert any("check" in reason for reason in after.reasons)


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
