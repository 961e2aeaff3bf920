"""What of a text a pattern is not known to do is told: what it asks for besides, and
other words in the place of the pattern's."""

import pytest

from kgmem.matching.binding.bind import bind
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.further import further_of, further_of_reading
from kgmem.matching.paraphrasing.paraphrase import PatternOutline, meaning
from kgmem.model.pattern import Pattern, Slot


def slot(name: str, *examples: str) -> Slot:
    return Slot(slot_id=name, name=name, kind="text", examples=examples)


def outline(template: str, *slots: Slot) -> PatternOutline:
    pattern = Pattern(pattern_id="p", name="p", template=template, slots=slots)
    made = PatternOutline.of(pattern)
    assert made is not None
    return made


NOTE = outline(
    'Pin the note "{note}" and comment "{comment}"',
    slot("note", "Milk", "Rent"),
    slot("comment", "Done", "Thanks"),
)
NOTE_ZH = outline(
    "置顶便签“{便签}”，并评论“{评论}”",
    slot("便签", "牛奶", "房租"),
    slot("评论", "好的", "谢谢"),
)


PACK = outline(
    "Put {count} packs of {goods} into my basket",
    slot("count", "3", "12"),
    slot("goods", "oat biscuits", "batteries"),
)


def told(text: str, made: PatternOutline) -> tuple[str, ...]:
    asked = BareTask(text)
    read = meaning(asked, made)
    assert read is not None
    return further_of(asked, made, read)


@pytest.mark.parametrize(
    ("text", "made", "further"),
    [
        (
            'Comment "Soon" on the note "Eggs", pin it and lock the board',
            NOTE,
            ("and lock the board",),
        ),
        (
            'Keep the note "Eggs" on top with the comment "Soon", then tell Ann',
            NOTE,
            ("Keep", "top", "then tell Ann"),
        ),
        (
            'Put the note "Eggs" on top, comment "Soon", bold letters, please',
            NOTE,
            ("Put", "top", "bold letters"),
        ),
        (
            'Comment "Soon" on the note "Eggs" every day and pin it',
            NOTE,
            ("every day",),
        ),
        (
            "把便签“鸡蛋”放到最上面，评论“马上”，然后锁定面板",
            NOTE_ZH,
            ("放到最上面", "然后锁定面板"),
        ),
        (
            "把便签“鸡蛋”放到最上面，评论“马上”，通知老王",
            NOTE_ZH,
            ("放到最上面", "通知老王"),
        ),
        (
            "Basket: 2 packs of black tea and order milk packs for later",
            PACK,
            ("and order milk", "later"),
        ),
        (
            'Put this on the note "Eggs" as a comment: "Soon"; then pin it',
            NOTE,
            ("Put",),
        ),
        ("在便签“鸡蛋”下写“马上”，然后置顶", NOTE_ZH, ("写",)),
        ("把便签“鸡蛋”放到最上面，并评论“马上”", NOTE_ZH, ("放到最上面",)),
        ('Unpin the note "Eggs" with the comment "Soon"', NOTE, ("Unpin",)),
        ("Buy 2 packs of black tea", PACK, ("Buy",)),
    ],
)
def test_what_neither_pattern_nor_value_says_is_to_be_settled(
    text: str, made: PatternOutline, further: tuple[str, ...]
) -> None:
    assert told(text, made) == further


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ('The note called "Eggs": pin it with the comment "Soon"', NOTE),
        ("Basket: 2 packs, and oil it", PACK),
    ],
)
def test_another_order_of_words_is_unsettled(text: str, made: PatternOutline) -> None:
    assert told(text, made) == (text,)


def test_another_verb_is_to_be_settled_even_one_that_asks_for_the_same() -> None:
    made = outline("Search for {thing} in the shop", slot("thing", "red tea", "milk"))

    assert told('Find "oat milk" in the shop', made) == ("Find",)


def test_a_text_that_says_nothing_of_what_is_done_is_to_be_settled() -> None:
    text = "2 packs of black tea"

    assert told(text, PACK) == (text,)


@pytest.mark.parametrize(
    ("text", "further"),
    [
        ("Pack the red box in paper for Ann", ()),
        ("Pack the red box in foil for Ann", ("foil",)),
        ("Pack the red box for Ann", ("Pack the red box for Ann",)),
        ("Pack the red box in paper for Ann and call a taxi", ("and call a taxi",)),
    ],
)
def test_what_a_template_lacks_is_open(text: str, further: tuple[str, ...]) -> None:
    slots = [slot("box", "red box", "blue box"), slot("who", "Ann", "Bob")]

    read = bind("Pack the {box} in paper for {who}", slots, text)

    assert read is not None
    assert further_of_reading(read, text) == further


def test_what_turns_the_request_within_a_value_is_to_be_settled() -> None:
    made = outline(
        "将缺陷{bug}的状态改为{status}",
        slot("bug", "#1207", "ORD-88"),
        slot("status", "待验证", "已修复"),
    )

    told_further = told("把缺陷#31的状态改为不予处理并写明原因", made)

    assert any("写明原因" in one for one in told_further)


def test_what_reverses_a_request_is_to_be_settled() -> None:
    made = outline("Turn {what} off for the night", slot("what", "radio", "lamp"))

    assert told("Turn heating on for the night", made)


def test_what_is_negated_is_told() -> None:
    made = outline("Turn {what} off for the night", slot("what", "radio", "lamp"))

    assert told("Do not turn heating off for the night", made) == ("not",)


def test_in_another_language_a_verb_does_not_tell_what_it_is_done_with() -> None:
    slots = [slot("month", "May", "June")]
    made = outline("Download the statement of {month}", *slots)

    assert told("Download the bill of March", made) == ("bill",)
    assert told("下载March的发票", made) == ("下载", "发票")
