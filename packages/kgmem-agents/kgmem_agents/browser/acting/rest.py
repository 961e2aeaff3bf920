"""When a page has come to rest."""

from collections.abc import Mapping
from typing import Any

from kgmem.agents import Turns
from kgmem_agents.browser.acting.frames import TRIES, is_gone

START_MS = 30
"""Within this time of an act the browser has asked for the next page, if it will."""
LOAD_MS = 20_000
"""The next page may take so long to come,"""
WHOLE_MS = 8_000
"""and so long until all of it is loaded: then it is taken as it is."""
_NO_CONTENT = (204, 205)
_NEEDS_LOGIN = (401, 407)


class Rest:
    """Waits for one of Playwright's pages."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._is_heard = False
        self._is_never_whole = False
        self.is_leaving = False
        """Is the next page on its way?"""
        self.login_at: str | None = None
        """The address that asked for a login, if one did."""

    def hear(self) -> None:
        """From now on it is known when the page goes."""
        if self._is_heard:
            return
        self._is_heard = True
        self._page.on("request", self._went)
        self._page.on("requestfailed", self._came_to_nothing)
        self._page.on("response", self._answered)
        self._page.on("download", self._stays)
        self._page.on("framenavigated", self._arrived)

    def settle(self, frame: Any | None = None, *, is_end: bool = False) -> Turns[bool]:
        """Wait for the next page, then until nothing changes, in this frame, too, and
        at the end until what was entered is saved; False if it did not come to rest. A
        page that was closed is at rest."""
        if self._page.is_closed():
            return True
        yield self._page.wait_for_timeout(START_MS)
        for _ in range(TRIES):
            try:
                yield from self._await_page()
                is_quiet = yield self._page.evaluate(
                    "isEnd => pageWatch.settle(isEnd)", is_end
                )
                yield from self._settle_inside(frame)
            except Exception as error:
                if self._page.is_closed():
                    return True
                if not is_gone(error):
                    raise
                continue
            if not self.is_leaving:
                return bool(is_quiet)
        return False

    def pause(self) -> Turns[None]:
        """Let come what an act that failed has caused."""
        try:
            yield self._page.wait_for_timeout(START_MS)
        except Exception:
            return  # it was closed

    def _settle_inside(self, frame: Any | None) -> Turns[None]:
        if frame is None or frame == self._page.main_frame:
            return
        try:
            yield frame.evaluate("() => pageWatch.settle()")
        except Exception:  # the frame went, which is what the act did
            yield self._page.wait_for_timeout(START_MS)

    def _await_page(self) -> Turns[None]:
        if self.is_leaving:
            arrived = {"predicate": lambda _: True, "timeout": LOAD_MS}
            yield self._page.wait_for_event("framenavigated", **arrived)
        if self._is_never_whole:
            return
        try:
            yield self._page.wait_for_load_state("load", timeout=WHOLE_MS)
        except Exception as error:
            if type(error).__name__ != "TimeoutError":
                raise
            self._is_never_whole = True

    def _went(self, request: Any) -> None:
        if self._is_of_page(request):
            self.is_leaving, self._is_never_whole = True, False

    def _came_to_nothing(self, request: Any) -> None:
        if self._is_of_page(request):
            self.is_leaving = False

    def _answered(self, response: Any) -> None:
        if not self._is_of_page(response.request):
            return
        if response.status in _NO_CONTENT:
            self.is_leaving = False
        if response.status in _NEEDS_LOGIN and _asks(response.headers):
            self.login_at = response.url

    def _stays(self, _: Any) -> None:
        self.is_leaving = False

    def _arrived(self, frame: Any) -> None:
        if frame == self._page.main_frame:
            self.is_leaving = False

    def _is_of_page(self, request: Any) -> bool:
        if not request.is_navigation_request():
            return False
        try:
            return bool(request.frame == self._page.main_frame)
        except Exception:  # a frame that is not there yet is none of this page
            return False


def _asks(headers: Mapping[str, str]) -> bool:
    """Does the browser itself ask, and not the page?"""
    return "www-authenticate" in headers or "proxy-authenticate" in headers
