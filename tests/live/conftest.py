"""A browser for the tests that want one."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kgmem_bench.miniwob.episodes import IGNORED, Stage
from kgmem_bench.miniwob.server import serving
from kgmem_bench.pages.chromium import BrowserMissing, browser_page, chromium
from kgmem_bench.pages.driver import Driver

from kgmem import Memory
from tests.doubles import WordEmbedder

GIVEN = dict(os.environ)
SHOP = "http://shop.example/"
"""Where tests serve pages of their own: their module says how, with `served`."""


@pytest.fixture(scope="session")
def browser() -> None:
    """There is a Chromium; skips with the reason where there is none
    (KGMEM_REQUIRE_BROWSER=1: fails)."""
    try:
        chromium()
    except BrowserMissing as missing:
        lacking(str(missing))


def lacking(reason: str) -> None:
    """Skip, or fail where it was told to be there."""
    if GIVEN.get("KGMEM_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def stage(browser: None) -> Iterator[Stage]:
    """A browser with the pages of MiniWoB++."""
    with serving() as site, browser_page() as page:
        yield Stage(Driver(page, IGNORED), site)


@pytest.fixture(scope="module")
def browser_tab(browser: None, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A tab in whose browser the shop is there."""
    with browser_page() as page:
        page.context.route(f"{SHOP}**", request.module.served)
        yield page


@pytest.fixture
def page(browser_tab: Any) -> Iterator[Any]:
    """The shop in a new tab: what watches one stays in it."""
    tab = browser_tab.context.new_page()
    tab.goto(SHOP)
    yield tab
    tab.close()


@pytest.fixture
def memory(new_home: Path) -> Iterator[Memory]:
    """A memory of the test's own."""
    with Memory.open(new_home, embedder=WordEmbedder()) as opened:
        yield opened
