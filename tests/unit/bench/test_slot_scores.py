"""Measures of slots on cases that can be worked out by hand."""

import pytest
from kgmem_bench.patterns.slot_scores import (
    Case,
    cases_of,
    gap_values,
    gold_clusters,
    induced_values,
    slot_scores,
    typed_values,
)

from kgmem.errors import InvalidInput
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


def test_blank_values_do_not_count() -> None:
    scores = slot_scores([Case("a", ("tea", ""), ("tea",))])

    assert scores.exact.value == 1


def test_gold_clusters_are_the_groups() -> None:
    assert gold_clusters(SEARCHES) == [["1", "2"], ["3"]]


def test_only_clusters_of_two_and_more_are_measured() -> None:
    cases = cases_of(SEARCHES, gold_clusters(SEARCHES), induced_values, grounded=False)

    assert cases == [
        Case("search", ("淘宝", "红裙子"), ("淘宝", "红裙子")),
        Case("search", ("京东", "手机壳"), ("京东", "手机壳")),
    ]


def test_grounded_values_are_known_to_the_way() -> None:
    known = []

    def way(group, grounded):  # type: ignore[no-untyped-def]
        known.append({key: len(values) for key, values in grounded.items()})
        return {}

    cases = cases_of(SEARCHES, [["1", "2"]], way, grounded=True)

    assert known == [{"1": 2, "2": 2}]
    assert [case.found for case in cases] == [None, None]


def test_a_sample_of_no_group_is_refused() -> None:
    with pytest.raises(InvalidInput, match="has no group"):
        gold_clusters([sample("1", "Open it", None)])


def test_texts_that_are_left_out_are_a_group_of_their_own() -> None:
    names = ("tea", "milk", "rice", "soap", "salt", "oil", "jam", "figs", "nuts")
    texts = [f"Add {name} to the cart now" for name in names]
    texts += ["Throw beer out of the fridge", "Throw ham out of the window"]
    group = [TaskRuns(str(n), text) for n, text in enumerate(texts)]

    found = induced_values(group, {})

    assert found["0"] == ("tea",)
    assert found["9"] == ("beer", "fridge")


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


def test_values_are_as_typed_where_they_stand_once() -> None:
    text = "Mail Ann and Bob, then Ann's boss; not Bobby"

    found = typed_values(text, ["Ann", "Bob", "boss", "nobody", ""])

    assert [text[slice(*one.span)] for one in found] == ["Bob", "boss"]
    assert [use.step for one in found for use in one.uses] == [1, 2]


def test_a_value_within_a_longer_one_is_not_typed() -> None:
    text = "搜索华为手机壳"

    found = typed_values(text, ["华为", "华为手机壳"])

    assert [text[slice(*one.span)] for one in found] == ["华为手机壳"]
