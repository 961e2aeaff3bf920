"""Requests that undo each other, told by what their words begin with."""

import pytest

from kgmem.matching.opposites import ask_opposites, deeds, opposed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Archive the project Apollo", "Unarchive the project Zephyr"),
        ("Please like the post Sun", "Please dislike the post Moon"),
        ("Open the shop, then unfollow Ann", "Open the shop, then follow Bob"),
        ("Subscribe to the news", "Unsubscribe from the news"),
        ("在微博关注张三", "在微博取消关注李四"),
        ("请激活用户张三", "请反激活用户李四"),
    ],
)
def test_a_request_asks_for_the_opposite_of_another(one: str, other: str) -> None:
    assert ask_opposites(one, other)
    assert ask_opposites(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Archive the project Apollo", "Archive the project Zephyr"),
        ('Search for "like"', 'Search for "dislike"'),
        ("Press archive", "Press unarchive"),  # a thing's name, and no verb
        ("Do it, then undo it", "Do it, then undo it"),
        ("搜索“关注”", "搜索“取消关注”"),
    ],
)
def test_what_is_only_named_is_no_request(one: str, other: str) -> None:
    assert not ask_opposites(one, other)


def test_only_words_with_an_opposite_in_the_texts_are_told() -> None:
    texts = ["Mute the channel ops", "Unmute the channel sales", "Untangle the cable"]

    assert opposed(texts).keys() == {"mute", "unmute"}


def test_a_text_that_is_too_long_is_not_looked_at() -> None:
    assert deeds("unmute " * 500) == frozenset()
