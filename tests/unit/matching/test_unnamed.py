"""Values that name nothing in particular."""

import pytest

from kgmem.matching.unnamed import is_unnamed
from kgmem.model.pattern import Slot


def slot(*examples: str, kind: str = "text") -> Slot:
    return Slot(slot_id="s", name="article", kind=kind, examples=examples)


@pytest.mark.parametrize(
    "value",
    [
        "an article",
        "An article",
        "some product",
        "some cheap product",
        "a colleague",
        "someone",
        "one of them",
        "any table",
        "某个商品",
        "某个便宜的商品",
        "一件商品",
        "一位同事",
        "随便什么",
        "任意一个商品",
        "某人",
        "something like what the man wears",
        "the post on this page",
        "that red lamp",
        "the mail",
        "这个商品",
        "本页的帖子",
        "everyone",
        "本周所有人",
        "who",
        "哪位",
    ],
)
def test_an_indefinite_thing_is_named_by_nothing(value: str) -> None:
    assert is_unnamed(slot("lamp", "green chair"), value)


@pytest.mark.parametrize(
    "value",
    [
        "lamp",
        "a blue lamp",
        "a Tesla",
        "the blue lamp",
        "the Hobbit",
        "A Tale",
        "a 50mm",
        "a",
        "",
        "Some Like It Hot",
        "Something Just Like This",
        "This Is Us",
        "anyway",
        "一件红色连衣裙",
        "一汽大众",
        "一个",
        "个人简历",
        "红楼梦",
    ],
)
def test_what_has_a_name_or_says_what_it_is_like_is_a_value(value: str) -> None:
    assert not is_unnamed(slot("lamp", "green chair"), value)


@pytest.mark.parametrize(
    "known",
    [
        slot("a chair", "the lamp"),
        slot("some rice"),
        slot("an article"),
        slot("1", "2", kind="number"),
        slot("Please tell all that we will be a little late this evening, sorry"),
    ],
)
def test_where_known_values_are_so_or_sentences_it_is_one(known: Slot) -> None:
    assert not is_unnamed(known, "an article")
