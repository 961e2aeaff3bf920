"""A question is told from a request."""

import pytest

from kgmem.matching.asking import new_question, question_word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Did I send … to …?", "did"),
        ("What's on the list?", "what"),
        ("Please, who sent …?", "who"),
        ("Can you send … to …?", None),
        ("Send … to …", None),
        ("Show me what … costs", None),
        ("把…寄给…了吗", "吗"),
        ("能不能把…寄给…", None),
        ("把…寄给…", None),
    ],
)
def test_a_question_is_told_by_a_word(text: str, word: str | None) -> None:
    assert question_word(text) == word


def test_a_question_that_the_wordings_ask_is_not_new() -> None:
    assert new_question("How long is …?", ["How old is …?"]) is None
    assert new_question("Where is …?", ["How old is …?"]) == "where"
    assert new_question("Has … been sent?", ["Send …"]) == "has"
