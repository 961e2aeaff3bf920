"""What a unit of a text is by itself."""

import pytest

from kgmem.matching.assigning.unit_tells import leads, trails
from kgmem.matching.assigning.units import TextUnit, units


def last(text: str) -> TextUnit:
    return units(text)[-1]


@pytest.mark.parametrize("word", ["给", "让", "叫", "跟"])
def test_chinese_words_that_stand_before_a_value(word: str) -> None:
    assert leads(units(f"{word}老师发消息")[0])


def test_a_noun_or_an_english_word_leads_nothing() -> None:
    assert not leads(units("老师来了")[0])
    assert not leads(units("on hold")[0])


@pytest.mark.parametrize("word", ["吗", "呢", "的"])
def test_particles_trail_what_is_said(word: str) -> None:
    assert trails(last(f"电影{word}"))
    assert not trails(last("电影票"))
