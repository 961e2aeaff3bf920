"""Drives a site of many pages: waits for a page that is on its way."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kgmem_bench.pages.driver import Driver

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page, Request

TRIES = 5
"""Pages that may follow one another before it counts as at rest."""
START_MS = 30
"""Within this time of an act the browser has asked for the next page, if it will."""


class SiteDriver(Driver):
    """A driver whose acts may lead to another page."""

    def __init__(
        self, page: "Page", dress: "Callable[[Page], None] | None" = None
    ) -> None:
        """`dress`: makes another version of each page once it is there."""
        super().__init__(page)
        self._dress = dress
        self._is_leaving = False
        page.on("request", self._asked)
        page.on("requestfailed", self._came_to_nothing)
        page.on("framenavigated", self._arrived)

    @property
    def url(self) -> str:
        """The address of the page that is shown."""
        return self.page.url

    def settle(self) -> bool:
        """Wait for the page that an act leads to, then until it is at rest; False if
        it did not come to rest."""
        from playwright.sync_api import Error

        self.page.wait_for_timeout(START_MS)
        for _ in range(TRIES):
            try:
                self._await_page()
                is_quiet = super().settle()
                if self._dress is not None:
                    self._dress(self.page)
            except Error as error:
                if not _is_gone(error):
                    raise
                continue
            if not self._is_leaving:
                return is_quiet
        return False

    def _await_page(self) -> None:
        if self._is_leaving:
            self.page.wait_for_event("framenavigated", lambda _: True, timeout=20_000)
        self.page.wait_for_load_state("load")

    def _asked(self, request: "Request") -> None:
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            self._is_leaving = True

    def _came_to_nothing(self, request: "Request") -> None:
        if request.is_navigation_request():
            self._is_leaving = False

    def _arrived(self, frame: "Frame") -> None:
        if frame == self.page.main_frame:
            self._is_leaving = False


def _is_gone(error: Exception) -> bool:
    """Did the page leave while it was asked?"""
    return "context was destroyed" in str(error) or "navigation" in str(error)
