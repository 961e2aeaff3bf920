"""Keys as agents write them."""

import pytest

from kgmem_formats.browsers.keys import key_named, keys_in


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("Tab Tab Enter", ["Tab", "Tab", "Enter"]),
        ("Control+s", ["Control+s"]),
        ("ctrl + shift + T", ["Control+Shift+T"]),
        ("ControlOrMeta+a", ["Control+a"]),
        ("Ctrl+A Delete", ["Control+A", "Delete"]),
        ("enter", ["Enter"]),
        ("Page Down", ["PageDown"]),
        ("down, down, enter", ["ArrowDown", "ArrowDown", "Enter"]),
        ("Control++", ["Control++"]),
        ("+", ["+"]),
        ("F5", ["F5"]),
        ("a", ["a"]),
    ],
)
def test_each_key_and_each_chord_is_one(written: str, keys: list[str]) -> None:
    assert keys_in(written) == keys


@pytest.mark.parametrize("words", ["hello world", "lamp", "a b", "Enter the room", ""])
def test_words_are_no_keys(words: str) -> None:
    assert keys_in(words) == []


def test_a_chord_holds_modifiers_alone() -> None:
    assert key_named("a+b") is None
