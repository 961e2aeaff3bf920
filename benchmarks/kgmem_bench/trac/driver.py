"""Drives a site of many pages, perhaps in another dress."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kgmem_bench.pages.driver import ActKind, Driver, View

if TYPE_CHECKING:
    from playwright.sync_api import Page


class SiteDriver(Driver):
    """A driver that makes another version of each page once it is there."""

    def __init__(
        self, page: "Page", dress: "Callable[[Page], None] | None" = None
    ) -> None:
        super().__init__(page)
        self._dress = dress

    def act(self, view: View, index: int, kind: ActKind, value: str | None) -> bool:
        done = super().act(view, index, kind, value)
        self._put_on()
        return done

    def settle(self) -> bool:
        is_quiet = super().settle()
        self._put_on()
        return is_quiet

    def _put_on(self) -> None:
        if self._dress is not None:
            self._dress(self.page)
