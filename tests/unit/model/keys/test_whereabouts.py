"""Chains of frames and tabs as text."""

import pytest

from kgmem.model.keys.whereabouts import is_same_frame, places_in, told_place


def test_a_chain_is_told_and_read_again() -> None:
    chain = ({"name": "a & b=c >> d"}, {"index": 1, "src": "/in%ner?x"})

    told = told_place(chain)

    assert places_in(told) == (
        {"name": "a & b=c >> d"},
        {"index": "1", "src": "/in%ner?x"},
    )


def test_the_page_itself_is_no_place() -> None:
    assert told_place(()) is None
    assert places_in(None) == ()


@pytest.mark.parametrize(
    ("recorded", "shown", "same"),
    [
        (None, None, True),
        ("name=pay", None, False),
        (None, "name=pay", False),
        ("name=pay & index=0", "name=pay & index=3", True),
        ("name=pay & index=0", "name=gift & index=0", False),
        ("index=0", "name=gift & index=0", True),
        ("index=0 >> index=1", "index=0", False),
        ("#checkout", "#checkout", True),
        ("#checkout", "#other", False),
    ],
)
def test_what_is_sure_decides(
    recorded: str | None, shown: str | None, same: bool
) -> None:
    assert is_same_frame(recorded, shown) is same
