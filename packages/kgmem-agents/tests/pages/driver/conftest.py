"""Small made pages in a real browser, and a driver on them."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from kgmem_bench.pages.chromium import browser_page

from kgmem.browser import PageDriver

SHOP = "https://shop.example/"
PATIENCE_MS = 1_000


class Site:
    """Pages by address, and a tab that shows the first of them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.bodies: dict[str, str] = {}
        page.context.route("**/*", self.serve)

    def serve(self, route: Any) -> None:
        parts = urlsplit(route.request.url)
        body = self.bodies.get(f"{parts.netloc}{parts.path}")
        if body is None:
            body = self.bodies.get(parts.path)
        if body is None:
            route.fulfill(status=404, body="none")
        elif body.isdecimal():
            headers = {"www-authenticate": "Basic"} if body == "401" else {}
            route.fulfill(status=int(body), headers=headers, body="Sorry")
        else:
            text = f"<!doctype html><meta charset=utf-8><body>{body}"
            route.fulfill(body=text, content_type="text/html")

    def show(self, body: str, pages: Mapping[str, str] | None = None) -> PageDriver:
        """A driver on a page of this body; `pages`: others by path or host and path."""
        self.bodies = {"/": body, **(pages or {})}
        self.page.goto(SHOP)
        return PageDriver(self.page, patience_ms=PATIENCE_MS)

    def said(self, selector: str = "#o") -> str:
        """The text there."""
        text: str = self.page.inner_text(selector)
        return text


@pytest.fixture(scope="module")
def window(browser: None) -> Iterator[Any]:
    """A browser with one tab."""
    with browser_page() as page:
        yield page


@pytest.fixture
def site(window: Any) -> Iterator[Site]:
    """A tab of its own."""
    page = window.context.new_page()
    page.set_default_timeout(5_000)
    yield Site(page)
    window.context.unroute_all()
    for one in window.context.pages:
        if one is not window:
            one.close()


def one_called(driver: Any, name: str, frame: str | None = None) -> Mapping[str, Any]:
    """The only element of this name in a frame; no text: in the page itself."""
    found = [
        one
        for one in driver.elements()
        if name in (one["name"], one["text"])
        and (frame or "") in (one.get("frame") or "")
        and bool(frame) == bool(one.get("frame"))
    ]
    assert len(found) == 1, [one["name"] for one in driver.elements()]
    element: Mapping[str, Any] = found[0]
    return element
