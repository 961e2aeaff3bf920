"""Templates of groups of texts, alone and with the values that runs use."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from kgmem.generalize.plain import Grounding, RunSteps, TaskRuns, Use, Wordings
from kgmem.generalize.wording.induce import induce
from kgmem.model.base import normalize
from kgmem.model.texts.template import fill
from kgmem.model.trajectory import Element, Step

PLAYED = (
    "Play jazz music in the kitchen",
    "Play classical guitar in the living room",
    "Play rain sounds in the hall",
)


def told(
    texts: Sequence[str], values: Mapping[int, Sequence[str]] | None = None
) -> Wordings:
    """What is induced; `values` by the text's number are typed, one step each."""
    grounded = {
        str(n): [used(texts[n], value, step) for step, value in enumerate(typed)]
        for n, typed in (values or {}).items()
    }
    return induce([TaskRuns(str(n), text) for n, text in enumerate(texts)], grounded)


def used(text: str, value: str, step: int, part: str = "value") -> Grounding:
    start = text.index(value)
    return Grounding((start, start + len(value)), (Use(step, part),))


def values_of(texts: Sequence[str], wordings: Wordings) -> list[dict[str, str] | None]:
    """By slot key, of each text; None for one that is left out."""
    return [
        {
            key: text[slice(*span)]
            for key, span in sorted(wordings.members[str(n)].spans.items())
        }
        if str(n) in wordings.members
        else None
        for n, text in enumerate(texts)
    ]


def assert_gives_back(texts: Sequence[str], wordings: Wordings) -> None:
    for n, text in enumerate(texts):
        member = wordings.members[str(n)]
        filled = fill(
            wordings.templates[member.wording],
            lambda hole: text[slice(*member.spans[hole.slot])],  # noqa: B023
        )
        assert normalize(filled) == normalize(text)


# texts alone --------------------------------------------------------------------------


def test_what_stands_between_shared_words_is_a_slot() -> None:
    found = told(PLAYED)

    assert found.templates == ("Play {s0} in the {s1}",)
    assert values_of(PLAYED, found)[1] == {
        "s0": "classical guitar",
        "s1": "living room",
    }


def test_chinese_values_stay_whole() -> None:
    texts = [
        "在拼多多搜索机械键盘并下单",
        "在淘宝搜索红裙子并下单",
        "在京东搜索手机壳并下单",
    ]

    found = told(texts)

    assert found.templates == ("在{s0}搜索{s1}并下单",)
    assert values_of(texts, found)[0] == {"s0": "拼多多", "s1": "机械键盘"}


def test_a_character_shared_within_chinese_words_is_no_border() -> None:
    texts = ["预订广州的酒店", "预订杭州的酒店", "预订苏州的酒店"]

    found = told(texts)

    assert [v and v["s0"] for v in values_of(texts, found)] == ["广州", "杭州", "苏州"]


def test_an_article_within_values_does_not_cut_them() -> None:
    texts = [
        "Ask for a coupon as I am a student",
        "Ask for a coupon as I made a big order",
    ]
    texts += ["Ask for a coupon as they promised me a gift"]

    found = told(texts)

    assert found.templates == ("Ask for a coupon as {s0}",)


def test_a_name_in_capitals_is_not_cut() -> None:
    texts = ["Go from Carnegie Science Museum to Oakland by bus"]
    texts += ["Go from Carnegie Music Hall to Shadyside by bus"]

    found = told(texts)

    assert values_of(texts, found)[0] == {
        "s0": "Carnegie Science Museum",
        "s1": "Oakland",
    }


def test_a_path_or_an_address_is_not_cut() -> None:
    texts = ["Star byteblaze/dotfiles now", "Star byteblaze/cloud-to-butt now"]

    found = told(texts)

    assert found.templates == ("Star {s0} now",)


@pytest.mark.parametrize(
    ("texts", "template", "value"),
    [
        (['Say "a or b" to Ann', 'Say "b" to Bob'], 'Say "{s0}" to {s1}', "a or b"),
        (
            ["添加备注“少辣”给店家", "添加备注“不要葱”给店家"],
            "添加备注“{s0}”给店家",
            "少辣",
        ),
        (["Pay $5 now", "Pay $7 now"], "Pay {s0} now", "$5"),
        (["Wait 5 minutes", "Wait 20 minutes"], "Wait {s0} minutes", "5"),
        (["Open order #12.", "Open order #7."], "Open order #{s0}.", "12"),
    ],
)
def test_shared_marks_and_units_belong_to_the_words(
    texts: list[str], template: str, value: str
) -> None:
    found = told(texts)

    assert found.templates == (template,)
    assert (values_of(texts, found)[0] or {})["s0"] == value


def test_types_part_neighbours() -> None:
    texts = ["搜索2026年1月26日北京到广州的票", "搜索2026年2月2日上海到杭州的票"]
    texts += ["搜索2026年3月8日成都到西安的票"]

    found = told(texts)

    assert values_of(texts, found)[0] == {
        "s0": "2026年1月26日",
        "s1": "北京",
        "s2": "广州",
    }


def test_a_comma_within_values_makes_no_list() -> None:
    texts = ["Fly from Boise, ID tomorrow", "Fly from Nome tomorrow"]

    found = told(texts)

    assert found.members["0"].items == {}
    assert values_of(texts, found)[0] == {"s0": "Boise, ID"}


def test_other_function_words_are_another_wording() -> None:
    texts = ["What is the price of tea?", "What are the prices of red shoes?"]

    found = told(texts)

    assert found.templates == (
        "What is the price of {s0}?",
        "What are the prices of {s0}?",
    )


def test_polite_words_that_come_and_go_are_wordings() -> None:
    texts = ["帮我用美团点一份炸鸡", "我想用美团点一份寿司", "用美团点一份拉面"]

    found = told(texts)

    assert set(found.templates) == {
        "帮我用美团点一份{s0}",
        "我想用美团点一份{s0}",
        "用美团点一份{s0}",
    }


def test_a_value_said_twice_fills_one_slot() -> None:
    texts = ["Mail Ann Lee, then call Ann Lee", "Mail Bo, then call Bo"]
    texts += ["Mail Cy, then call Cy"]

    found = told(texts)

    assert found.templates == ("Mail {s0}, then call {s0}",)
    assert texts[0][slice(*found.members["0"].spans["s0"])] == "Ann Lee"


def test_one_text_alone_has_no_slots() -> None:
    found = told(["Open the settings"])

    assert found.templates == ("Open the settings",)
    assert found.members["0"].spans == {}


def test_texts_that_share_nothing_are_left_out() -> None:
    found = told(["Open a door", "Compute 3 + 4", "唱一首歌"])

    assert found.members == {}


def test_no_texts_have_no_templates() -> None:
    found = told([])

    assert found == Wordings((), {})


def test_among_many_texts_one_that_lacks_a_word_fits_no_template() -> None:
    names = ("tea", "milk", "rice", "soap", "salt", "oil", "jam", "figs", "nuts")
    texts = [f"Add {name} to the cart now" for name in names]
    texts += ["Throw everything out of the cart"]

    found = told(texts)

    assert found.templates == ("Add {s0} to the cart now",)
    assert values_of(texts, found)[-1] is None


# values of runs -----------------------------------------------------------------------


def test_one_text_with_a_run_has_slots() -> None:
    texts = ["在拼多多搜索机械键盘并下单"]

    found = told(texts, {0: ["拼多多", "机械键盘"]})

    assert found.templates == ("在{s0}搜索{s1}并下单",)


def test_a_run_tells_the_borders_for_texts_without_runs() -> None:
    texts = [
        "打开美团肯德基外卖菜单",
        "打开饿了么喜茶外卖菜单",
        "打开美团星巴克外卖菜单",
    ]

    found = told(texts, {0: ["美团", "肯德基"], 1: ["饿了么", "喜茶"]})

    assert values_of(texts, found)[2] == {"s0": "美团", "s1": "星巴克"}


def test_what_no_run_uses_is_wording() -> None:
    texts = [
        "Show the path and travel time to Rome",
        "Show the route and driving time to Oslo",
    ]

    found = told(texts, {0: ["Rome"], 1: ["Oslo"]})

    assert found.templates == (
        "Show the path and travel time to {s0}",
        "Show the route and driving time to {s0}",
    )


def test_names_are_values_though_no_run_uses_them() -> None:
    texts = [
        f'Find the mail by {name} and answer "{said}"'
        for name, said in (("Sammy", "yes"), ("Pet", "no way"), ("Adele", "maybe"))
    ]

    found = told(texts, {0: ["yes"], 1: ["no way"], 2: ["maybe"]})

    assert found.templates == ('Find the mail by {s0} and answer "{s1}"',)


def test_values_in_another_order_fill_the_same_slots() -> None:
    texts = ["Send 5 dollars to Ann", "Send 7 dollars to Bob", "Give Carl 9 dollars"]

    found = told(texts, {0: ["5", "Ann"], 1: ["7", "Bob"], 2: ["9", "Carl"]})

    assert found.templates == ("Send {s0} dollars to {s1}", "Give {s1} {s0} dollars")
    assert values_of(texts, found)[2] == {"s0": "9", "s1": "Carl"}


@pytest.mark.parametrize(
    ("members", "template"),
    [(2, 'Enter "{s0}" and press {s1}'), (3, 'Enter "{s0}" and press Submit')],
)
def test_what_all_texts_click_is_no_slot(members: int, template: str) -> None:
    texts = [
        f'Enter "{name}" and press Submit' for name in ("Ann", "Bo", "Cy")[:members]
    ]
    group = [TaskRuns(str(n), text) for n, text in enumerate(texts)]
    grounded = {
        str(n): [used(text, text[7:].split('"')[0], 0), used(text, "Submit", 1, "name")]
        for n, text in enumerate(texts)
    }

    found = induce(group, grounded)

    assert found.templates == (template,)


@pytest.mark.parametrize("before", ["", "My "])
def test_what_two_different_texts_click_alike_is_no_slot(before: str) -> None:
    texts = ['Write "red" on the Notes page', 'Write "blue" on the Notes page']
    notes = Step(action="click", target=Element(role="link", name=f"{before}Notes"))
    group = [
        TaskRuns(
            str(n),
            text,
            runs=(RunSteps(str(n), (notes, Step(action="type", value=value))),),
        )
        for n, (text, value) in enumerate(zip(texts, ("red", "blue"), strict=True))
    ]
    grounded = {
        one.task_id: [
            used(one.text, one.text.split('"')[1], 1),
            replace(
                used(one.text, "Notes", 0), uses=(Use(0, "name", None, before, ""),)
            ),
        ]
        for one in group
    }

    found = induce(group, grounded)

    assert found.templates == ('Write "{s0}" on the Notes page',)


def test_what_is_typed_stays_a_slot_though_it_is_the_same() -> None:
    texts = [f"Find the way from Main St to {end}" for end in ("Rome", "Oslo", "Bonn")]

    found = told(texts, {n: ["Main St", text[29:]] for n, text in enumerate(texts)})

    assert found.templates == ("Find the way from {s0} to {s1}",)


@pytest.mark.parametrize(
    ("third", "template"),
    [
        ('Post "Cy" with the note "late"', 'Post "{s0}" with the note "{s1}"'),
        ('Post "Cy" as draft', 'Post "{s0}" as draft'),
    ],
)
def test_what_one_text_says_more_is_no_slot(third: str, template: str) -> None:
    texts = ['Post "Ann"', 'Post "Bo"', third]
    grounded = {
        str(n): [used(text, text[6:].split('"')[0], 0)] for n, text in enumerate(texts)
    }
    more = [("late", "value"), ("note", "name"), ("draft", "name")]
    grounded["2"] += [used(third, v, 1, part) for v, part in more if v in third]

    found = induce([_posting(n, text) for n, text in enumerate(texts)], grounded)

    assert template in found.templates


def test_a_used_value_is_found_where_it_stands_again() -> None:
    texts = ["Email Ann and tell Ann hello", "Email Bob and tell Bob good night"]

    found = told(texts, {0: ["Ann"], 1: ["Bob"]})

    assert all(t.startswith("Email {s0} and tell {s0} ") for t in found.templates)


def test_a_list_of_some_is_a_list_in_all() -> None:
    texts = [
        "Select a1, b2 and click OK.",
        "Select c3 and click OK.",
        "Select nothing and click OK.",
    ]
    group = [_clicking(str(n), text) for n, text in enumerate(texts)]
    items = (7, 9), (11, 13)
    uses = Use(0, "name"), Use(1, "name")
    grounded = {
        "0": [Grounding((7, 13), uses, items, (0, 1))],
        "1": [Grounding((7, 9), uses[:1])],
        "2": [],
    }

    found = induce(group, grounded)

    assert found.members["0"].items == {"s0": items}
    assert found.members["1"].items == {"s0": ((7, 9),)}
    assert found.members["2"].items == {"s0": ()}
    assert "s0" not in found.members["2"].spans


def test_where_blanks_part_the_items_of_a_list_they_do_in_texts_without_runs() -> None:
    texts = ["把 红裙 黑鞋 装箱", "把 帽子 围巾 装箱", "把 手套 皮带 装箱"]
    items = (2, 4), (5, 7)
    uses = Use(0, "name"), Use(1, "name")
    group = [
        _clicking("0", texts[0]),
        _clicking("1", texts[1]),
        TaskRuns("2", texts[2]),
    ]
    listed = [Grounding((2, 7), uses, items, (0, 1))]

    found = induce(group, {"0": listed, "1": listed})

    assert found.templates == ("把 {s0} 装箱",)
    assert [found.members[str(n)].items for n in range(3)] == [{"s0": items}] * 3


def _clicking(task_id: str, text: str) -> TaskRuns:
    steps = tuple(Step(action="click", target=Element(name=n)) for n in "xyz")
    return TaskRuns(task_id, text, runs=(RunSteps(f"e{task_id}", steps),))


def _posting(n: int, text: str) -> TaskRuns:
    title = Step(action="type", target=Element(role="textbox", name="Title"), value="x")
    note = Step(
        action="type", target=Element(role="textbox", name="Note"), value="late"
    )
    draft = Step(action="click", target=Element(role="checkbox", name="Draft"))
    steps = (title, note if "note" in text else draft)
    return TaskRuns(str(n), text, runs=(RunSteps(f"e{n}", steps),))


def _ordering(task_id: str, text: str) -> TaskRuns:
    steps = (
        Step(action="type", value=text[3:5]),
        Step(action="click", target=Element(name=text[3:5])),
        Step(action="click", target=Element(name=text[6:8])),
    )
    return TaskRuns(task_id, text, runs=(RunSteps(f"e{task_id}", steps),))


# hostile texts ------------------------------------------------------------------------


def test_braces_and_signs_of_patterns_are_text() -> None:
    texts = [
        'Set {x} to "a{b|c}" now',
        'Set {x} to "(.*)\\\\" now',
        'Set {x} to "{s0}" now',
    ]

    found = told(texts)

    assert found.templates == ('Set {{x}} to "{s0}" now',)
    assert_gives_back(texts, found)


def test_placeholders_of_secrets_are_values() -> None:
    texts = [
        "用户bob登录，密码[REDACTED:password#1]",
        "用户ann登录，密码[REDACTED:password#2]",
    ]

    found = told(texts)

    assert values_of(texts, found)[1] == {"s0": "ann", "s1": "[REDACTED:password#2]"}


@pytest.mark.parametrize(
    "texts",
    [
        ["Send 😀 to Bob👍", "Send 🎉🎉 to Ann", "Send ok to Émile"],
        ["搜索ＡＢＣ手机", "搜索 xyz 手机", "搜索\u3000华为\u3000手机"],
        ["Say  hi \n to Ann.", "say bye to BOB!", "SAY so to cy"],
    ],
)
def test_templates_give_odd_texts_back(texts: list[str]) -> None:
    found = told(texts)

    assert len(found.members) == len(texts)
    assert_gives_back(texts, found)
    for values in values_of(texts, found):
        assert values
        assert all(value == value.strip() != "" for value in values.values())


@pytest.mark.timeout(60)
def test_time_does_not_explode() -> None:
    long = [f"{'ab, {c} ' * 2_000}{n}" for n in range(12)]
    many = [f"Add item {n} of list {n % 7} to the cart" for n in range(2_000)]

    told(long)
    found = told(many)

    assert found.templates == ("Add item {s0} of list {s1} to the cart",)
