"""A browser for the tests that want one."""

import os
from collections.abc import Iterator

import pytest
from kgmem_bench.miniwob.episodes import IGNORED, Stage
from kgmem_bench.miniwob.server import serving
from kgmem_bench.pages.chromium import BrowserMissing, browser_page, chromium
from kgmem_bench.pages.driver import Driver

GIVEN = dict(os.environ)


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
