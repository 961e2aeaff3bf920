"""The benches of tails and of mail requests, small."""

import pytest
from kgmem_bench.tails import tails
from kgmem_bench.tails.tails import Tail, own_tails


def test_tails_are_of_both_languages_and_all_places() -> None:
    found = own_tails()

    assert {(one.language, one.place) for one in found} == {
        (language, place) for language in ("en", "zh") for place in tails.PLACES
    }
    assert len(found) >= 80


@pytest.mark.parametrize(
    ("task", "tail", "texts"),
    [
        ("Open Ann.", Tail("twice", "after", "en"), ["Open Ann twice."]),
        ("Open Ann.", Tail("Never", "before", "en"), ["Never open Ann."]),
        ('Say "Ann" now', Tail("or {other}", "within", "en"), ['Say "Ann" or Bo now']),
        ("打开Ann", Tail("两次", "after", "zh"), ["打开Ann两次", "打开Ann，两次"]),
    ],
)
def test_where_a_tail_goes(task: str, tail: Tail, texts: list[str]) -> None:
    assert list(tails._texts(task, tail, ["Ann"], "Bo")) == texts
