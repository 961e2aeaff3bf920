"""What a chat model says of patterns, and what of it is believed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import ServiceError
from kgmem.generalize.patterns.assemble import PatternDraft
from kgmem.generalize.patterns.build import generalize_tasks
from kgmem.generalize.patterns.llm_merge import merged_by_model
from kgmem.generalize.patterns.llm_names import named_by_model
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.pattern import Pattern
from kgmem.model.trajectory import parse_trajectory
from tests.contracts.memory_patterns import ITEMS, order, search

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


def paraphrased() -> tuple[list[PatternDraft], dict[str, TaskRuns]]:
    """Two patterns: the same steps, told in other words."""
    runs = [search(item, f"a{n}") for n, item in enumerate(ITEMS[:2])]
    runs += [
        search(item, f"b{n}", wording="I wonder what {} costs nowadays")
        for n, item in enumerate(ITEMS[2:])
    ]
    tasks = tasks_of(runs)
    built = [
        draft
        for half in (tasks[:2], tasks[2:])
        for draft in generalize_tasks(half).drafts
    ]
    return built, {task.task_id: task for task in tasks}


def test_patterns_that_the_model_takes_for_one_kind_are_merged() -> None:
    drafts, tasks = paraphrased()

    [merged] = merged_by_model(drafts, tasks, Scripted("same"))

    pattern = merged.pattern
    assert len(pattern.members) == 4
    assert len(pattern.wordings) == 1
    for key in pattern.members:
        assert (
            pattern.fill(pattern.bindings(key)).casefold() == tasks[key].text.casefold()
        )


def test_a_merge_that_the_runs_contradict_is_not_made() -> None:
    drafts, tasks = paraphrased()
    other = parse_trajectory(
        {
            **search("a kettle", "c"),
            "task": "Throw a kettle away",
            "steps": [
                {
                    "action": "type",
                    "target": {"role": "textbox", "name": "Trash"},
                    "value": "a kettle",
                },
                {"action": "click", "target": {"role": "button", "name": "Delete"}},
            ],
        }
    )
    stranger = TaskRuns("task-9", other.task, "shop", (RunSteps("run-9", other.steps),))
    drafts += generalize_tasks([stranger]).drafts

    merged = merged_by_model(drafts, {**tasks, "task-9": stranger}, Scripted("same"))

    assert sorted(len(draft.pattern.members) for draft in merged) == [1, 4]
