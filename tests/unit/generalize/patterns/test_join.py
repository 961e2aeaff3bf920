"""Kinds that several apps share become one."""

from collections.abc import Sequence

from kgmem.generalize.patterns.assemble import PatternDraft
from kgmem.generalize.patterns.build import generalize_tasks
from kgmem.generalize.patterns.join import join_apps
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.trajectory import parse_trajectory


def run_in(app: str, words: str, shop: str) -> TaskRuns:
    """A run of five steps, the same in each app but for its icon."""
    steps = [
        {"action": "click", "target": {"role": "icon", "name": app}},
        {"action": "click", "target": {"name": "搜索框"}},
        {"action": "type", "value": shop},
        {"action": "click", "target": {"name": "搜索按钮"}},
        {"action": "click", "target": {"name": shop}},
    ]
    text = words.format(app=app, shop=shop)
    run = parse_trajectory({"task": text, "app": app, "steps": steps})
    return TaskRuns(text, text, app, (RunSteps(f"run of {text}", run.steps),))


def joined(tasks: Sequence[TaskRuns]) -> list[PatternDraft]:
    apps = sorted({task.app or "" for task in tasks})
    drafts = [
        draft
        for app in apps
        for draft in generalize_tasks([t for t in tasks if t.app == app]).drafts
    ]
    return join_apps(drafts, {task.task_id: task for task in tasks})


def test_another_kind_on_the_same_path_does_not_keep_a_kind_apart() -> None:
    tasks = [
        run_in("淘宝闪购", "我想用{app}打开{shop}的外卖菜单", "益禾堂"),
        run_in("美团", "用{app}打开{shop}的外卖菜单", "真功夫"),
        run_in("美团", "打开{app}{shop}外卖菜单", "米村拌饭"),
        run_in("美团", "用{app}点一份{shop}的外卖", "古茗"),
        run_in("美团", "我想用{app}点一份{shop}的外卖", "麦当劳"),
    ]

    found = [draft.pattern for draft in joined(tasks)]

    [across] = [pattern for pattern in found if pattern.app is None]
    assert {*across.members} == {task.task_id for task in tasks[:3]}
    assert across.app_stats.keys() == {"淘宝闪购", "美团"}
    assert len(found) == 2
