"""Where a text begins to ask for something more."""

import pytest

from kgmem.language.clauses import clause_starts, is_abbreviation


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


def test_only_a_full_stop_is_one_of_an_abbreviation() -> None:
    assert is_abbreviation("Dr. Lee", 2)
    assert not is_abbreviation("Dr! Lee", 2)
    assert not is_abbreviation("Lee. Dr", 3)
