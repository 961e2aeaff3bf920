"""Eyes and hands on a page of Playwright's: what can be acted on, and trusted input.

Playwright itself is not imported: the page is given. The same methods serve its sync
pages and its async ones, of which they give what has to be awaited.
"""

import logging
from collections.abc import Mapping, Sequence
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from kgmem import Action
from kgmem.agents import ACTIONS, Maybe, Turns, at_once, awaited
from kgmem_agents.browser.acting.dialogs import Dialog, Dialogs
from kgmem_agents.browser.acting.entries import CantBeDone
from kgmem_agents.browser.acting.hands import Hands
from kgmem_agents.browser.acting.pointer import POLL_MS, Hindered
from kgmem_agents.browser.acting.tab import ElementDict, PageTab, PageView
from kgmem_agents.browser.acting.tabs import PageTabs
from kgmem_agents.browser.record import PageRecording

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_MS = 3_000
"""So long an act waits for its element to be there, enabled and uncovered."""
WAIT_MS = 1_000
"""A wait that does not say how long."""
MOST_WAIT_MS = 60_000
"""No wait is longer."""
MAX_WHY = 200
"""Characters of an error that are told."""


class PageDriver:
    """Drives a page: all that it shows, in its frames and open shadow roots, and the
    tabs that are opened from it."""

    def __init__(
        self, page: Any, *, ignored: str = "", patience_ms: float = PATIENCE_MS
    ) -> None:
        """`ignored`: a CSS selector of parts that are no part of the page proper.
        `patience_ms`: how long an act waits until it can be done.

        Made before the page is opened, the driver also knows what only listens for
        clicks: open it by `open`, or await or call `ready` first.
        """
        self._is_async = iscoroutinefunction(type(page).evaluate)
        self._ignored, self._patience_ms = ignored, patience_ms
        self._tabs = PageTabs(page, self._tab_of)
        self._dialogs = Dialogs(self._done)
        self._why = ""
        self._is_covered = False

    @property
    def tab(self) -> Any:
        """Playwright's page that is acted on."""
        return self._tabs.current.page

    # what following needs -------------------------------------------------------------

    def elements(self) -> Maybe[Sequence[ElementDict]]:
        """What can be acted on now; nothing where the page is out of reach."""
        return self._done(self._elements())

    def view(self) -> Maybe[PageView]:
        """The same with a hash of the page's state."""
        return self._done(self._view())

    def address(self) -> str:
        """Of the page that is shown."""
        address: str = self.tab.url
        return address

    def page(self) -> Maybe[Mapping[str, Any]]:
        """Address and title."""
        return self._done(self._page())

    def text(self) -> Maybe[str]:
        """All text that is shown."""
        return self._done(self._tabs.current.text())

    def readable(self) -> Maybe[Sequence[ElementDict]]:
        """All that is shown, with what tells where each stands, to be read."""
        return self._done(self._tabs.current.shown("readable()"))

    def shown(self) -> Maybe[Sequence[ElementDict]]:
        """What is shown and can't be acted on, to be read."""
        return self._done(self._tabs.current.shown())

    def act(
        self,
        action: Action,
        element: ElementDict | None,
        value: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Maybe[bool]:
        """Do it to an element of the last `elements` and wait until the page is at
        rest; False if it can't be done, then `why` says what was in the way."""
        return self._done(self._act(action, element, value, params or {}))

    def covered(self) -> bool:
        """Did something lie over the element of the last act?"""
        return self._is_covered

    def why(self) -> str:
        """Why the last act could not be done, or nothing could be seen."""
        return self._why

    def turn_to(self, tab: str | None) -> Maybe[bool]:
        """Act on the tab that `Element.tab` tells so from now on; False if it is not
        there."""
        return self._done(self._turn_to(tab))

    def answer_next(self, dialogs: Sequence[Dialog]) -> bool:
        """What to answer to the dialogs which the next act raises; False where one of
        them can't be answered: a login of the browser's own."""
        return self._dialogs.foretell(dialogs)

    def unforeseen(self) -> Sequence[Dialog]:
        """Dialogs that came and were not foretold, since this was asked last: they were
        dismissed."""
        return self._dialogs.unforeseen()

    def wait_for_change(self, timeout_ms: float) -> Maybe[bool]:
        """Wait until the page shows something that the last `elements` did not; False
        if nothing came."""
        return self._done(self._wait_for_change(timeout_ms))

    def scroll_on(self) -> Maybe[bool]:
        """Move on in a list that renders what is shown only; False at its end, from
        where the next call begins at the top."""
        return self._done(self._scroll_on())

    # and what else is done to a page --------------------------------------------------

    def ready(self) -> Maybe[None]:
        """From now on each page is watched from its start."""
        return self._done(self._tabs.current.ready())

    def open(self, address: str) -> Maybe[None]:
        """Load the page of this address."""
        return self._done(self._open(address))

    def click(self, index: int) -> Maybe[bool]:
        """Click where the element at this place of the last view can be reached."""
        return self._done(self._click(index))

    def settle(self) -> Maybe[bool]:
        """Wait for a page that is on its way, then until nothing changes and no short
        timer runs, at most a second; False if it did not come to rest."""
        return self._done(self._settle())

    def rest(self) -> Maybe[bool]:
        """The same at the end: also until what was entered is sent, where the page does
        so by itself a little later."""
        return self._done(self._settle(is_end=True))

    def watch(self, memory: Any, task: str) -> PageRecording:
        """Once it is begun, what others do on the page is a run that `memory` is to
        learn."""
        return PageRecording(self.tab, memory, task, None, "success")

    def release(self) -> None:
        """Leave the page's dialogs and tabs to others."""
        self._dialogs.release()
        self._tabs.release()

    def _done(self, work: Turns[T]) -> Maybe[T]:
        return awaited(work) if self._is_async else at_once(work)

    def _tab_of(self, page: Any) -> PageTab:
        return PageTab(page, self._ignored, self._patience_ms)

    # looking --------------------------------------------------------------------------

    def _open(self, address: str) -> Turns[None]:
        tab = self._tabs.current
        yield from tab.ready()
        yield tab.page.goto(address, wait_until="load")
        yield from tab.rest.settle()

    def _settle(self, *, is_end: bool = False) -> Turns[bool]:
        tab = self._tabs.current
        yield from tab.ready()
        return (yield from tab.rest.settle(is_end=is_end))

    def _view(self) -> Turns[PageView]:
        self._tabs.hear()
        view = yield from self._tabs.current.view()
        told = yield from self._tabs.told()
        if told is None:
            return view
        return PageView([{**one, "tab": told} for one in view.elements], view.state)

    def _elements(self) -> Turns[Sequence[ElementDict]]:
        try:
            view = yield from self._view()
            yield from self._tabs.current.note_changes()
        except Exception as error:
            self._tell_of(error)
            return ()
        return view.elements

    def _page(self) -> Turns[Mapping[str, Any]]:
        try:
            tab = self._tabs.current
            standing = yield from tab.asked(tab.page.main_frame, "standing()")
            return {"url": self.tab.url, "title": (yield self.tab.title()), **standing}
        except Exception as error:
            self._tell_of(error)
            return {"url": self.tab.url}

    def _turn_to(self, tab: str | None) -> Turns[bool]:
        self._tabs.hear()
        try:
            found = yield from self._tabs.turn_to(tab)
            if found:
                self._dialogs.hear(self.tab)
                yield from self._settle()
        except Exception as error:
            self._tell_of(error)
            return False
        return found

    # acting ---------------------------------------------------------------------------

    def _act(
        self,
        action: Action,
        element: ElementDict | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[bool]:
        self._why, self._is_covered = "", False
        tab = self._tabs.current
        try:
            yield from self._begin(tab, params)
            hands, frame = Hands(tab), None
            if element is not None:
                frame = tab.frame_of(int(element["element_id"]))
            if ACTIONS[action].waits:
                yield tab.page.wait_for_timeout(_milliseconds(value))
            else:
                yield from hands.act(action, element, value, params)
            yield from tab.rest.settle(frame)
        except Exception as error:
            self._tell_of(error)
            yield from tab.rest.pause()
            self._tell_of_login(tab)
            # One that has closed its tab, while another one is open, was done.
            return tab is not self._tabs.first and tab.page.is_closed()
        return self._has_come(tab)

    def _begin(self, tab: PageTab, params: Mapping[str, Any]) -> Turns[None]:
        self._tabs.hear()
        self._dialogs.hear(tab.page)
        yield from tab.ready()
        tab.rest.login_at = None
        if params.get("dialogs"):
            self._dialogs.foretell(params["dialogs"])
        yield from self._dialogs.allow(tab.page.context, tab.page.url)

    def _has_come(self, tab: PageTab) -> bool:
        """Did the page that it led to come?"""
        self._tell_of_login(tab)
        if tab.rest.is_leaving:
            self._why = self._why or "the next page did not come"
        return not self._why

    def _tell_of_login(self, tab: PageTab) -> None:
        if tab.rest.login_at:
            self._dialogs.tell("login", tab.rest.login_at)
            self._why = f"{tab.rest.login_at} asks for a login of the browser's own"

    def _click(self, index: int) -> Turns[bool]:
        try:
            yield from Hands(self._tabs.current).click(index)
        except Exception as error:
            self._tell_of(error)
            return False
        return True

    def _tell_of(self, error: Exception) -> None:
        """Keep why something could not be done."""
        if isinstance(error, CantBeDone | Hindered):
            self._why = str(error)
        else:
            log.info("the driver could not do it", exc_info=error)
            first = (str(error).splitlines() or [""])[0]
            self._why = f"{type(error).__name__}: {first}"
        self._why = self._why[:MAX_WHY]
        self._is_covered = isinstance(error, Hindered) and error.why == "covered"

    # waiting --------------------------------------------------------------------------

    def _wait_for_change(self, timeout_ms: float) -> Turns[bool]:
        tab, count, waited = self._tabs.current, self._tabs.count(), 0.0
        while waited < timeout_ms:
            if tab.page.is_closed():
                return False
            try:
                is_new = (yield from tab.has_changed()) or self._tabs.count() > count
                if is_new:
                    yield from tab.rest.settle()
                    return True
                yield tab.page.wait_for_timeout(POLL_MS)
            except Exception as error:
                self._tell_of(error)
                return False
            waited += POLL_MS
        return False

    def _scroll_on(self) -> Turns[bool]:
        tab = self._tabs.current
        try:
            for frame in tab.page.frames:
                if (yield from tab.asked(frame, "scrollOn()")):
                    yield from tab.rest.settle(frame)
                    return True
            yield from tab.rest.settle()
        except Exception as error:
            self._tell_of(error)
        return False


def _milliseconds(value: str | None) -> float:
    """How long a wait of so many seconds is."""
    try:
        return min(float(value or "") * 1000, MOST_WAIT_MS)
    except ValueError:
        return WAIT_MS
