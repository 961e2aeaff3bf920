"""Words of a text, and values as whole words in it."""

import re

import pytest

from kgmem.language.words import folds, whole


@pytest.mark.parametrize(
    ("value", "text", "stands"),
    [
        ("tea", "buy tea.", True),
        ("tea", "a teapot", False),
        ("tea", "steam tea2", False),
        ("12", "table 12号", True),
        ("12", "table 120", False),
        ("茶", "绿茶杯", True),
        ("(tea", "green(tea", True),
        ("tea)", "tea)s", True),
    ],
)
def test_value_is_found_as_a_whole(value: str, text: str, stands: bool) -> None:
    found = re.search(whole(value, re.escape(value)), text)

    assert (found is not None) is stands


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("दूधवाला को भेजो 1800 रुपये", ("दूधवाला", "को", "भेजो", "1800", "रुपये")),
        ("crème brûlée", ("crème", "brûlée")),
    ],
)
def test_signs_on_letters_belong_to_their_word(
    text: str, words: tuple[str, ...]
) -> None:
    assert folds(text) == words
