"""Groups of tasks against known kinds, and tool calls against recorded ones."""

from collections.abc import Sequence

import pytest
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.patterns.kind_scores import (
    PRODUCT,
    KindScore,
    TextSet,
    kind_scores,
    pair_scores,
)
from kgmem_bench.patterns.tool_calls import MADE_UP, SAID, TOOLS, judge

from kgmem.generalize.plain import TaskRuns
from kgmem.model.pattern import Membership, Pattern, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step, Trajectory
from kgmem.samples import Sample

# Pairs --------------------------------------------------------------------------------


def test_the_same_groups_under_other_labels_are_right() -> None:
    found = pair_scores([7, 7, 8, 8, 9], ["a", "a", "b", "b", "c"])

    assert (found.precision, found.recall, found.f1, found.ari) == (1, 1, 1, 1)
    assert found.groups == 3


def test_pairs_are_counted_among_all_tasks() -> None:
    found = pair_scores([1, 1, 1, 2], ["a", "a", "b", "b"])

    assert found.precision == pytest.approx(1 / 3)
    assert found.recall == pytest.approx(1 / 2)
    assert found.f1 == pytest.approx(2 / 5)


def test_everything_in_one_group_is_no_better_than_chance() -> None:
    assert pair_scores([0] * 6, list("aabbcc")).ari == 0.0


# Kinds --------------------------------------------------------------------------------


def _ask(task: str, **slots: str) -> Sample:
    return Sample(Trajectory(task=task, app="shop"), "made", group="buy", slots=slots)


SHIRTS = (_ask("在商城买一件衬衫", item="衬衫"), _ask("在商城买一件外套", item="外套"))


def _one_pattern(tasks: Sequence[TaskRuns]) -> list[Pattern]:
    """All tasks as one kind; what follows `一件` is its slot."""
    return [
        Pattern(
            pattern_id="p",
            name="buy",
            template="在商城买一件{item}",
            slots=(Slot(slot_id="s", name="item", kind="text"),),
            members=tuple(task.task_id for task in tasks),
            memberships={
                task.task_id: Membership(bindings={"item": task.text[6:]})
                for task in tasks
            },
        )
    ]


def _scores(given: TextSet, generalize: object) -> dict[str, KindScore]:
    half = "tuning" if is_tuning("buy") else "reported"
    found = kind_scores(given, generalize, {}, {})  # type: ignore[arg-type]
    return {one.way: one for one in found if one.half == half}


def test_values_and_groups_come_from_the_patterns() -> None:
    found = _scores(TextSet("made", "no runs", SHIRTS), _one_pattern)[PRODUCT]

    assert found.pairs.f1 == 1.0
    assert found.slots is not None
    assert found.slots.exact.value == 1.0


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
