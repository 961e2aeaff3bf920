"""Groups of tasks against known kinds, and tool calls against recorded ones."""

import pytest
from kgmem_bench.patterns.kind_scores import (
    pair_scores,
)
from kgmem_bench.patterns.tool_calls import MADE_UP, SAID, TOOLS, judge

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step, Trajectory

# Pairs --------------------------------------------------------------------------------


def test_pairs_are_counted_among_all_tasks() -> None:
    found = pair_scores([1, 1, 1, 2], ["a", "a", "b", "b"])

    assert found.precision == pytest.approx(1 / 3)
    assert found.recall == pytest.approx(1 / 2)
    assert found.f1 == pytest.approx(2 / 5)


# Kinds --------------------------------------------------------------------------------


# Tools --------------------------------------------------------------------------------

CALL = {"order_id": "#W1", "item_ids": ["77", "88"], "reason": "no longer needed"}
REQUEST = "You are shy. Cancel order #W1 because no longer needed."


def _call(n: int, name: str, **arguments: object) -> PlanStep:
    params = {"name": name, "arguments": arguments}
    return PlanStep.model_validate({"n": n, "action": "tool", "params": params})


def _request(task: str, **arguments: object) -> Trajectory:
    params = {"name": "cancel", "arguments": arguments}
    steps = (Step.model_validate({"action": "tool", "params": params}),)
    return Trajectory(task=task, steps=steps, outcome="success", source_task_id=task)


class _Fixed:
    """Plans the same for every text."""

    def __init__(self, *plan: PlanStep) -> None:
        self._plan = plan

    def plan(self, text: str, app: str | None) -> tuple[PlanStep, ...] | None:
        return self._plan or None


def test_what_the_request_says_is_told_from_what_has_to_be_looked_up() -> None:
    plan = _Fixed(_call(1, "cancel", order_id="#w1", item_ids=["99"], reason="lost"))

    values = judge(plan, _request(REQUEST, **CALL))

    assert values[TOOLS] == [1.0]
    assert values[SAID] == [1.0, 0.0]
    assert values[MADE_UP] == [1.0, 0.0]
