"""The Chinese catalogue is whole: each message of the code has a text with the same
values, and none is left over."""

import re
import string
from collections import Counter

import pytest

from kgmem.messages import catalogue
from tests.unit.messages import in_code

FORMS = catalogue("zh")
KNOWN = {form.texts for form in FORMS}


@pytest.mark.parametrize("what", ["of_errors", "of_receipts", "of_help"])
def test_every_message_has_a_chinese_text(what: str) -> None:
    needed = getattr(in_code, what)()

    missing = sorted(text for text in needed if in_code.shape(text) not in KNOWN)

    assert needed
    assert not missing, (
        "add these to kgmem/messages/zh.toml (printed, ready to paste, by "
        "`uv run python -m tests.unit.messages.in_code`)"
    )


def test_no_text_is_left_over() -> None:
    said_somewhere = {
        in_code.shape(text) for text in in_code.of_any_string() | in_code.needed()
    }

    left = [form.english for form in FORMS if form.texts not in said_somewhere]

    assert not left


def test_both_texts_have_the_same_values() -> None:
    different = [
        form.english
        for form in FORMS
        if Counter(form.names) != Counter(_names(form.other))
    ]

    assert not different


def test_no_message_is_there_twice() -> None:
    twice = [texts for texts, n in Counter(f.texts for f in FORMS).items() if n > 1]

    assert not twice


def test_each_chinese_text_is_chinese() -> None:
    foreign = [f.english for f in FORMS if not re.search("[\u4e00-\u9fff]", f.other)]

    assert not foreign


def test_what_takes_messages_apart_is_kept() -> None:
    """A field's name and the cure are cut off at `: ` and `; `."""
    changed = [
        form.english
        for form in FORMS
        if (start := re.match(r"(path|name): ", form.english))
        and not form.other.startswith(start[0])
    ]

    assert not changed


def _names(text: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]
