"""Values that the template parts with a blank end at the text's blanks, in Chinese."""

import pytest

from kgmem.matching.binding.bind import bind
from kgmem.matching.binding.reading import Reading
from kgmem.model.pattern import Slot

VISIT = "挂号 {place} {ward} {day}"
PACK = "把 {one} {other} 装箱"


def slot(name: str, *examples: str, is_list: bool = False) -> Slot:
    return Slot(
        slot_id=name, name=name, kind="text", examples=examples, is_list=is_list
    )


VISITED = (
    slot("place", "协和医院", "仁济东院"),
    slot("ward", "皮肤科", "眼科"),
    slot("day", "周五", "明天"),
)
PACKED = (slot("one", "米粉", "酱油"), slot("other", "抽纸", "香皂"))


def read(template: str, slots: tuple[Slot, ...], text: str) -> Reading:
    reading = bind(template, slots, text)
    assert reading is not None
    return reading


@pytest.mark.parametrize(
    "values",
    [
        ("北京大学第三医院", "运动医学科", "1月15日"),
        ("和睦家医院", "儿科", "下周二"),
        ("在平县人民医院", "耳鼻喉科", "周日"),
    ],
)
def test_values_end_at_blanks(values: tuple[str, ...]) -> None:
    reading = read(VISIT, VISITED, f"挂号 {' '.join(values)}")

    assert tuple(reading.bindings.values()) == values
    assert reading.doubtful == ()


def test_where_another_script_begins_is_no_border() -> None:
    reading = read(PACK, PACKED, "把 矿泉水 Oreo饼干 装箱")

    assert reading.bindings == {"one": "矿泉水", "other": "Oreo饼干"}
    assert reading.doubtful == ()


def test_more_blanks_than_values_are_told() -> None:
    reading = read(VISIT, VISITED, "挂号 瑞金医院 骨科 周一 李主任专家号")

    assert reading.beyond


def test_blanks_of_a_latin_value_make_its_border_doubtful() -> None:
    reading = read(PACK, PACKED, "把 New Balance 574 运动袜 装箱")

    assert reading.beyond


def test_a_known_value_may_have_blanks() -> None:
    slots = (slot("one", "New Balance 574", "酱油"), PACKED[1])

    reading = read(PACK, slots, "把 New Balance 574 运动袜 装箱")

    assert reading.bindings == {"one": "New Balance 574", "other": "运动袜"}
    assert reading.doubtful == ()


def test_latin_values_within_chinese_part_at_their_only_blank() -> None:
    slots = (slot("one", "米粉", "Sprite"), slot("other", "Nutella", "香皂"))

    reading = read(PACK, slots, "把 Oreo Pepsi 装箱")

    assert reading.bindings == {"one": "Oreo", "other": "Pepsi"}
    assert reading.beyond == ()


def test_more_blanks_than_latin_values_within_chinese_are_told() -> None:
    reading = read(PACK, PACKED, "把 New Balance Pepsi 装箱")

    assert reading.beyond


@pytest.mark.parametrize("text", ["把 蓝莓酸奶 装箱", "把蓝莓酸奶装箱"])
def test_one_value_is_not_cut_in_two(text: str) -> None:
    reading = bind(PACK, PACKED, text)

    assert reading is None or reading.unbound or reading.beyond


@pytest.mark.parametrize(("kind", "beyond"), [("number", ()), ("text", ("big plums",))])
def test_latin_blanks_tell_nothing(kind: str, beyond: tuple[str, ...]) -> None:
    count = Slot(slot_id="count", name="count", kind=kind, examples=("3", "12"))
    slots = (count, slot("item", "apples", "red pears"))

    reading = read(
        "Add {count} {item} to the cart", slots, "Add 5 big plums to the cart"
    )

    assert reading.beyond == beyond


def test_a_blank_within_a_date_is_none() -> None:
    slots = (slot("who", "张三", "李四"), slot("when", "3月5日 10:30", "5月1日 8:00"))

    reading = read("约 {who} {when}", slots, "约 王五 12月3日 14:20")

    assert reading.bindings == {"who": "王五", "when": "12月3日 14:20"}


@pytest.mark.parametrize(
    ("said", "beyond"),
    [
        ("矿泉水 苏打饼", ()),
        ("矿泉水", ()),
        ("矿泉水 苏打饼 哪个轻就", ("哪个轻就",)),
    ],
)
def test_a_list_ends_at_a_blank(said: str, beyond: tuple[str, ...]) -> None:
    slots = (slot("goods", "米粉", "酱油", is_list=True),)
    blank = "" if beyond else " "

    reading = read("请把 {goods} 装箱", slots, f"请把 {said}{blank}装箱")

    assert reading.beyond == beyond


def test_what_is_glued_to_the_words_before_a_list_is_told() -> None:
    slots = (slot("goods", "米粉", "酱油", is_list=True),)

    reading = read("清单里的 {goods} 装箱", slots, "清单里的旧款 矿泉水 苏打饼 装箱")

    assert reading.beyond == ("旧款",)


LISTED = (slot("item", "oat milk", "figs"), slot("amount", "2 cartons", "one bag"))


def test_values_that_no_mark_parts_as_the_template_does_are_told() -> None:
    reading = read(
        "On the list: {item}, {amount}", LISTED, "On the list: tick off figs"
    )

    assert reading.beyond


def test_values_that_a_mark_parts_are_not() -> None:
    reading = read("On the list: {item}, {amount}", LISTED, "On the list: figs, a box")

    assert reading.bindings == {"item": "figs", "amount": "a box"}
    assert reading.beyond == ()
