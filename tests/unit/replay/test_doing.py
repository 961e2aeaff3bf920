"""A task is done, be it known or not, and is known the next time."""

import asyncio
from typing import Any

import pytest

from kgmem import Handover, InvalidInput, Memory
from tests.unit.replay.rows.test_flow import Form

STEPS = [
    {
        "action": "type",
        "target": {"role": "textbox", "name": "Article", "tag": "input"},
    },
    {"action": "type", "target": {"role": "textbox", "name": "For", "tag": "input"}},
    {"action": "click", "target": {"role": "button", "name": "Keep"}},
]


class Person:
    """An agent that does what it is handed on the form, and says what it did."""

    def __init__(self, form: Form) -> None:
        self.form, self.handed = form, list[Handover]()

    def __call__(self, left: Handover) -> dict[str, Any]:
        self.handed.append(left)
        _, article, _, person, _ = left.task.split('"')
        entered = {"Article": article, "For": person}
        self.form.kept.append((article, person))
        done = [step.target.name for step in left.done if step.target]
        steps = [
            {**step, "value": entered.get(str(step["target"]["name"]))}
            for step in STEPS
            if step["target"]["name"] not in done
        ]
        return {"steps": steps, "answer": "It is kept."}


def test_the_agent_does_it_the_first_time_and_its_plan_the_second(
    memory: Memory,
) -> None:
    form = Form()
    agent = Person(form)

    first = memory.do('Keep "lamp" for "Ann"', agent=agent, driver=form)
    second = memory.do('Keep "sofa" for "Dan"', agent=agent, driver=form)

    assert (first.outcome, second.outcome) == ("success", "success")
    assert len(agent.handed) == 1
    assert first.answer
    assert first.answer.text == "It is kept."
    assert form.kept == [("lamp", "Ann"), ("sofa", "Dan")]


def test_what_is_left_is_handed_to_the_agent_and_all_is_one_run(memory: Memory) -> None:
    form = Form()
    agent = Person(form)
    memory.do('Keep "lamp" for "Ann"', agent=agent, driver=form)
    form.states["form"].pop()  # type: ignore[attr-defined]  # the button is gone

    wanted = {"product": "sofa", "person": "Dan"}
    now = memory.do(
        'Keep "sofa" for "Dan"',
        agent=agent,
        driver=form,
        verify=lambda: form.has(wanted),
    )

    left = agent.handed[-1]
    assert [step.value for step in left.done] == ["sofa", "Dan"]
    assert left.remaining
    assert [step.action for step in left.remaining.steps] == ["click"]
    assert now.verified
    assert len(now.steps) == 3


def test_a_plan_that_is_in_doubt_as_a_whole_goes_to_the_agent(memory: Memory) -> None:
    form = Form()
    handed = list[Handover]()
    steps = [{**STEPS[0], "value": "lamp"}, {**STEPS[1], "value": "Ann"}, STEPS[2]]
    run = {"task": "Keep the lamp for Ann", "outcome": "success", "steps": steps}
    memory.learn(run)

    memory.do(
        "Keep the sofa for whoever of us may happen to need it the most",
        agent=handed.append,
        driver=form,
    )

    assert not form.kept
    assert "worded" in handed[0].hints


def test_what_the_agent_began_again_is_in_the_path_once(memory: Memory) -> None:
    form = Form()
    memory.do('Keep "lamp" for "Ann"', agent=Person(form), driver=form)
    form.states["form"].pop()  # type: ignore[attr-defined]  # the button is gone

    def agent(left: Handover) -> dict[str, Any]:
        values = ("sofa", "Dan", None)
        anew = [{**step, "value": v} for step, v in zip(STEPS, values, strict=True)]
        return {"steps": anew}

    now = memory.do('Keep "sofa" for "Dan"', agent=agent, driver=form)

    assert [step.value for step in now.steps] == ["sofa", "Dan", None]


def test_what_a_check_saw_fail_is_not_replayed_on_claims(memory: Memory) -> None:
    agent = Person(Form())

    def do(article: str, person: str, is_right: bool | None = None) -> None:
        agent.form = Form()
        verify = None if is_right is None else lambda: is_right
        task = f'Keep "{article}" for "{person}"'
        memory.do(task, agent=agent, driver=agent.form, verify=verify)

    do("lamp", "Ann")
    do("bed", "Bob")
    do("sofa", "Dan", is_right=False)
    doubted = memory.recall('Keep "desk" for "Eve"')
    do("desk", "Eve", is_right=True)

    assert doubted.route == "adaptive_replay"
    assert "check" in " ".join(doubted.unsettled)
    assert len(agent.handed) == 2
    assert memory.recall('Keep "chair" for "Flo"').route == "direct_replay"


def test_what_nobody_allowed_goes_to_no_agent(memory: Memory) -> None:
    form = Form()
    agent = Person(form)
    steps = [*STEPS[:2], {**STEPS[2], "target": {"role": "button", "name": "Pay"}}]
    for step, value in zip(steps, ("lamp", "Ann"), strict=False):
        step["value"] = value
    memory.learn({"task": 'Pay "lamp" for "Ann"', "outcome": "success", "steps": steps})
    form.states["form"][2]["name"] = "Pay"

    now = memory.do('Pay "sofa" for "Dan"', agent=agent, driver=form)

    assert now.why == "not confirmed"
    assert not agent.handed


def test_what_the_check_does_not_see_is_a_failure(memory: Memory) -> None:
    form = Form()

    now = memory.do(
        'Keep "lamp" for "Ann"', agent=Person(form), driver=form, verify=lambda: False
    )

    assert now.outcome == "failure"
    assert memory.recall('Keep "lamp" for "Ann"').plan is None


def test_an_agents_error_is_learned_as_a_failure_and_raised(memory: Memory) -> None:
    def agent(left: Handover) -> None:
        raise RuntimeError("the model is gone")

    with pytest.raises(RuntimeError, match="the model is gone"):
        memory.do('Keep "lamp" for "Ann"', agent=agent)


def test_without_an_agent_what_is_not_known_is_told(memory: Memory) -> None:
    now = memory.do('Keep "lamp" for "Ann"')

    assert now.outcome == "stopped"
    assert now.reason


def test_an_async_agent_needs_an_async_memory(memory: Memory) -> None:
    async def agent(left: Handover) -> str:
        await asyncio.sleep(0)
        return "done"

    with pytest.raises(InvalidInput, match="AsyncMemory"):
        memory.do('Keep "lamp" for "Ann"', agent=agent)
