"""Measures of slots on cases that can be worked out by hand."""

import pytest
from kgmem_bench.patterns.slot_scores import (
    Case,
    cases_of,
    gap_values,
    gold_clusters,
    induced_values,
    slot_scores,
)

from kgmem.generalize.plain import TaskRuns
from kgmem.model.trajectory import Trajectory
from kgmem.samples.sample import Sample


def sample(task_id: str, text: str, group: str | None, **slots: str) -> Sample:
    run = Trajectory(task=text, source_task_id=task_id)
    return Sample(run, "tests", group=group, slots=slots)


SEARCHES = (
    sample("1", "在淘宝搜索红裙子并下单", "search", app="淘宝", item="红裙子"),
    sample("2", "在京东搜索手机壳并下单", "search", app="京东", item="手机壳"),
    sample("3", "Open the settings", "settings"),
)


def test_a_task_is_exact_if_all_values_and_no_others_are_found() -> None:
    cases = [
        Case("a", ("Tea", "5"), ("5", " tea ")),
        Case("a", ("tea", "5"), ("tea",)),
        Case("b", ("tea",), ("tea", "tea")),
        Case("b", (), ()),
    ]

    scores = slot_scores(cases)

    assert (scores.tasks, scores.groups) == (4, 2)
    assert scores.exact.value == pytest.approx(2 / 4)
    assert scores.precision == pytest.approx(4 / 5)
    assert scores.recall == pytest.approx(4 / 5)
    assert scores.f1 == pytest.approx(4 / 5)


def test_a_task_that_was_left_out_is_wrong_even_without_slots() -> None:
    scores = slot_scores([Case("a", (), None), Case("a", ("tea",), None)])

    assert scores.exact.value == 0
    assert scores.recall == 0


def test_only_clusters_of_two_and_more_are_measured() -> None:
    cases = cases_of(SEARCHES, gold_clusters(SEARCHES), induced_values, grounded=False)

    assert cases == [
        Case("search", ("淘宝", "红裙子"), ("淘宝", "红裙子")),
        Case("search", ("京东", "手机壳"), ("京东", "手机壳")),
    ]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ["Buy red tea in the shop", "Buy milk in the market"],
            [("red tea", "shop"), ("milk", "market")],
        ),
        (["打开灯", "打开窗户"], [("灯",), ("窗户",)]),
        (["I am a boy", "As a man I am a fool"], [("boy",), ("As a man", "fool")]),
        (["Open it", "Open it"], [(), ()]),
    ],
)
def test_the_baseline_gives_the_gaps_between_shared_words(
    texts: list[str], expected: list[tuple[str, ...]]
) -> None:
    group = [TaskRuns(str(n), text) for n, text in enumerate(texts)]

    found = gap_values(group, {})

    assert list(found.values()) == expected
