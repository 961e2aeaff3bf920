"""Slots are called by the field that they fill, the words beside them, their kind."""

import pytest

from kgmem.generalize.wording.names import slot_names
from kgmem.model.pattern import PatternStep
from kgmem.model.trajectory import Element


def test_a_slot_is_called_by_the_field_that_its_value_is_typed_into() -> None:
    steps = [
        PatternStep(n=1, action="type", target=Element(name="Last name"), value="{s0}"),
        PatternStep(
            n=2,
            action="type",
            target=Element(attributes={"placeholder": "搜索商品"}),
            value="{s1}",
        ),
    ]

    names = slot_names(
        ["s0", "s1"], {"s0": "text", "s1": "text"}, "{s0} and {s1}", steps
    )

    assert names == {"s0": "last_name", "s1": "商品"}


def test_without_a_field_the_word_beside_the_hole_names_it() -> None:
    names = slot_names(["s0"], {"s0": "text"}, "Open the project {s0}", [])

    assert names == {"s0": "project"}


def test_else_the_kind_does_and_no_two_are_the_same() -> None:
    kinds = {"s0": "date", "s1": "date", "s2": "app", "s3": "text"}

    names = slot_names(list(kinds), kinds, "{s0}-{s1} {s2}: {s3}", [])

    assert names == {"s0": "date", "s1": "date_2", "s2": "app", "s3": "text"}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("status: {s0}", "status"),
        ("File a {s0} for them", "text"),  # what is done is no name of it
        ("A song called {s0}", "text"),
        ("Your name is {s0}. You are happy", "text"),
        ("预定一间{s0}附近的酒店", "内容"),
        ("在美团点{s0}", "内容"),  # the app and what is done there are no name
        ("上网订购上海的{s0}", "内容"),
    ],
)
def test_a_word_beside_that_is_no_noun(template: str, expected: str) -> None:
    assert slot_names(["s0"], {"s0": "text"}, template, []) == {"s0": expected}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ({"name": "Enter your phone number (optional)"}, "phone_number"),
        ({"name": "What is your time zone?"}, "time_zone"),
        ({"name": "Status *"}, "status"),
        ({"attributes": {"placeholder": "+1 555 01", "name": "user[phone]"}}, "phone"),
        ({"attributes": {"name": "deliveryAddress"}}, "delivery_address"),
        ({"attributes": {"id": "input-3f9a81"}}, "text"),
        ({"name": "请输入收货地址"}, "收货地址"),
        ({"name": "Very long name of a field that says too much"}, "long_name"),
    ],
)  # fmt: skip
def test_a_label_is_cut_to_what_it_says_of_the_value(
    target: dict[str, object], expected: str
) -> None:
    step = PatternStep.model_validate(
        {"n": 1, "action": "type", "target": target, "value": "{s0}"}
    )

    (name,) = slot_names(["s0"], {"s0": "text"}, "Do it: {s0}", [step]).values()

    assert name.startswith(expected)


@pytest.mark.parametrize(
    ("around", "attributes", "expected"),
    [
        (["Kind"], {"name": "k"}, "kind"),
        (["发票"], {"name": "invoice"}, "发票"),
        ([], {"name": "issueKind"}, "issue_kind"),
    ],
)
def test_an_option_is_called_by_its_list(
    around: list[str], attributes: dict[str, str], expected: str
) -> None:
    target = {"role": "radio", "name": "{s0}", "container": around}
    told = {**target, "attributes": attributes, "options": ["Bug", "Feature"]}
    step = PatternStep.model_validate({"n": 1, "action": "check", "target": told})

    names = slot_names(["s0"], {"s0": "text"}, "File a {s0}", [step])

    assert names == {"s0": expected}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("从{s0}到{s1}的火车票", ["出发地", "目的地"]),
        ("给{s0}发邮件", ["收件人"]),
        ("打开淘宝搜索{s0}", ["关键词"]),
        ("在店里找{s0}并加入购物车", ["商品"]),
        ("查一下{s0}的天气", ["城市"]),
        ("把订单号为{s0}的记录打印出来", ["订单号"]),
        ("关注up主{s0}", ["up主"]),
        ("搜索并关注微信公众号{s0}", ["公众号"]),
        ("预定一间{s0}酒店", ["酒店"]),
        ("高德从上海{s0}打车至上海{s1}", ["出发地", "目的地"]),
        ("请帮我打印{s0}", ["内容"]),  # what to do is no name of what it is done with
    ],
)
def test_a_slot_is_called_as_people_would(template: str, expected: list[str]) -> None:
    keys = [f"s{n}" for n in range(len(expected))]

    names = slot_names(keys, dict.fromkeys(keys, "text"), template, [])

    assert list(names.values()) == expected


def test_what_is_typed_into_no_field_is_called_by_what_is_pressed_for_it() -> None:
    told = [
        {"action": "click", "target": {"name": "搜索框"}},
        {"action": "type", "value": "{s0}"},
        {"action": "click", "target": {"name": "{s0} 商家"}},
        {"action": "type", "value": "{s1}"},
        {"action": "click", "target": {"name": "搜索按钮2"}},
    ]
    steps = [PatternStep.model_validate({"n": n, **one}) for n, one in enumerate(told)]
    kinds = {"s0": "text", "s1": "text"}

    names = slot_names(["s0", "s1"], kinds, "点一份{s0}的{s1}外卖", steps)

    assert names == {"s0": "商家", "s1": "关键词"}


@pytest.mark.parametrize("code", ["tt", "btn", "q"])
def test_what_nobody_can_say_is_no_name(code: str) -> None:
    step = {"n": 1, "action": "type", "target": {"name": code}, "value": "{s0}"}

    names = slot_names(
        ["s0"], {"s0": "quoted"}, 'Enter "{s0}"', [PatternStep.model_validate(step)]
    )

    assert names == {"s0": "text"}


@pytest.mark.parametrize(
    ("template", "action", "target", "name"),
    [
        ("Change the phone of Ann to {s0}", "type", {"name": "Phone"}, "phone"),
        ("把张伟的电话改成{s0}", "type", {"name": "电话"}, "电话"),
        ("Search for {s0}", "type", {"name": "Search"}, "search"),
        (
            "Close the ticket as {s0}",
            "select",
            {"name": "fixed invalid", "text": "fixed invalid"}
            | {"attributes": {"name": "resolution"}},
            "resolution",
        ),
    ],
)
def test_a_field_names_its_value_though_the_wording_does_too_and_its_options_do_not(
    template: str, action: str, target: dict[str, object], name: str
) -> None:
    element = Element.model_validate(target)
    step = PatternStep.model_validate(
        {"n": 1, "action": action, "target": element, "value": "{s0}"}
    )

    assert slot_names(["s0"], {"s0": "text"}, template, [step]) == {"s0": name}
