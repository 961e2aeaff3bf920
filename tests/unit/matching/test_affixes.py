"""What names that begin or end with a value have in common."""

import pytest

from kgmem.matching.affixes import NAME_BEGINS, NAME_ENDS, has_affixes, shared_affixes
from kgmem.model.trajectory import Locator


def begins(value: str) -> Locator:
    return Locator(kind=NAME_BEGINS, value=value)


def ends(value: str) -> Locator:
    return Locator(kind=NAME_ENDS, value=value)


@pytest.mark.parametrize(
    ("name", "affixes", "has"),
    [
        ("Guatemala", [begins("gua"), ends("LA")], True),
        ("Guadeloupe", [begins("Gua"), ends("la")], False),
        ("Angola", [begins("Gua"), ends("la")], False),
        ("北京市朝阳区", [begins("北"), ends("区")], True),
        ("北京市朝阳区", [begins("南")], False),
    ],
)
def test_both_ends_must_agree(name: str, affixes: list[Locator], has: bool) -> None:
    assert has_affixes(name, affixes) is has


def test_names_share_the_value_that_a_word_of_each_begins_with() -> None:
    assert shared_affixes(["{a}temala", "{a}sia"]) == (begins("{a}"),)


def test_an_end_is_shared_by_the_names_that_have_another_value() -> None:
    names = ["{a}tema{b}", "{a}goli{b}", "{a}ssian Federation"]

    assert shared_affixes(names) == (begins("{a}"), ends("{b}"))


def test_a_value_that_is_a_whole_word_is_no_affix() -> None:
    for names in (["{a}"], ["{a} Street", "{a} Road"], ["Mute {a}"], ["{a} (LYS)"]):
        assert shared_affixes(names) == (), names


def test_names_that_begin_with_different_values_share_nothing() -> None:
    for names in (["{a}temala", "{b}sia"], ["{a}temala", "Peru"], ["{a}temala", ""]):
        assert shared_affixes(names) == (), names


def test_letters_around_a_brace_are_no_value() -> None:
    assert shared_affixes(["{{a}}temala"]) == ()
