"""Dialogs are answered as it was told, and nothing hangs that nobody foresaw."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from kgmem_bench.pages.chromium import FLAGS, chromium
from playwright.async_api import async_playwright

from kgmem.browser import PageDriver
from tests.pages.driver.conftest import one_called

pytestmark = [pytest.mark.live, pytest.mark.slow]

DELETE = """<button onclick="o.textContent = confirm('Delete order 5?')">Delete</button>
<p id=o>none</p>"""
NAME = """<button onclick="o.textContent = prompt('Name?')">Rename</button>
<p id=o>none</p>"""


@pytest.mark.parametrize(("accept", "said"), [(True, "true"), (False, "false")])
def test_a_dialog_is_answered_as_foretold(site: Any, accept: bool, said: str) -> None:
    driver = site.show(DELETE)
    button = one_called(driver, "Delete")
    driver.answer_next(
        [{"kind": "confirm", "accept": accept, "message": "Delete order 17?"}]
    )

    driver.act("click", button)

    assert site.said() == said
    assert list(driver.unforeseen()) == []


def test_a_prompt_gets_its_text_from_the_step(site: Any) -> None:
    driver = site.show(NAME)
    answers = [{"kind": "prompt", "accept": True, "text": "Eve"}]

    driver.act("click", one_called(driver, "Rename"), None, {"dialogs": answers})

    assert site.said() == "Eve"


@pytest.mark.parametrize(
    "foretold",
    [
        [],
        [{"kind": "prompt", "accept": True, "text": "Eve"}],
        [{"kind": "alert", "accept": True}],
        [{"kind": "confirm", "accept": True, "message": "Really pay now"}],
    ],
)
def test_what_was_not_foretold_is_dismissed_and_told(
    site: Any, foretold: list[Any]
) -> None:
    driver = site.show(DELETE)
    driver.answer_next(foretold)

    driver.act("click", one_called(driver, "Delete"))

    assert site.said() == "false"
    assert driver.unforeseen() == [
        {"kind": "confirm", "accept": False, "message": "Delete order 5?"}
    ]
    assert list(driver.unforeseen()) == []


def test_who_answers_them_anyway_does(site: Any) -> None:
    driver = site.show(DELETE)
    site.page.on("dialog", lambda dialog: dialog.accept())

    driver.act("click", one_called(driver, "Delete"))

    assert site.said() == "true"
    assert list(driver.unforeseen()) == []


def test_a_page_that_would_be_left_asks(site: Any) -> None:
    driver = site.show(
        "<input aria-label=Note><script>onbeforeunload = (e) => e.preventDefault()"
        "</script>",
        {"/next": "<b>Next</b>"},
    )
    driver.act("type", one_called(driver, "Note"), "milk")

    stayed = driver.act("navigate", None, "/next")
    told = driver.unforeseen()
    driver.answer_next([{"kind": "beforeunload", "accept": True}])
    left = driver.act("navigate", None, "/next")

    assert (stayed, [one["kind"] for one in told]) == (False, ["beforeunload"])
    assert (left, driver.text()) == (True, "Next")


def test_a_login_of_the_browsers_own_is_told(site: Any) -> None:
    driver = site.show("<a href=/in>In</a>", {"/in": "401"})

    done = driver.act("click", one_called(driver, "In"))

    assert not done
    assert "login" in driver.why()
    assert [one["kind"] for one in driver.unforeseen()] == ["login"]


def test_a_permission_is_granted_as_foretold(site: Any) -> None:
    driver = site.show(
        "<button onclick=\"navigator.permissions.query({name: 'geolocation'})"
        '.then((p) => { o.textContent = p.state })">Where</button><p id=o>none</p>'
    )
    answers = [{"kind": "permission", "accept": True, "message": "geolocation"}]

    done = driver.act("click", one_called(driver, "Where"), None, {"dialogs": answers})
    site.page.context.clear_permissions()

    assert (done, driver.why()) == (True, "")


def test_a_page_of_the_async_api_is_answered_too(browser: None) -> None:
    async def answered() -> tuple[str, Any, bool]:
        async with async_playwright() as playwright:
            opened = await playwright.chromium.launch(
                executable_path=chromium(), args=list(FLAGS)
            )
            page = await opened.new_page()
            await page.set_content(
                f"{DELETE}<a href=about:blank target=_blank>Terms</a>"
            )
            driver: Any = PageDriver(page, patience_ms=1_000)
            seen = await driver.elements()
            confirm = {"dialogs": [{"kind": "confirm", "accept": True}]}
            await driver.act("click", seen[0], None, confirm)
            said = await page.inner_text("#o")
            await driver.act("click", seen[0])
            await driver.act("click", seen[1])
            return said, driver.unforeseen(), await driver.turn_to("order=1")

    with ThreadPoolExecutor(1) as thread:
        said, told, turned = thread.submit(asyncio.run, answered()).result()

    assert said == "true"
    assert [one["message"] for one in told] == ["Delete order 5?"]
    assert turned
