"""The tabs of one run, in the order in which they were opened."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from kgmem.interfaces.browser.acting.tab import Tab
from kgmem.model.keys.whereabouts import places_in, told_place
from kgmem.turns import Turns

POLL_MS = 50
_NOWHERE = ("", "about:blank")


class Tabs:
    """The tab that a run began in, and those that were opened since."""

    def __init__(self, page: Any, made: Callable[[Any], Tab]) -> None:
        """`made`: the tab of a page of Playwright's."""
        self._made = made
        self._tabs = [made(page)]
        self._openers: dict[int, int | None] = {}
        self._is_heard = False
        self._at = 0

    @property
    def first(self) -> Tab:
        """The one that the run began in."""
        return self._tabs[0]

    @property
    def current(self) -> Tab:
        """The one that is acted on."""
        return self._tabs[self._at]

    def hear(self) -> None:
        """From now on the tabs that are opened are known."""
        if not self._is_heard:
            self._is_heard = True
            self._tabs[0].page.context.on("page", self._opened)

    def release(self) -> None:
        """Take no more notice."""
        if self._is_heard:
            self._is_heard = False
            context = self._tabs[0].page.context
            context.remove_listener("page", self._opened)

    def count(self) -> int:
        """How many were opened so far."""
        return len(self._tabs)

    def told(self) -> Turns[str | None]:
        """The current one as `Element.tab` tells it; None where the run began."""
        if self._at == 0:
            return None
        opener = yield from self._opener_of(self._at)
        url = self.current.page.url.split("?")[0].split("#")[0]
        return told_place([{"order": self._at, "opener": opener, "url": url}])

    def turn_to(self, told: str | None) -> Turns[bool]:
        """Let this one be acted on, once it is open; False if there is none."""
        waited = 0.0
        while True:
            found = yield from self._meant(told)
            if found is not None:
                self._at = found
                yield self.current.page.bring_to_front()
                return True
            if waited >= self.current.patience_ms or self._tabs[0].page.is_closed():
                return False
            yield self._tabs[0].page.wait_for_timeout(POLL_MS)
            waited += POLL_MS

    def _meant(self, told: str | None) -> Turns[int | None]:
        """The open one that is told: by its order where its opener and address agree,
        else the only one of which they do."""
        place = next(iter(places_in(told)), {})
        if not place or place.get("order") == "0":
            return None if self._tabs[0].page.is_closed() else 0
        able = []
        for n in range(1, len(self._tabs)):
            if (yield from self._agrees(n, place)):
                able.append(n)
        order = place.get("order", "")
        if order.isdecimal() and int(order) in able:
            return int(order)
        is_told = bool(place.get("url"))
        return able[0] if len(able) == 1 and is_told else None

    def _agrees(self, n: int, place: Mapping[str, str]) -> Turns[bool]:
        page = self._tabs[n].page
        if page.is_closed():
            return False
        opener = yield from self._opener_of(n)
        if opener is not None and place.get("opener", str(opener)) != str(opener):
            return False
        wanted = place.get("url", "")
        return wanted in _NOWHERE or _site(wanted) == _site(page.url)

    def _opener_of(self, n: int) -> Turns[int | None]:
        """The order of the one that it was opened from; None where that is not
        known."""
        if n not in self._openers:
            opener = yield self._tabs[n].page.opener()
            pages = [tab.page for tab in self._tabs]
            self._openers[n] = pages.index(opener) if opener in pages else None
        return self._openers[n]

    def _opened(self, page: Any) -> None:
        self._tabs.append(self._made(page))


def _site(url: str) -> str:
    return urlsplit(url).netloc
