# ruff: noqa: F811 - fixtures of the other module are asked for by their names
"""Maps, questions, what is known, the panel and the doctor in a real browser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder
from tests.live.console_scene import filled
from tests.live.test_console import (
    Served,
    check_view,
    page,  # noqa: F401
    shown,
    tab,  # noqa: F401
)

pytestmark = [pytest.mark.live, pytest.mark.slow]

VIEWS = (
    "#/",
    "#/panel",
    "#/questions",
    "#/questions/plans",
    "#/questions/patterns",
    "#/questions/slots",
    "#/questions/facts",
    "#/questions/withheld",
    "#/apps",
    "#/apps/shop",
    "#/apps/shop?page={page}",
    "#/apps/nothing",
    "#/facts",
    "#/facts?about=Mia+Chen",
    "#/facts?about=Mia+Chen&as_of=2021-01-01&known_at=2999-01-01",
    "#/facts?fact={fact}",
    "#/people",
    "#/people/mia",
    "#/people/mia?part=conversations",
    "#/people/mia?part=corrections",
    "#/people/mia?part=versions",
    "#/people/mia?session=on+the+desk",
    "#/documents",
    "#/documents/{document}",
    "#/health",
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    home = tmp_path_factory.mktemp("scene")
    with Memory.open(home, embedder=WordEmbedder()) as memory:
        yield filled(memory)


@pytest.fixture(scope="module")
def served(kept: Memory) -> Iterator[Served]:
    serving = Served(kept)
    yield serving
    serving.stop()


def ids(kept: Memory) -> dict[str, str]:
    payment = kept.cypher(
        "MATCH (p:Page) WHERE p.space = $space AND p.name = 'Payment' "
        "RETURN p.page_id AS id"
    )
    return {
        "page": payment[0]["id"],
        "fact": kept.facts("Acme", "located in")[0].fact_id,
        "document": kept.documents()[0].document_id,
    }


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh", "dark")])
def test_each_view_in_each_language(
    page: Any, served: Served, kept: Memory, language: str, theme: str
) -> None:
    choices = {"kgmem.language": language, "kgmem.theme": theme}
    page.evaluate("chosen => Object.assign(localStorage, chosen)", choices)
    for address in VIEWS:
        shown(page, served, address.format(**ids(kept)))

        text = page.inner_text("main")
        check_view(page, address, text)
        keys = r"(?:^|\s)(?:nav|map|panel|questions|people|facts|fact|metric)\.\w+"
        assert not re.search(keys, text), address
        assert page.evaluate("window.hurt") is None, address
        assert page.locator("main :is(script, img, iframe)").count() == 0, address


def test_map_is_told_by_tables_and_gone_through_by_keyboard(
    page: Any, served: Served
) -> None:
    shown(page, served, "#/apps/shop")
    drawn = page.locator(".map .node .name").all_text_contents()
    told = page.locator("main table").first.locator("tbody th a").all_inner_texts()
    assert sorted(drawn) == sorted(told)
    assert "Payment" in drawn

    page.locator(".map a.node", has_text="Payment").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#chosen-page")

    assert page.inner_text("#chosen-page") == "Payment"
    assert "Pay now" in page.inner_text(".chosen")
    page.click("text=Only those that failed")
    page.wait_for_selector("text=Runs through this page that failed")
    outcomes = page.locator(".chosen td .badge").all_inner_texts()
    assert set(outcomes) == {"Failure"}
    page.locator(".chosen tbody th a").last.click()
    page.wait_for_selector(".steps")
    assert page.evaluate("location.hash").startswith("#/runs/")


def test_fact_is_corrected_and_its_history_told(
    page: Any, served: Served, kept: Memory
) -> None:
    shown(page, served, "#/facts?about=Mia+Chen&predicate=speaks")

    page.click("main button:text-is('Correct')")
    page.fill("dialog [name=so]", "Cantonese")
    page.click("dialog [type=submit]")
    page.wait_for_selector("main th:has-text('Cantonese')")
    page.click("main th a")
    page.wait_for_selector("text=What happened to it")

    assert "Mandarin" in page.inner_text("main")
    assert [one.object for one in kept.facts("Mia Chen", "speaks")] == ["Cantonese"]


def test_doctor_heals(page: Any, served: Served) -> None:
    shown(page, served, "#/health")

    page.click("#repair")
    page.click("dialog [type=submit]")
    page.wait_for_selector("#repair:not([disabled])")

    assert "Healthy" in page.inner_text("main")


def test_bounds_of_facts_are_the_same_days_in_every_time_zone(
    tab: Any, served: Served, kept: Memory
) -> None:
    kept.add_triple("Lee", "lives_in", "Hamburg", valid_from="2023-06-01T00:00:00Z")
    for zone in ("America/New_York", "Asia/Shanghai"):
        elsewhere = tab.context.browser.new_context(timezone_id=zone, locale="en-US")
        page = elsewhere.new_page()
        shown(page, served, "#/facts?about=Lee&as_of=2024-03-01")

        told = page.inner_text("main")
        elsewhere.close()

        assert "Mar 1, 2024" in told, zone
        assert "from Jun 1, 2023" in told, zone
