"""The pages of the house, and what its forms write."""

from pathlib import Path

import pytest
from kgmem_bench.agents.house.pages import act, page
from kgmem_bench.agents.house.site import make_house
from kgmem_bench.agents.judge import KeptDatabase


@pytest.fixture
def house(tmp_path: Path) -> KeptDatabase:
    return make_house(tmp_path)


def test_a_list_has_a_page_with_links_to_the_next(house: KeptDatabase) -> None:
    shown = page(house.database, "/invoices", {"page": "2"})

    assert shown.count("data-chooses") == 8
    assert "INV-3116" in shown
    assert "INV-3117" not in shown
    assert "page=1" in shown
    assert "page=3" in shown


def test_names_are_texts_and_no_tags(house: KeptDatabase) -> None:
    act(house.database, "/board", {"text": "<b>Stop</b>"})

    assert "&lt;b&gt;Stop" in page(house.database, "/board", {})
    assert "Otter &amp; Sons" in page(house.database, "/customers", {})


def test_only_a_whole_draft_becomes_a_booking(house: KeptDatabase) -> None:
    before = house.state()
    act(house.database, "/book/1", {"event": "Tasting", "customer": "Quill Press"})
    assert act(house.database, "/book/5", {"state": "booked"}) == "/bookings"
    assert house.state() == before

    act(house.database, "/customers/4/follow", {"followed": "1"})
    assert house.state() != before
    house.restore()
    assert house.state() == before


def test_what_is_nowhere_is_not_shown(house: KeptDatabase) -> None:
    with pytest.raises(KeyError):
        page(house.database, "/cellar", {})
