"""What a chat model says of patterns, and what of it is believed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import ServiceError
from kgmem.generalize.patterns.build import generalize_tasks
from kgmem.generalize.patterns.llm_names import named_by_model
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.pattern import Pattern
from kgmem.model.trajectory import parse_trajectory
from tests.contracts.memory_patterns import order

FIXTURE = Path(__file__).parents[3] / "fixtures" / "generalize" / "answers.json"
ANSWERS = json.loads(FIXTURE.read_text(encoding="utf-8"))


class Scripted:
    """A language model that gives a recorded answer, and keeps the prompts."""

    model = "scripted-1"

    def __init__(self, name: str) -> None:
        self.answer = ANSWERS[name]["answer"]
        self.prompts: list[str] = []

    def complete(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return str(self.answer)


def tasks_of(runs: Sequence[dict[str, Any]]) -> list[TaskRuns]:
    parsed = [parse_trajectory(run) for run in runs]
    return [
        TaskRuns(f"task-{n}", run.task, run.app, (RunSteps(f"run-{n}", run.steps),))
        for n, run in enumerate(parsed)
    ]


def ordering() -> Pattern:
    runs = [order("京东", item, item) for item in ("蓝牙耳机", "登山鞋")]
    runs += [order("淘宝", item, item) for item in ("红色连衣裙", "机械键盘")]
    [pattern] = generalize_tasks(tasks_of(runs)).patterns
    return pattern


def test_better_names_are_taken_and_every_member_is_still_told() -> None:
    before = ordering()

    after = named_by_model(before, Scripted("names"))

    assert after.name == "搜索商品并下单"
    assert after.template == "在{app}搜索{物品}并下单"
    assert after.steps[1].value == "{物品}"
    assert after.steps[1].slots == ("物品",)
    for key in before.members:
        said = before.fill(before.bindings(key))
        assert after.fill(after.bindings(key)) == said


@pytest.mark.parametrize(
    "answer",
    [
        "names_missing",
        "names_twice",
        "names_made_up",
        "names_with_braces",
        "no_json",
    ],
)
def test_names_that_do_not_fit_are_refused(answer: str) -> None:
    with pytest.raises(ServiceError, match="chat model"):
        named_by_model(ordering(), Scripted(answer))
