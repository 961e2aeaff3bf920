"""The stages that follow learned runs: their order, and what a failure leaves."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.graph.rows import RunToStore
from kgmem.learn.afterwards import Afterwards
from kgmem.learn.following import Following, Runs
from kgmem.model.trajectory import Step, Trajectory


@dataclass
class Stages:
    """Notes what is asked of each stage; the one that is named fails."""

    fails: str = ""
    seen: list[tuple[Any, ...]] = field(default_factory=list)

    def note(self, name: str, *about: Any) -> None:
        self.seen.append((name, *about))
        if name == self.fails:
            raise RuntimeError(f"no {name}")

    def join(self, runs: Runs) -> Sequence[str | None]:
        self.note("patterns")
        return [f"pattern of {run.source_task_id}" for run, _ in runs]

    def names(self) -> list[str]:
        return [name for name, *_ in self.seen]


def run(key: str, space: str = "here", plan: str | None = None) -> RunToStore:
    made = Trajectory(task=f"Do {key}", plan_id=plan)
    return RunToStore(space, made, key, datetime(2026, 1, 1, tzinfo=UTC))


def following(stages: Stages, afterwards: Afterwards | None = None) -> Following:
    return Following(
        afterwards=afterwards or Afterwards(),
        join_patterns=stages.join,
        is_young=lambda _, pattern: pattern == "pattern of young",
        count=lambda space, n, young: stages.note("count", space, n, *young),
        replace_repair=lambda one: stages.note("repairs", one.source_task_id),
        learn_warnings=lambda space, runs, made: stages.note(
            "warnings", space, [one.source_task_id for one in runs], *made
        ),
        link_names=lambda space, tasks: stages.note(
            "names", space, [one.text for one in tasks]
        ),
    )


def test_the_stages_follow_in_their_order() -> None:
    stages = Stages()

    found = following(stages)([(run("a", plan="p"), True)])

    assert found == ["pattern of a"]
    assert stages.names() == ["patterns", "count", "repairs", "warnings", "names"]


def test_a_run_that_was_known_is_counted_as_none_and_teaches_nothing_alone() -> None:
    stages = Stages()

    following(stages)([(run("a", plan="p"), False)])

    assert stages.seen == [("patterns",), ("count", "here", 0)]


def test_the_tasks_of_kinds_with_few_runs_are_counted_by_their_ids() -> None:
    stages = Stages()
    step = Step(action="back")
    walked = [
        replace(
            run(key),
            trajectory=Trajectory(task=key, steps=(step,), outcome="success"),
        )
        for key in ("young", "old")
    ]

    following(stages)([(one, True) for one in walked])

    counted = [seen for seen in stages.seen if seen[0] == "count"]
    assert counted == [("count", "here", 1, walked[0].task_id), ("count", "here", 1)]


def test_only_runs_of_plans_can_replace_a_repair() -> None:
    stages = Stages()

    following(stages)([(run("a"), True), (run("b", plan="p"), True)])

    assert [about for name, *about in stages.seen if name == "repairs"] == [["b"]]


def test_each_space_is_told_of_its_own_runs() -> None:
    stages = Stages()

    following(stages)(
        [(run("a", "x"), True), (run("b", "y"), True), (run("c", "x"), False)]
    )

    told = [one for one in stages.seen if one[0] in ("warnings", "names")]
    assert told == [
        ("warnings", "x", ["a", "c"]),
        ("names", "x", ["Do a"]),
        ("warnings", "y", ["b"]),
        ("names", "y", ["Do b"]),
    ]


def test_warnings_are_told_which_tasks_are_new() -> None:
    stages, one = Stages(), run("a")

    following(stages)([(one, True)], {one.task_id})

    assert ("warnings", "here", ["a"], one.task_id) in stages.seen


@pytest.mark.parametrize("stage", ["patterns", "repairs", "warnings", "names"])
def test_a_stage_that_fails_stops_no_other_and_is_told(stage: str) -> None:
    stages, afterwards = Stages(fails=stage), Afterwards()

    found = following(stages, afterwards)([(run("a", plan="p"), True)])

    assert stages.names() == ["patterns", "count", "repairs", "warnings", "names"]
    assert found == ([None] if stage == "patterns" else ["pattern of a"])
    [finding] = afterwards.findings
    assert stage in finding.message
    assert f"no {stage}" in finding.message
    assert afterwards.spaces == ["here"]
