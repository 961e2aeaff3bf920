"""The items that stand beside one of them."""

import pytest

from kgmem.matching.assigning.series import series_around
from kgmem.matching.assigning.units import TextUnit


def around(text: str, one: str, *others: str) -> list[str]:
    at = text.index(one)

    def is_other(unit: TextUnit) -> bool:
        return unit.fold in others

    spans = series_around(text, (at, at + len(one)), is_other)
    return [text[slice(*span)] for span in spans]


@pytest.mark.parametrize(
    ("text", "one", "items"),
    [
        ("Take Rain Coat and Head Lamp off my list", "Rain Coat", 2),
        ("Label it with bug, urgent and late", "urgent", 3),
        ("请把 bug、customer 和 docs 加到工单", "docs", 3),
        ("总结会请叫上马超、江悦、张菲", "马超", 3),
        ("帮我把何静和林涛加到会里", "林涛", 2),
        ("Take Rain Coat off my list", "Rain Coat", 1),
    ],
)
def test_items_reach_as_far_as_they_join(text: str, one: str, items: int) -> None:
    found = around(text, one)

    assert one in found
    assert len(found) == items


def test_a_further_request_is_no_item() -> None:
    assert around("Take Rain Coat and check out", "Rain Coat") == ["Rain Coat"]


def test_what_belongs_to_others_is_no_item() -> None:
    text = "Put milk, eggs and the note on the list"

    assert around(text, "milk", "note") == ["milk", "eggs"]


def test_what_was_bound_as_one_is_cut() -> None:
    assert around("买红茶和咖啡、牛奶", "红茶和咖啡") == ["红茶", "咖啡", "牛奶"]
