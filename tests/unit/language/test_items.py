"""Enumerations are cut into their items."""

import pytest

from kgmem.language.items import split_items


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


@pytest.mark.parametrize("text", ["nothing", "None", "no one", "无", "什么都不"])
def test_words_for_nothing_are_no_item(text: str) -> None:
    assert split_items(text) == ([], ())
