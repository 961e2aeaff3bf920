"""Little words before values: another one asks for something else."""

import pytest

from kgmem.matching.introducing import introduces, introduces_alike


@pytest.mark.parametrize(
    ("word", "is_told"),
    [("to", True), ("against", True), ("向", True), ("and", True), ("the", False)],
)
def test_prepositions_and_joints_introduce_values(word: str, is_told: bool) -> None:
    assert introduces(word) is is_told


@pytest.mark.parametrize(
    ("literal", "word", "is_alike"),
    [
        ("at", "in", True),
        ("to", "from", False),
        ("for", "against", False),
        ("near", "near", True),
        ("给", "到", True),
        ("给", "从", False),
    ],
)
def test_words_of_one_meaning_pass_for_one_another(
    literal: str, word: str, is_alike: bool
) -> None:
    assert introduces_alike(literal, word) is is_alike
