"""Words inside a value that ask for something else, or for more."""

import pytest

from kgmem.matching.turning import turn_in, turns
from kgmem.model.pattern import Slot


def slot(*examples: str, kind: str = "text", is_list: bool = False) -> Slot:
    return Slot(slot_id="s", name="who", kind=kind, examples=examples, is_list=is_list)


@pytest.mark.parametrize(
    ("value", "turn"),
    [
        ("Bob tomorrow", "tomorrow"),
        ("Bob and Ann", "and Ann"),
        ("Bob but not Ann", "but not Ann"),
        ("Bob on May 3, 2025", "on May 3, 2025"),
        ("not Bob", "not Bob"),
        ("a white sofa twice", "twice"),
        ("1 hour if it is free", "if it is free"),
        ("红色围巾不要下单", "不要下单"),
        ("小王明天", "明天"),
        ("奶茶和咖啡", "和咖啡"),
        ("Bob (not today)", " (not today)"),
    ],
)
def test_a_value_ends_before_a_word_that_turns_it(value: str, turn: str) -> None:
    assert turn_in(slot("Carol", "Dave Lee", "围巾"), value) == turn


@pytest.mark.parametrize("value", ["Ann Lee", "next", "again", "和平饭店", "no"])
def test_names_and_single_words_turn_nothing(value: str) -> None:
    assert turn_in(slot("Carol", "Dave Lee"), value) is None


@pytest.mark.parametrize(
    ("known", "value"),
    [
        ("salt and pepper", "bread and butter"),
        ("lunch at noon", "dinner at midnight"),
        ("老张和老李", "小王和小李"),
        ("tomorrow", "next monday"),
        ("明天", "后天下午"),
        ("明天见", "后天见"),
    ],
)
def test_what_known_values_have_may_be_in_others(known: str, value: str) -> None:
    assert turn_in(slot(known), value) is None


@pytest.mark.parametrize(
    ("known", "value", "turn"),
    [
        ("下午几点出来", "下午几点出来明天", "明天"),
        ("lunch at noon", "lunch at noon tomorrow", "tomorrow"),
        ("明天见", "你好明天", "明天"),
        ("明天见", "你好以前的那一个", "以前的那一个"),
        ("tomorrow we meet", "we meet tomorrow", "tomorrow"),
        ("salt and pepper", "salt and pepper and rice", "and rice"),
    ],
)
def test_one_more_turning_word_turns_it(known: str, value: str, turn: str) -> None:
    assert turn_in(slot(known), value) == turn


def test_what_joins_the_items_of_a_list_turns_nothing() -> None:
    assert turn_in(slot("tea", is_list=True), "milk and honey") is None
    assert turn_in(slot("tea", is_list=True), "milk but not honey") is not None


def test_some_words_turn_a_request_wherever_they_stand() -> None:
    assert turns("unless")
    assert turns("明天")
    assert not turns("and")
    assert not turns("sofa")


@pytest.mark.parametrize(
    ("examples", "value", "turned"),
    [
        (("不辣", "中辣"), "中辣别发送", "别发送"),
        (("不辣", "微辣"), "中辣别发送", "别发送"),
        (("not spicy", "mild"), "mild but not today", "but not today"),
        (("不辣", "微辣"), "不太咸", None),
    ],
)
def test_a_value_that_begins_with_a_negation_speaks_for_none_within(
    examples: tuple[str, ...], value: str, turned: str | None
) -> None:
    slot = Slot(slot_id="s", name="s", kind="text", examples=examples)

    assert turn_in(slot, value) == turned


@pytest.mark.parametrize(
    ("value", "turn"),
    [
        ("all my letters", "all my letters"),
        ("Ann Lee's sister", "sister"),
        ("Ann's Bakery", None),
        ("men's coats", None),
        ("Port of Spain", None),
        ("letters of Ann", "of Ann"),
        ("save-to-disk", None),
        ("save to disk", "to disk"),
        ("two long coats", "two long coats"),
        ("the cheapest coat", "cheapest coat"),
        ("Best Western", None),
        ("half a coat", "half a coat"),
        ("最便宜的大衣", "最便宜的大衣"),
        ("大衣要多少钱", "多少钱"),
        ("大衣?放这里", "?放这里"),
        ("1月15日", None),
        ("6 ft", None),
        ("青山小院两间", "两间"),
        ("R-22's keys", "keys"),
        ("Bob past", "past"),
        ("第三医院", None),
    ],
)
def test_names_and_compounds_turn_nothing(value: str, turn: str | None) -> None:
    slot = Slot(slot_id="s", name="what", kind="text", examples=("a coat",))

    assert turn_in(slot, value) == turn


def test_the_words_of_a_mail_address_turn_nothing() -> None:
    mail = Slot(slot_id="m", name="m", kind="email", examples=("a@b.example",))

    assert turn_in(mail, "ike_o@proton.me") is None


@pytest.mark.parametrize(
    "value",
    [
        "沙县小吃（文三路店）",
        "St. John's (YYT)",
        "牛肉面（大份）",
        "Workshop (old shed)",
    ],
)
def test_few_plain_words_in_brackets_are_a_part_of_a_name(value: str) -> None:
    place = Slot(slot_id="p", name="p", kind="text", examples=("Oslo", "必胜客"))

    assert turn_in(place, value) is None


@pytest.mark.parametrize(
    "value",
    [
        "牛肉面（不要葱）",
        "牛肉面（每人一份）",
        "report (if it is there)",
        "report (and its copy)",
        "report (send it to Bob)",
        "Oslo (2 nights)",
        "Oslo (in the long dark winter)",
        "Oslo (",
    ],
)
def test_what_else_is_said_in_brackets_turns(value: str) -> None:
    place = Slot(slot_id="p", name="p", kind="text", examples=("Oslo", "必胜客"))

    assert turn_in(place, value) is not None
