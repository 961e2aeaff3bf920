"""Enumerations are cut into their items."""

import pytest

from kgmem.language.items import item_spans, split_items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("tea", ["tea"]),
        ("tea, milk, and sugar", ["tea", "milk", "sugar"]),
        ("tea & milk", ["tea", "milk"]),
        ("1,000, 2,000 and 3", ["1,000", "2,000", "3"]),
        ("Ann (Bob) Lee; Eve", ["Ann (Bob) Lee", "Eve"]),
        ("微信，QQ以及钉钉", ["微信", "QQ", "钉钉"]),
        ("甲、乙和丙", ["甲", "乙", "丙"]),
        ("“甲”、“乙”", ["甲", "乙"]),
        ("和平饭店", ["和平饭店"]),
        ("张三和李四", ["张三", "李四"]),
        ("苹果醋和和风沙拉酱", ["苹果醋", "和风沙拉酱"]),
    ],
)
def test_items_stand_between_separators(text: str, items: list[str]) -> None:
    found, _ = split_items(text)

    assert found == items


def test_items_and_separators_make_the_text_again() -> None:
    text = "Sony, Apple和三星 and LG"

    items, separators = split_items(text)

    assert "".join(a + b for a, b in zip(items, (*separators, ""), strict=True)) == text


def test_a_known_item_is_not_cut() -> None:
    items, separators = split_items("Salt and Pepper, Sugar", ["Salt and Pepper"])

    assert items == ["Salt and Pepper", "Sugar"]
    assert separators == (", ",)


@pytest.mark.parametrize(
    ("known", "count"), [(["Soup", "Spinach and cheese dip"], 2), (["Soup", "Dip"], 3)]
)
def test_where_items_hold_an_and_commas_cut(known: list[str], count: int) -> None:
    items, _ = split_items("Rice, spaghetti and meatballs", known)

    assert len(items) == count


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("蒋欣、沈和平和韩梅梅", ["蒋欣", "沈和平", "韩梅梅"]),
        ("Salt and pepper, sugar and milk", ["Salt and pepper", "sugar", "milk"]),
    ],
)
def test_where_marks_part_only_the_last_and_does(text: str, items: list[str]) -> None:
    assert split_items(text)[0] == items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("甲骨 乙烯 丙酮", ["甲骨", "乙烯", "丙酮"]),
        ("矿泉水 Oreo饼干", ["矿泉水", "Oreo饼干"]),
        ("New Balance 运动袜", ["New Balance", "运动袜"]),
        ("张三 和 李四", ["张三", "李四"]),
        ("张三、 李四 王五", ["张三", "李四", "王五"]),
        ("New Balance", ["New Balance"]),
    ],
)
def test_blanks_beside_chinese_may_part_items(text: str, items: list[str]) -> None:
    parted, separators = split_items(text, at_blanks=True)

    assert parted == items
    assert len(separators) == len(items) - 1


def test_a_known_item_keeps_its_blanks() -> None:
    items, _ = split_items("王 小明 李四", ["王 小明"], at_blanks=True)

    assert items == ["王 小明", "李四"]


def test_blanks_part_nothing_unless_asked_for() -> None:
    items, _ = split_items("矿泉水 苏打饼")

    assert items == ["矿泉水 苏打饼"]


def test_spans_are_places_in_the_text() -> None:
    text = "['New', 'Old']"

    assert [text[a:b] for a, b in item_spans(text)] == ["New", "Old"]


@pytest.mark.parametrize("text", ["nothing", "None", "no one", "无", "什么都不"])
def test_words_for_nothing_are_no_item(text: str) -> None:
    assert split_items(text) == ([], ())


def test_a_known_item_may_be_called_nothing() -> None:
    assert split_items("None", ["None"])[0] == ["None"]
