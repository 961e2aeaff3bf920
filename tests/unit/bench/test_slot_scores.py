"""Measures of slots on cases that can be worked out by hand."""

import pytest
from kgmem_bench.patterns.slot_scores import Case, slot_scores


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
