"""A task may be worded like a pattern's and ask for something else."""

import pytest

from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import LearnedWording, Pattern, PatternMatch, Slot
from kgmem.recall.routing.wording_doubts import doubts_of_wording, is_confirmed
from tests.unit.recall.runs import request


def doubts(template: str, task: str, slots: list[Slot], **bindings: str) -> list[str]:
    pattern = Pattern(
        pattern_id="p", name="p", template=template, support=3, slots=tuple(slots)
    )
    match = PatternMatch(pattern=pattern, bindings=bindings, score=0.9)
    return [*map(str, doubts_of_wording(match, task))]


def text(name: str, *examples: str) -> Slot:
    return Slot(slot_id=name, name=name, kind="text", examples=examples)


def test_a_slot_at_the_beginning_takes_no_new_verb() -> None:
    slots = [text("what", "Trash", "Star"), text("who", "Ann")]
    template = "{what} the email from {who}."

    found = doubts(
        template, "Give Lana the email from Bo.", slots, what="Give Lana", who="Bo"
    )

    assert found == ["no known request begins with 'Give Lana'"]
    assert not doubts(
        template, "Trash the email from Bo.", slots, what="Trash", who="Bo"
    )


@pytest.mark.parametrize(
    ("template", "task", "value"),
    [
        ("“{what}”, say that", "“Good news”, say that", "Good news"),
        ("Say {what} to all", "Say hello to all", "hello"),
        ("以{what}关闭工单", "以已解决关闭工单", "已解决"),
        ("Using {what}, go there", "Using lifts, go there", "lifts"),
    ],
)
def test_a_quotation_or_words_before_tell_enough(
    template: str, task: str, value: str
) -> None:
    assert doubts(template, task, [text("what", "hi")], what=value) == []


def test_another_intent_beside_the_values_is_a_doubt() -> None:
    slots = [text("who", "Ann", "Bo")]

    found = doubts("Open the mail of {who}", "Delete the mail of Cy", slots, who="Cy")

    assert found == ["it asks to delete, which no known request of its kind did"]


def test_an_intent_within_a_value_of_one_word_is_its_name() -> None:
    slots = [text("button", "send", "more")]

    assert not doubts("Press {button}", "Press reply", slots, button="reply")


def test_a_value_that_asks_for_something_is_a_doubt() -> None:
    slots = [text("what", "Ann's mail", "the last mail")]
    task = "Find delete all mails of Ann"

    found = doubts("Find {what}", task, slots, what="delete all mails of Ann")

    assert len(found) == 1
    assert "asks for something" in found[0]


@pytest.mark.parametrize("verb", ["撤销", "取消", "停止"])
def test_a_value_that_begins_with_undoing_is_a_doubt(verb: str) -> None:
    value = f"{verb}豆浆"
    task = f"{value}订单的退款"

    assert doubts("{菜品}订单的退款", task, [text("菜品", "包子")], 菜品=value)
    assert not any(
        "asks for something" in why
        for why in doubts(
            "{菜品}订单的退款", task, [text("菜品", f"{verb}包子")], 菜品=value
        )
    )


def test_behind_a_preposition_stands_no_verb() -> None:
    slots = [text("谁", "小张"), text("内容", "你好")]

    assert not doubts(
        "给{谁}发微信：{内容}", "给李雷发微信：再见", slots, 谁="李雷", 内容="再见"
    )


@pytest.mark.parametrize(
    ("template", "task", "value"),
    [
        (
            "Order {what} and have it sent to {who}",
            'Order an article and have it sent to "Bo"',
            "an article",
        ),
        ("购买{what}送给{who}", "购买某个商品送给“李雷”", "某个商品"),
        ("购买{what}送给{who}", "购买一件商品送给“李雷”", "一件商品"),
    ],
)
def test_a_thing_without_a_name_is_no_value(
    template: str, task: str, value: str
) -> None:
    slots = [text("what", "lamp", "鼠标"), text("who", "Ann", "小张")]
    who = task.rstrip('"”').split("“" if "“" in task else '"')[-1]

    found = doubts(template, task, slots, what=value, who=who)

    assert found == [f"{value!r} names no what"]


def test_between_quotation_marks_it_is_one() -> None:
    slots = [text("what", "lamp")]

    assert not doubts("Order {what}", 'Order "an article"', slots, what="an article")


def test_between_quotation_marks_it_is_one_also_where_words_before_hold_it() -> None:
    slots = [text("link", "Egestas")]

    assert not doubts("Find the {link}", 'Find the "in"', slots, link="in")


def test_a_value_that_begins_with_a_new_little_word_is_a_doubt() -> None:
    task = "Open an issue with title Crash in core"
    slots = [text("what", "broken link")]

    found = doubts("Open an issue {what}", task, slots, what="with title Crash")
    usual = doubts(
        "Open an issue {what}",
        task,
        [text("what", "with title Broken")],
        what="with title Crash",
    )

    assert found == ["no known value of what begins with 'with'"]
    assert not usual


@pytest.mark.parametrize("colon", [": ", "："])
def test_behind_a_colon_no_little_word_is_another_one(colon: str) -> None:
    slots = [text("what", "buy milk")]
    template, what = f"Add a task{colon}{{what}}", "for mother buy milk"

    told = doubts(template, f"Add a task{colon}{what}", slots, what=what)
    otherwise = doubts(template, f"Add a task {what}", slots, what=what)

    assert told == []
    assert otherwise == ["no known value of what begins with 'for'"]


@pytest.mark.parametrize(
    ("template", "task", "is_sure"),
    [
        ("Show {month} of {account} to me", "Show May of savings to me", True),
        ("把{month}{account}账户调出来", "把去年12月尾号6620账户调出来", False),
    ],
)
def test_a_text_that_succeeded_is_sure_where_its_values_stand_in_one_way(
    template: str, task: str, is_sure: bool
) -> None:
    asked = request(task)
    learned = LearnedWording(
        template=template, tasks=(task_id(asked.space, asked.app, task),)
    )
    pattern = Pattern(pattern_id="p", name="p", template="Get {month} {account}")
    match = PatternMatch(pattern=pattern, bindings={}, learned=learned, score=1.0)

    assert is_confirmed(match, asked) is is_sure


@pytest.mark.parametrize(
    ("first", "is_doubt"),
    [
        ("Attic", False),
        ("6:15 pm", False),
        ("Guest room", True),
        ("Heat pump", True),
    ],
)
def test_a_day_or_a_word_at_first_hides_no_verb(first: str, is_doubt: bool) -> None:
    slots = [text("what", "Hall", "Kitchen"), text("degrees", "20", "18")]
    task = f"{first} to 21 degrees"

    found = doubts("{what} to {degrees} degrees", task, slots, what=first, degrees="21")

    assert bool(found) is is_doubt


def test_chinese_words_at_the_beginning_that_are_no_verbs_hide_none() -> None:
    slots = [text("what", "电视", "空调"), text("state", "开", "关")]

    named = doubts(
        "{what}的童锁设为{state}",
        "洗衣机的童锁设为开",
        slots,
        what="洗衣机",
        state="开",
    )
    asked = doubts(
        "{what}的童锁设为{state}",
        "取消洗衣机的童锁设为开",
        slots,
        what="取消洗衣机",
        state="开",
    )

    assert not named
    assert asked


def test_a_question_for_what_others_want_done_is_a_doubt() -> None:
    slots = [text("who", "Ann", "Bob")]

    asked = doubts("Can you pay {who}?", "Did I pay Eve?", slots, who="Eve")
    plain = doubts("Can you pay {who}?", "Can you pay Eve?", slots, who="Eve")

    assert any("'did'" in one for one in asked)
    assert not plain


def test_what_is_no_day_is_a_doubt_where_all_values_are() -> None:
    slots = [text("day", "next Friday", "2 May", "tomorrow")]

    found = doubts("Book it for {day}", "Book it for Ann", slots, day="Ann")
    plain = doubts("Book it for {day}", "Book it for 3 June", slots, day="3 June")

    assert any("written otherwise" in one for one in found)
    assert not plain


def test_a_plain_word_before_a_name_is_a_doubt() -> None:
    slots = [text("stage", "Offer", "Phone screen")]

    found = doubts(
        "Who is in {stage}?", "Who is in late Offer?", slots, stage="late Offer"
    )
    plain = doubts("Who is in {stage}?", "Who is in onsite?", slots, stage="onsite")

    assert any("written otherwise" in one for one in found)
    assert not plain


def test_plain_words_among_names_are_a_doubt() -> None:
    slots = [text("team", "U13 Otters", "Futsal C")]
    template = "Take Ann off the {team}"

    def found(team: str) -> list[str]:
        return doubts(template, f"Take Ann off the {team}", slots, team=team)

    assert found("whole club's membership") == [
        '"whole club\'s membership" is written otherwise than all values of team before'
    ]
    assert not found("Water Polo")
    assert not found("u13 otters")
    assert not found("water polo")


@pytest.mark.parametrize(
    ("told", "value", "thanks"),
    [
        ("Bring an apron please.", "Bring an apron please", "please"),
        ("Bring an apron, thanks!", "Bring an apron", "thanks"),
        ("修好了,谢谢", "修好了", "谢谢"),
        ("生日快乐呀", "生日快乐呀", "呀"),
    ],
)
def test_thanks_behind_a_colon_are_a_doubt(told: str, value: str, thanks: str) -> None:
    slots = [text("message", "Doors open at ten")]

    found = doubts("Tell Bo: {message}", f"Tell Bo: {told}", slots, message=value)

    assert found == [f"{thanks!r} may be told with the message, or to who does it"]


@pytest.mark.parametrize(
    ("template", "task", "value", "known"),
    [
        ("Find {what}", "Find red shoes please", "red shoes", "socks"),
        ("Tell: {what}", "Tell: come please", "come please", "go please"),
        ("Tell: {what} to Bo", "Tell: come to Bo please", "come", "go"),
    ],
)
def test_other_thanks_are_no_doubt(
    template: str, task: str, value: str, known: str
) -> None:
    assert not doubts(template, task, [text("what", known)], what=value)


def test_a_value_that_says_the_wording_once_more_is_a_doubt() -> None:
    slots = [text("who", "王芳", "李雷"), text("club", "书法社", "合唱团")]
    task = "把赵敏加进舞蹈社再加进书法社"

    found = doubts(
        "把{who}加进{club}", task, slots, who="赵敏加进舞蹈社再", club="书法社"
    )

    assert any("once more" in one for one in found)


def test_what_was_is_not_what_is() -> None:
    slots = [text("stage", "Offer", "Onsite")]

    found = doubts("Who is in {stage}?", "Who was in Offer?", slots, stage="Offer")

    assert any("'was'" in one for one in found)


@pytest.mark.parametrize("task", ["Press Unfollow", 'Press "Unfollow"'])
def test_the_opposite_of_what_was_done_is_a_doubt_quoted_or_not(task: str) -> None:
    found = doubts("Press {what}", task, [text("what", "Follow")], what="Unfollow")

    assert any("the opposite of 'Follow'" in one for one in found)


def test_each_doubt_is_told_once() -> None:
    slots = [text("what", "Trash", "Star"), text("who", "Ann"), text("when", "now")]
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="{what} the mail of {who}",
        wordings=("{what} the mail of {who} {when}",),
        support=3,
        slots=tuple(slots),
    )
    bindings = {"what": "Give Lana", "who": "Bo", "when": "now"}
    match = PatternMatch(pattern=pattern, bindings=bindings, score=0.9)

    found = doubts_of_wording(match, "Give Lana the mail of Bo now")

    assert [*map(str, found)] == ["no known request begins with 'Give Lana'"]
