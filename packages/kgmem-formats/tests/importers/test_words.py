"""What becomes of each word of a format."""

import pytest

from kgmem import InvalidInput
from kgmem_formats.importers.words import Words

WORDS = Words(
    "command",
    used=frozenset({"click"}),
    harmless={"echo": "prints a line"},
    refused={"runScript": "what it does is only known when it is run"},
)


def test_a_word_is_used_harmless_or_refused() -> None:
    assert WORDS.acts("click")
    assert not WORDS.acts("echo")
    with pytest.raises(InvalidInput, match="runScript: what it does"):
        WORDS.acts("runScript")


@pytest.mark.parametrize(
    ("word", "said"),
    [("somersault", "no command is known as 'somersault'"), (None, "has a name")],
)
def test_a_word_in_no_list_is_refused(word: object, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        WORDS.check(["click", word])
