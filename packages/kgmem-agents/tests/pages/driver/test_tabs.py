"""Tabs that are opened in a run are acted on where they are meant."""

from typing import Any

import pytest

from tests.pages.driver.conftest import one_called

pytestmark = [pytest.mark.live, pytest.mark.slow]

ACCEPT = "<button onclick=\"this.textContent='Accepted'\">Accept</button>"
LINK = f"<a href=/terms target=_blank>Terms</a>{ACCEPT}"


def test_what_is_opened_is_the_next_tab(site: Any) -> None:
    driver = site.show(LINK, {"/terms": ACCEPT})
    driver.act("click", one_called(driver, "Terms"))

    turned = driver.turn_to("order=1 & opener=0 & url=https://shop.example/terms?old")
    element = one_called(driver, "Accept")
    driver.act("click", element)

    assert turned
    assert element["tab"] == "order=1 & opener=0 & url=https://shop.example/terms?old"
    assert driver.page()["url"] == "https://shop.example/terms"
    assert driver.turn_to(None)
    assert one_called(driver, "Accept").get("tab") is None


@pytest.mark.parametrize(
    "told",
    [
        "order=2",
        "order=1 & url=https://bank.example/",
        "order=1 & opener=3",
        "a window",
    ],
)
def test_a_tab_that_is_not_there_is_not_turned_to(site: Any, told: str) -> None:
    driver = site.show(LINK, {"/terms": ACCEPT})
    driver.act("click", one_called(driver, "Terms"))

    turned = driver.turn_to(told)

    assert not turned
    assert driver.tab == site.page


def test_a_tab_that_was_open_before_is_known_by_its_address(site: Any) -> None:
    driver = site.show(LINK, {"/terms": ACCEPT})
    site.page.context.new_page().goto("https://shop.example/terms")

    turned = driver.turn_to("url=https://shop.example/terms?from=mail")

    assert turned
    assert one_called(driver, "Accept")


def test_a_tab_that_closes_itself_has_done_its_work(site: Any) -> None:
    driver = site.show(
        "<button onclick=\"window.open('/terms')\">Terms</button>",
        {"/terms": "<button onclick=window.close()>Accept</button>"},
    )
    driver.act("click", one_called(driver, "Terms"))
    driver.turn_to("order=1")

    done = driver.act("click", one_called(driver, "Accept"))

    assert done
    assert list(driver.elements()) == []
    assert driver.turn_to(None)
    assert one_called(driver, "Terms")


def test_the_page_of_another_program_is_none_of_the_run(site: Any) -> None:
    driver = site.show(LINK, {"/terms": ACCEPT})
    driver.elements()
    driver.release()
    site.page.context.new_page()

    turned = driver.turn_to("order=1")

    assert not turned
