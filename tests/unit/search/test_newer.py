"""Of what was said about one thing, the newer first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.search.newer import Told, newer_first

MINE = ("agent:a", "user")


def said(text: str, at: float, score: float, of: tuple[str, ...] = MINE) -> Told:
    return Told(of, text, at, score)


@pytest.mark.parametrize(
    ("query", "old", "new"),
    [
        (
            "Where is the spare key?",
            "The spare key hangs in the shed.",
            "We moved the spare key, Ola has it.",
        ),
        ("备用钥匙在哪里？", "备用钥匙挂在棚子里。", "备用钥匙换地方了，在老欧那里。"),
    ],
)
def test_the_newer_takes_the_better_score(query: str, old: str, new: str) -> None:
    told = [said(old, 1, 0.8), said(new, 2, 0.6), said("Rain again.", 3, 0.1)]

    assert newer_first(told, query) == [0.6, 0.8, 0.1]


def test_three_times_the_same_are_told_from_the_newest_on() -> None:
    texts = [f"The spare key is with {name}." for name in ("Ola", "Pim", "Rut")]
    told = [said(text, n, 0.9 - n / 10) for n, text in enumerate(texts)]

    assert newer_first(told, "Who has the spare key?") == [0.7, 0.8, 0.9]


@pytest.mark.parametrize(
    "newer",
    [
        said("The spare tyre is with Ola.", 2, 0.6),  # lacks a word of the query
        said("The spare key is with Ola.", 2, 0.3),  # worth far less
        said("The spare key is with Ola.", 2, 0.6, ("agent:b", "user")),
        said("The spare key is with Ola.", 2, 0.6, ("agent:a", "assistant")),
        said("Was the spare key not with Ola?", 2, 0.6),
    ],
)
def test_what_is_of_another_thing_or_asks_moves_nothing(
    newer: Told,
) -> None:
    told = [said("The spare key hangs in the shed.", 1, 0.8), newer]

    assert newer_first(told, "Where does the spare key hang?") == [0.8, newer.score]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["the key", "the shed key", "rain", "key?", ""]),
            st.floats(0, 9),
            st.floats(0, 1),
        ),
        max_size=30,
    )
)
def test_scores_are_only_exchanged(given: list[tuple[str, float, float]]) -> None:
    told = [said(*one) for one in given]

    found = newer_first(told, "Which shed has the key?")

    assert sorted(found) == sorted(one.score for one in told)
