"""Little words before values: another one asks for something else."""

import pytest

from kgmem.matching.binding.bind import bind
from kgmem.matching.introducing import introduces, introduces_alike
from kgmem.model.pattern import Slot


def slot(name: str, *examples: str, kind: str = "text") -> Slot:
    return Slot(slot_id=name, name=name, kind=kind, examples=examples)


@pytest.mark.parametrize(
    ("word", "is_told"),
    [("to", True), ("against", True), ("向", True), ("and", True), ("the", False)],
)
def test_prepositions_and_joints_introduce_values(word: str, is_told: bool) -> None:
    assert introduces(word) is is_told


@pytest.mark.parametrize(
    ("literal", "word", "is_alike"),
    [
        ("at", "in", True),
        ("to", "from", False),
        ("for", "against", False),
        ("near", "near", True),
        ("给", "到", True),
        ("给", "从", False),
    ],
)
def test_words_of_one_meaning_pass_for_one_another(
    literal: str, word: str, is_alike: bool
) -> None:
    assert introduces_alike(literal, word) is is_alike


@pytest.mark.parametrize(
    ("template", "text", "word"),
    [
        ("Log {n} hours for {who}", "Log 5 hours against Ingrid Berg", "against"),
        ("Log {n} hours for {who}", "Log 5 hours from Ingrid Berg", "from"),
        ("Log {n} hours of {who}", "Log 5 hours and Ingrid Berg", "and"),
    ],
)
def test_another_introducing_word_is_told(template: str, text: str, word: str) -> None:
    slots = [slot("n", "3", "8", kind="number"), slot("who", "Ann Lee", kind="name")]

    read = bind(template, slots, text)

    assert read is not None
    assert word in read.unexplained


@pytest.mark.parametrize(
    "text", ["Log 5 hours for Ingrid Berg", "Log 5 hours for the Ingrid Berg"]
)
def test_the_same_word_explains_it(text: str) -> None:
    slots = [slot("n", "3", "8", kind="number"), slot("who", "Ann Lee", kind="name")]

    read = bind("Log {n} hours for {who}", slots, text)

    assert read is not None
    assert read.doubtful == ()


def test_a_chinese_sign_of_another_word_is_not_explained() -> None:
    slots = [slot("who", "张三", "李四")]

    read = bind("给{who}预订明天上午的会议室", slots, "给赵六预订明天下午的会议室")

    assert read is not None
    assert read.doubtful == ("下", "上")
