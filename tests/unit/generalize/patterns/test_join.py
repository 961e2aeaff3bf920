"""Kinds that several apps share become one."""

from kgmem.generalize.patterns.build import generalize_tasks
from kgmem.generalize.patterns.join import join_apps
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.trajectory import parse_trajectory
from kgmem.samples import shipped

APPS = "美团", "淘宝闪购"


def shipped_tasks(app: str) -> list[TaskRuns]:
    """What ships of one app, a task for each run."""
    runs = [parse_trajectory(sample.trajectory) for sample in shipped()]
    return [
        TaskRuns(run.task, run.task, run.app, (RunSteps(run.task, run.steps),))
        for run in runs
        if run.app == app
    ]


def test_another_kind_on_the_same_path_does_not_keep_a_kind_apart() -> None:
    tasks = {app: shipped_tasks(app) for app in APPS}
    drafts = [draft for app in APPS for draft in generalize_tasks(tasks[app]).drafts]
    by_id = {task.task_id: task for app in APPS for task in tasks[app]}

    found = [draft.pattern for draft in join_apps(drafts, by_id)]

    [across] = [pattern for pattern in found if pattern.app is None]
    assert across.app_stats.keys() == set(APPS)
    assert all("打开" in task for task in across.members)
