"""Chains of frames and tabs as text."""

import pytest

from kgmem.model.keys.whereabouts import (
    frames_meant,
    is_same_frame,
    is_same_tab,
    places_in,
    told_place,
)


def test_a_chain_is_told_and_read_again() -> None:
    chain = ({"name": "a & b=c >> d"}, {"index": 1, "src": "/in%ner?x"})

    told = told_place(chain)

    assert places_in(told) == (
        {"name": "a & b=c >> d"},
        {"index": "1", "src": "/in%ner?x"},
    )


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
        ('css=iframe[name="pay"]', "name=pay & index=0", True),
        ('css=iframe[name="pay"]', "name=gift & index=0", False),
        ("css=#pay", "id=pay & name=other", True),
        ("src=/inner", "src=https://shop.example/inner & index=0", True),
        ("src=/inner", "src=https://shop.example/other & index=0", False),
        ("src=https://a.example/o/17", "src=https://a.example/o/18", True),
        ("name=f-8a61c3e97d & index=1", "name=f-77c1d0e2ab & index=1", True),
        ("name=f-8a61c3e97d & title=Card", "name=x & title=Map", False),
        ("src=about:blank & index=0", "src=about:blank & index=1", False),
        ("name=pay7841 & title=Card", "name=pay7190 & title=Card", True),
        ("name=pay7841 & title=Card", "name=pay7190 & title=Code", False),
        ("name=part1 & index=0", "name=part2 & index=0", False),
    ],
)
def test_what_is_sure_decides(
    recorded: str | None, shown: str | None, same: bool
) -> None:
    assert is_same_frame(recorded, shown) is same


def test_of_frames_that_differ_in_a_number_the_one_with_it_is_meant() -> None:
    shown = ["name=part1 & src=/part & index=3", "name=part2 & src=/part & index=1"]

    assert frames_meant("name=part1 & src=/part & index=1", shown) == {shown[0]}
    assert frames_meant("name=part7 & src=/part", shown) == set(shown)


@pytest.mark.parametrize(
    ("recorded", "shown", "same"),
    [
        (None, None, True),
        ("order=1", None, False),
        ("order=1 & url=https://a.example/x", "order=1 & url=https://b.example", True),
        ("order=1 & opener=0", "order=2 & opener=0", False),
        ("url=https://a.example/x", "order=1 & url=https://a.example/x?y=1", True),
        ("title=Terms", "url=https://a.example/x", False),
    ],
)
def test_a_tab_is_the_one_that_was_opened_as_the_same(
    recorded: str | None, shown: str | None, same: bool
) -> None:
    assert is_same_tab(recorded, shown) is same
