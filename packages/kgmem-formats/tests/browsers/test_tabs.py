"""Tabs of a run are told by the order in which they were opened."""

from typing import Any

from kgmem_formats.browsers.tabs import Tabs

SHOP, TERMS = "https://shop.example/", "https://shop.example/terms"


def state(url: str, **tabs: str) -> dict[str, Any]:
    listed = [{"target_id": key, "url": at, "title": ""} for key, at in tabs.items()]
    return {"url": url, "tabs": listed}


def test_the_first_tab_needs_no_words() -> None:
    tabs = Tabs()

    tabs.see(state(SHOP, aaaa=SHOP))

    assert tabs.told() is None


def test_a_tab_that_comes_up_was_opened_from_the_one_at_hand() -> None:
    tabs = Tabs()
    tabs.see(state(SHOP, aaaa=SHOP))

    tabs.see(state(TERMS, aaaa=SHOP, bbbb=TERMS))

    assert tabs.told() == f"order=1 & opener=0 & url={TERMS}"


def test_back_in_the_first_tab() -> None:
    tabs = Tabs()
    tabs.see(state(SHOP, aaaa=SHOP))
    tabs.see(state(TERMS, aaaa=SHOP, bbbb=TERMS))

    assert tabs.switch("aaaa")
    assert tabs.told() is None
    assert not tabs.switch("cccc")


def test_tabs_that_were_there_before_are_told_by_what_they_show() -> None:
    tabs = Tabs()
    tabs.see(state(SHOP, aaaa=SHOP, bbbb=TERMS))

    tabs.switch("bbbb")

    assert tabs.told() == f"url={TERMS}"


def test_one_address_in_two_tabs_is_the_tab_at_hand() -> None:
    tabs = Tabs()
    tabs.see(state(SHOP, aaaa=SHOP))
    tabs.see(state(SHOP, aaaa=SHOP, bbbb=SHOP))

    assert tabs.told() is None


def test_an_address_in_a_new_tab() -> None:
    tabs = Tabs()
    tabs.see(state(SHOP, aaaa=SHOP))

    tabs.navigate_anew(TERMS)
    tabs.see(state(TERMS, aaaa=SHOP, bbbb=TERMS))

    assert tabs.told() == f"order=1 & opener=0 & url={TERMS}"


def test_a_blank_tab_is_not_left_behind() -> None:
    tabs = Tabs()
    tabs.see(state("about:blank", aaaa="about:blank"))

    tabs.navigate_anew(SHOP)

    assert tabs.told() is None


def test_tabs_of_a_row_move_up_when_one_is_closed() -> None:
    tabs = Tabs()
    for place, url in enumerate((SHOP, TERMS, SHOP)):
        tabs.see_listed(str(place), url, is_current=place == 0)

    tabs.close(1)
    tabs.switch(1)

    assert tabs.told() == f"order=2 & opener=0 & url={SHOP}"
