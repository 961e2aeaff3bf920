"""The batch job: the order of its stages, and what it says of what was left."""

import threading
from typing import Any

import pytest

from kgmem.learn.afterwards import Afterwards
from kgmem.learn.batch_job import BatchJob
from kgmem.model.pattern import GeneralizeReport


class Stages:
    """Notes the stages in the order in which they are done."""

    def __init__(self, tasks: int = 0) -> None:
        self.seen: list[str] = []
        self.tasks = tasks
        self.afterwards = Afterwards()
        with self.afterwards.stage("here", "names"):
            raise RuntimeError("left undone")

    def named(self, name: str, gives: Any = None) -> Any:
        def stage(*_: Any, **__: Any) -> Any:
            self.seen.append(name)
            return gives

        return stage

    def job(self) -> BatchJob:
        return BatchJob(
            afterwards=self.afterwards,
            link_names=self.named("names"),
            learn_repairs=self.named("repairs"),
            generalize=self.named("patterns", GeneralizeReport(tasks=self.tasks)),
            read_patterns=self.named("read"),
            link_similar=self.named("links", 7),
            learn_warnings=self.named("warnings"),
        )


def test_in_the_background_all_is_done_and_nothing_is_left() -> None:
    stages = Stages()

    stages.job().in_background("here", threading.Event())

    expected = ["names", "repairs", "patterns", "read", "links", "warnings"]
    assert stages.seen == expected
    assert stages.afterwards.findings == []


def test_asked_for_it_tells_what_was_linked() -> None:
    stages = Stages(tasks=1)

    report = stages.job()("here")

    assert (report.tasks, report.linked) == (1, 7)
    assert stages.seen == ["names", "repairs", "patterns", "links", "warnings"]


def test_without_changes_no_warnings_are_compared() -> None:
    stages = Stages(tasks=0)

    stages.job()("here")

    assert "warnings" not in stages.seen


@pytest.mark.parametrize(("app", "left"), [(None, 0), ("mail", 1)])
def test_only_a_job_over_all_apps_makes_up_for_all(app: str | None, left: int) -> None:
    stages = Stages()

    stages.job()("here", app)

    assert len(stages.afterwards.findings) == left
