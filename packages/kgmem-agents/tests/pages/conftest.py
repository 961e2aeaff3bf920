"""A browser for the tests of pages: the one of all live tests."""

from tests.live.conftest import browser, browser_tab, memory, page

__all__ = ["browser", "browser_tab", "memory", "page"]
