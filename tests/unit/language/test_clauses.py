"""Where a text begins to ask for something more."""

import pytest

from kgmem.language.clauses import clause_starts


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Pay Mr. Fox. Then call Dr. Lee", 1),
        ("Send it to St. Mary Road 4", 0),
        ("Send it to Mary. Delete the rest", 1),
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str, starts: int) -> None:
    assert len(clause_starts(text)) == starts


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Open the door, and also add a lamp", ", and also add a lamp"),
        ("打开门，另外再添加灯", "，另外再添加灯"),
        ("点一份汉堡，并加入购物车", "，并加入购物车"),
        ("Open the door and also the gate", ""),
    ],
)
def test_a_request_may_begin_with_what_says_that_it_is_one_more(
    text: str, at: str
) -> None:
    starts = clause_starts(text)

    assert (text[starts[0] :] if starts else "") == at
