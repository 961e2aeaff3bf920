"""What others do to group task texts."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from kgmem_bench.patterns.pattern_baselines import (
    average_link,
    drain_labels,
    lcs_labels,
    tfidf_labels,
)

Labels = Callable[[Sequence[str]], list[int]]

ENGLISH = [
    "Track the parcel with number 4411",
    "Write a review of the blue kettle for my sister",
    "Track the parcel with number 9027",
    "Write a review of the red kettle for my sister",
]
CHINESE = ["在商城搜索红色台灯并下单", "查询快递走到哪里", "在商城搜索蓝色水壶并下单"]


@pytest.mark.parametrize("labels", [tfidf_labels, lcs_labels, drain_labels])
def test_texts_that_differ_in_a_value_get_one_label(labels: Labels) -> None:
    found = labels(ENGLISH)

    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0] != found[1]


def test_chinese_is_compared_character_by_character() -> None:
    found = lcs_labels(CHINESE)

    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize("labels", [tfidf_labels, lcs_labels, drain_labels])
def test_no_text_has_no_label_and_one_text_has_one(labels: Labels) -> None:
    assert labels([]) == []
    assert len(labels(["Open the settings"])) == 1


def test_texts_without_a_word_are_alike() -> None:
    found = lcs_labels(["", "", "Open the settings"])

    assert found[0] == found[1] != found[2]


def test_average_link_joins_up_to_the_distance() -> None:
    distances = np.array([[0.0, 0.2, 0.9], [0.2, 0.0, 0.7], [0.9, 0.7, 0.0]])

    near, far = average_link(distances, 0.5), average_link(distances, 0.8)

    assert near[0] == near[1] != near[2]
    assert far[0] == far[1] == far[2]  # the mean of 0.9 and 0.7
