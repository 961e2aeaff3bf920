"""A task in other words: the values are bound, what is worded otherwise is told."""

import time

import pytest

from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.paraphrase import Paraphrase, PatternOutline, meaning
from kgmem.model.pattern import Pattern, Slot


def outline(
    template: str, *slots: Slot, wordings: tuple[str, ...] = ()
) -> PatternOutline:
    made = PatternOutline.of(
        Pattern(
            pattern_id=template,
            name=template,
            template=template,
            wordings=wordings,
            slots=slots,
        )
    )
    assert made is not None
    return made


def slot(name: str, kind: str, *examples: str) -> Slot:
    return Slot(slot_id=name, name=name, kind=kind, examples=examples)


BRANCH = outline('Add the branch "{name}"', slot("name", "number", "3.0"))
BRANCH_ZH = outline("添加分支“{名称}”", slot("名称", "number", "3.0"))
NOTE = outline(
    'Pin the note "{note}" and comment "{comment}"',
    slot("note", "text", "Milk"),
    slot("comment", "text", "Done"),
)
NOTE_ZH = outline(
    "置顶便签“{便签}”，并评论“{评论}”",
    slot("便签", "text", "牛奶"),
    slot("评论", "text", "好的"),
)
SHARE = outline(
    'Share the album "{album}" with {mail}',
    slot("album", "text", "Alps"),
    slot("mail", "email", "ann@shop.example"),
)
ARCHIVE = outline(
    'Archive the letter "{letter}" as {label}',
    slot("letter", "text", "Rent"),
    slot("label", "text", "paid"),
)


def read(text: str, made: PatternOutline) -> Paraphrase | None:
    return meaning(BareTask(text), made)


@pytest.mark.parametrize(
    ("text", "made", "bindings", "unexplained"),
    [
        (
            'Create a new branch called "Juniper"',
            BRANCH,
            {"name": "Juniper"},
            ("Create", "new", "called"),
        ),
        (
            "新建一个分支，名称为“雪松”",
            BRANCH_ZH,
            {"名称": "雪松"},
            ("新", "建"),
        ),
        (
            'Comment "Thanks" on the note "Eggs" to keep it on top',
            NOTE,
            {"note": "Eggs", "comment": "Thanks"},
            ("on", "keep", "top"),
        ),
        (
            "把评论“谢谢”写到便签“鸡蛋”下",
            NOTE_ZH,
            {"便签": "鸡蛋", "评论": "谢谢"},
            ("写",),
        ),
        (
            'Let bob@shop.example see the album "Rome"',
            SHARE,
            {"album": "Rome", "mail": "bob@shop.example"},
            ("Let", "see"),
        ),
        (
            'The letter "Tax" is done: mark it as open',
            ARCHIVE,
            {"letter": "Tax", "label": "open"},
            ("done", "mark"),
        ),
    ],
)
def test_values_find_their_slots_and_other_words_are_told(
    text: str,
    made: PatternOutline,
    bindings: dict[str, str],
    unexplained: tuple[str, ...],
) -> None:
    found = read(text, made)

    assert found is not None
    assert found.bindings == bindings
    assert found.unexplained == unexplained
    assert 0 < found.likeness < 1


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ('Delete the branch "Juniper"', BRANCH),
        ("删除分支“雪松”", BRANCH_ZH),
    ],
)
def test_the_opposite_is_told(text: str, made: PatternOutline) -> None:
    found = read(text, made)

    assert found is not None
    assert found.is_opposite


def test_what_is_not_to_be_done_is_the_opposite() -> None:
    found = read('Never make "Juniper" a branch', BRANCH)

    assert found is not None
    assert found.is_opposite
    assert "Never" in found.unexplained


def test_a_value_that_no_slot_takes_is_left() -> None:
    found = read('Create the branch "Juniper" from "Cedar"', BRANCH)

    assert found is not None
    assert found.left == ("Cedar",)


def test_the_same_words_in_another_order_are_told_too() -> None:
    found = read('The branch "Juniper": add it', BRANCH)

    assert found is not None
    assert found.bindings == {"name": "Juniper"}
    assert found.unexplained


def test_a_pattern_without_slots_has_no_outline() -> None:
    made = Pattern(pattern_id="p", name="p", template="Sign out of the shop")

    assert PatternOutline.of(made) is None


@pytest.mark.parametrize("text", ['"a" ' * 2500, "branch " * 1400, "分支“1”" * 2000])
@pytest.mark.slow
def test_hostile_texts_end_in_time(text: str) -> None:
    started = time.process_time()

    read(text, BRANCH)

    assert time.process_time() - started < 10
