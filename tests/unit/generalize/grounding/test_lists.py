"""Enumerations and counts that a run repeats steps for, as `ground` gives them."""

import pytest

from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.plain import Grounding, RunSteps, Use
from kgmem.model.trajectory import Element, Step

MEMBER = Element(role="textbox", name="Member")
ADD = Step(action="click", target=Element(role="button", name="+"))


def typed(value: str, target: Element = MEMBER) -> Step:
    return Step(action="type", value=value, target=target)


def box(n: int, name: str | None = None) -> Step:
    target = Element(role="checkbox", name=name, attributes={"id": f"ch{n}"})
    return Step(action="click", target=target)


def lists(text: str, *steps: Step) -> list[Grounding]:
    found = ground(text, RunSteps("run", steps))
    return [one for one in found if one.items]


def items(text: str, one: Grounding) -> list[str]:
    return [text[slice(*item)] for item in one.items]


def test_values_typed_one_after_the_other_are_a_list() -> None:
    text = "Add Abishek, Vinta to the project"

    (found,) = lists(text, typed("Abishek"), ADD, typed("Vinta"), ADD)

    assert text[slice(*found.span)] == "Abishek, Vinta"
    assert items(text, found) == ["Abishek", "Vinta"]
    assert found.uses == (Use(0, "value"), Use(2, "value"))
    assert found.of_item == (0, 1)


def test_a_chinese_enumeration_is_a_list() -> None:
    text = "购买红裙、黑鞋和帽子"

    (found,) = lists(text, *map(typed, ("红裙", "黑鞋", "帽子")))

    assert items(text, found) == ["红裙", "黑鞋", "帽子"]


def test_boxes_of_values_with_but_blanks_between_are_a_list() -> None:
    text = "把 红裙 Nike鞋 帽子 放进行李"

    (found,) = lists(text, box(1, "红裙"), box(2, "Nike鞋"), box(3, "帽子"))

    assert items(text, found) == ["红裙", "Nike鞋", "帽子"]


def test_what_is_pressed_in_several_rows_is_a_list() -> None:
    text = "关注 张三丰 李四光"
    follow = [Element(role="button", name="关注", container=(n,)) for n in text.split()]

    (found,) = lists(text, *(Step(action="click", target=one) for one in follow[1:]))

    assert items(text, found) == ["张三丰", "李四光"]


def test_links_clicked_one_after_the_other_are_no_list_by_blanks_alone() -> None:
    text = "挂号 协和医院 皮肤科"
    links = [Element(role="link", name=name) for name in text.split()]

    assert lists(text, *(Step(action="click", target=one) for one in links[1:])) == []


def test_blanks_between_latin_words_make_no_list() -> None:
    assert lists("Select Red Blue", box(1, "Red"), box(2, "Blue")) == []


def test_items_come_in_the_order_of_the_text_and_uses_in_that_of_the_run() -> None:
    text = 'Include ["Games", "Books", "Movies"] in the sidebar'

    (found,) = lists(text, box(1, "Movies"), box(2, "Games"), box(3, "Books"))

    assert items(text, found) == ["Games", "Books", "Movies"]
    assert found.of_item == (2, 0, 1)


def test_the_items_of_an_argument_are_a_list() -> None:
    text = "Return items 111, 222 and 333 of #W12"
    call = Step(
        action="tool",
        params={"name": "return", "order": "#W12", "ids": ["111", "222", "333"]},
    )

    (found,) = lists(text, call)

    assert [use.part for use in found.uses] == [f"params.ids.{n}" for n in range(3)]


def test_values_of_two_fields_are_no_list() -> None:
    text = "Log in with alice, secret1"
    password = Element(role="textbox", name="Password")

    assert lists(text, typed("alice"), typed("secret1", password)) == []


def test_words_between_two_values_make_no_list() -> None:
    text = "Click button ONE, then click button TWO."

    assert lists(text, box(1, "ONE"), box(2, "TWO")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Select 6qGB, qlT, JruUQ3X and click Submit.", ["6qGB", "qlT", "JruUQ3X"]),
        ("勾选红色、蓝色和绿色三个选项", ["红色", "蓝色", "绿色"]),
    ],
)
def test_as_many_boxes_as_items_stand_for_them(text: str, expected: list[str]) -> None:
    (found,) = lists(text, box(3), box(1), box(2))

    assert items(text, found) == expected
    assert found.uses == (Use(0, ""), Use(1, ""), Use(2, ""))


def test_named_and_nameless_boxes_make_one_list() -> None:
    text = "Select ab1, cd2, ef3 and gh4"

    (found,) = lists(text, box(1), box(2, "cd2"), box(3), box(4))

    assert [found.of_item[n] for n in (0, 1, 2, 3)] == [0, 1, 2, 3]
    assert found.uses[1] == Use(1, "name")


def test_another_number_of_boxes_says_nothing() -> None:
    assert lists("Select ab1, cd2, ef3 and gh4", box(1), box(2), box(3)) == []


def test_a_number_that_a_step_holds_is_not_counted() -> None:
    text = "Buy 2 tickets"
    press = Step(action="click", target=Element(role="button", name="Next"))

    (found,) = ground(text, RunSteps("run", (press, press, typed("2"))))

    assert found.uses == (Use(2, "value"),)
