# ruff: noqa: F811 - fixtures of the other module are asked for by their names
"""Maps, questions, what is known, the panel and the doctor in a real browser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder
from tests.live.console_scene import MARKUP, filled
from tests.live.test_console import (
    Served,
    check_view,
    page,  # noqa: F401
    ready,
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


def test_marked_texts_stay_texts(page: Any, served: Served) -> None:
    addresses = ("#/apps", "#/facts?about=Mia+Chen", "#/people/mia")
    for address in addresses:
        shown(page, served, address)

        assert MARKUP[:20] in page.inner_text("main"), address
        assert page.evaluate("window.hurt") is None, address


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


def test_panel_tells_first_what_was_saved(
    page: Any, served: Served, kept: Memory
) -> None:
    shown(page, served, "")

    saved = kept.metrics().saved.actions.saved
    assert saved is not None
    figure = page.locator("main dd .value").first.inner_text()
    assert figure == f"{saved:.0f}"
    assert "replays took" in page.inner_text(".hero")


def test_empty_memory_is_told_how_to_begin(page: Any, served: Served) -> None:
    shown(page, served, "#/panel?space=empty")

    assert "memory.learn(" in page.inner_text(".begin")


def test_question_is_settled_where_it_is_asked(
    page: Any, served: Served, kept: Memory
) -> None:
    shown(page, served, "#/questions/unjudged")
    link = page.locator("main li h2 a").first.get_attribute("href")
    run = re.findall(r"runs/([^?]+)", link)[0]

    page.locator("main li button", has_text="Approve").first.click()
    page.fill("dialog [name=by]", "Ann")
    page.fill("dialog [name=why]", "saw it work")
    page.click("dialog [type=submit]")
    page.wait_for_selector("text=Nothing of this kind is open")

    assert [one.verb for one in kept.history(run)] == ["approve"]


def test_contradiction_ends_when_one_side_is_retracted(
    page: Any, served: Served, kept: Memory
) -> None:
    shown(page, served, "#/questions/facts")

    page.locator("main li button", has_text="Retract").first.click()
    page.fill("dialog [name=reason]", "the letter was old")
    page.click("dialog [type=submit]")
    page.wait_for_selector("text=Nothing of this kind is open")

    assert len(kept.facts("Acme", "located in")) == 1


def test_facts_as_of_a_day_are_asked_for_with_the_pickers(
    page: Any, served: Served
) -> None:
    shown(page, served, "#/facts?about=Mia+Chen&predicate=works+at")
    assert page.locator(".timeline .bar").count() == 3

    page.fill("[name=as_of]", "2021-01-01")
    page.click("main form [type=submit]")
    page.wait_for_function(
        "() => document.querySelectorAll('.timeline .bar').length === 1"
    )

    assert "Bolt" in page.inner_text("main table")


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


def test_earlier_version_of_a_person_is_known_again(
    page: Any, served: Served, kept: Memory
) -> None:
    shown(page, served, "#/people/mia?part=versions")
    before = kept.agent("mia").version

    page.locator("main button", has_text="Go back to this").last.click()
    page.click("dialog [type=submit]")
    page.wait_for_selector(f"text=Version {before + 1}")

    assert "Saturdays" not in kept.agent("mia").get_profile_content()


def test_document_is_forgotten(page: Any, served: Served, kept: Memory) -> None:
    document = kept.add_document(text="A passing remark.", source="remark.txt")
    shown(page, served, f"#/documents/{document}")
    assert "A passing remark." in page.inner_text("main")

    page.click("#forget-document")
    page.click("dialog [type=submit]")
    page.wait_for_selector("text=Documents by name")
    ready(page)

    assert [one.source for one in kept.documents()] == ["handbook/returns.md"]


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


def test_first_column_of_a_list_is_read_on_a_small_screen(
    page: Any, served: Served
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    for address in ("#/facts?about=Mia+Chen", "#/people/mia"):
        shown(page, served, address)

        assert page.locator("tbody th").first.bounding_box()["width"] > 100, address


def test_view_that_is_shown_is_seen_in_the_narrow_navigation(
    page: Any, served: Served
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    shown(page, served, "#/calls")

    box = page.locator("nav [aria-current=page]").bounding_box()

    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_doctor_is_not_asked_again_while_a_job_runs(page: Any, served: Served) -> None:
    job = {"job_id": "j", "name": "reindex", "state": "running", "total": 10}
    job |= {"begun_at": "2026-01-01T00:00:00Z", "ended_at": None, "error": None}
    asked: list[str] = []
    done = iter(range(1, 11))
    page.route(
        "**/v1/jobs", lambda route: route.fulfill(json=[job | {"done": next(done)}])
    )
    page.on("request", lambda one: asked.append(one.url.rsplit("/", 1)[1]))
    shown(page, served, "#/health")
    page.focus("#begin-generalize")

    page.wait_for_selector("text=30%")

    assert asked.count("doctor") == 1
    assert page.evaluate("document.activeElement.id") == "begin-generalize"


def test_page_without_an_address_has_a_name_that_fits_its_box(
    page: Any, served: Served, kept: Memory
) -> None:
    button = {"role": "button", "name": "Go"}
    run = {
        "task": "go",
        "app": "bare",
        "steps": [{"action": "click", "target": button}],
    }
    kept.learn({**run, "outcome": "success"})
    shown(page, served, "#/apps/bare")

    assert "No address" in page.text_content("svg.map .name")
    right = "one => one.getBoundingClientRect().right"
    box = page.locator("svg.map a rect").first.evaluate(right)
    assert page.locator("svg.map .runs").evaluate(right) < box
    assert page.locator("main table").count() == 1
