"""The tabs of one run, in the order in which they were opened."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from kgmem.agents import Turns, places_in, told_place, url_template
from kgmem_agents.browser.acting.tab import PageTab

POLL_MS = 50
_NOWHERE = ("", "about:blank")


class PageTabs:
    """The tab that a run began in, those that were opened since, and those that were
    open before."""

    def __init__(self, page: Any, made: Callable[[Any], PageTab]) -> None:
        """`made`: the tab of a page of Playwright's."""
        self._made = made
        self._opened = [made(page)]
        self._others: list[PageTab] = []
        self._openers: dict[int, int | None] = {}
        self._called: dict[PageTab, str | None] = {}
        self._is_heard = False
        self.current = self._opened[0]
        """The one that is acted on."""

    @property
    def first(self) -> PageTab:
        """The one that the run began in."""
        return self._opened[0]

    def hear(self) -> None:
        """From now on the tabs that are opened are known."""
        if self._is_heard:
            return
        self._is_heard = True
        context, known = self.first.page.context, [tab.page for tab in self._all()]
        self._others += [self._made(one) for one in context.pages if one not in known]
        context.on("page", self._add)

    def release(self) -> None:
        """Take no more notice."""
        if self._is_heard:
            self._is_heard = False
            self.first.page.context.remove_listener("page", self._add)

    def count(self) -> int:
        """How many were opened so far."""
        return len(self._opened)

    def told(self) -> Turns[str | None]:
        """The current one as `Element.tab` tells it, or as it was asked for; None where
        the run began."""
        tab = self.current
        if tab is self.first:
            return None
        if tab not in self._called:
            n = self._opened.index(tab)
            opener = yield from self._opener_of(n)
            url = tab.page.url.split("?")[0].split("#")[0]
            return told_place([{"order": n, "opener": opener, "url": url}])
        return self._called[tab]

    def turn_to(self, told: str | None) -> Turns[bool]:
        """Let this one be acted on, once it is open; False if there is none."""
        waited = 0.0
        while True:
            is_over = waited >= self.first.patience_ms
            found = yield from self._meant(next(iter(places_in(told)), {}), is_over)
            if found is not None:
                self.current, self._called[found] = found, told
                yield found.page.bring_to_front()
                return True
            if is_over or self.first.page.is_closed():
                return False
            yield self.first.page.wait_for_timeout(POLL_MS)
            waited += POLL_MS

    def _meant(self, place: Mapping[str, str], is_over: bool) -> Turns[PageTab | None]:
        """The open one that is told: by its order where its opener and address agree,
        else, once none is waited for any more, the only one of which they do and that
        was not called otherwise before."""
        order, url = place.get("order", ""), place.get("url", "")
        if not place or order == "0":
            return None if self.first.page.is_closed() else self.first
        able = []
        for n in range(1, len(self._opened)):
            if (yield from self._agrees(n, place)):
                able.append(self._opened[n])
                if order == str(n):
                    return self._opened[n]
        if not order:
            able += [one for one in self._others if _is_at(one.page, url)]
        able = [one for one in able if one not in self._called]
        may_guess = is_over or not order
        return able[0] if may_guess and len(able) == 1 and url not in _NOWHERE else None

    def _agrees(self, n: int, place: Mapping[str, str]) -> Turns[bool]:
        page, url = self._opened[n].page, place.get("url", "")
        if page.is_closed():
            return False
        opener = yield from self._opener_of(n)
        if opener is not None and place.get("opener", str(opener)) != str(opener):
            return False
        return url in _NOWHERE or _site(url) == _site(page.url)

    def _opener_of(self, n: int) -> Turns[int | None]:
        """The order of the one that it was opened from; None where that is not
        known."""
        if n not in self._openers:
            opener = yield self._opened[n].page.opener()
            pages = [tab.page for tab in self._opened]
            self._openers[n] = pages.index(opener) if opener in pages else None
        return self._openers[n]

    def _add(self, page: Any) -> None:
        if all(page != tab.page for tab in self._all()):
            self._opened.append(self._made(page))

    def _all(self) -> list[PageTab]:
        return [*self._opened, *self._others]


def _is_at(page: Any, url: str) -> bool:
    shown, wanted = (url_template(one.partition("?")[0]) for one in (page.url, url))
    return not page.is_closed() and shown == wanted


def _site(url: str) -> str:
    return urlsplit(url).netloc
