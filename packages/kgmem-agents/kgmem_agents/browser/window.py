"""A browser's window for the command line: one of its own, or one that is open."""

import logging
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kgmem import ConfigurationError, InvalidInput
from kgmem.agents import needs

log = logging.getLogger(__name__)

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "msedge",
)  # fmt: skip
"""What a browser of Chromium's family is called, where the system has one."""
CHANNELS = ("chrome", "msedge")
"""What Playwright finds by itself where these are installed, on every system."""
LOOK_MS = 200
"""How often a window is looked at, whether it is still there."""


@contextmanager
def window(
    *, path: str | None, connect: str | None, headless: bool = False
) -> Iterator[Any]:
    """An empty page of Playwright's, in a window of a new browser (`path`, else what
    the system has), or in a tab of the running one that `connect` is the address of
    (`chrome --remote-debugging-port=9222`: http://127.0.0.1:9222).

    Raises MissingExtra without Playwright, ConfigurationError where no browser can be
    started or reached.
    """
    with needs("browser", "Driving a browser"):
        from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as tools:
        try:
            browser = (
                tools.chromium.connect_over_cdp(connect)
                if connect
                else _started(tools.chromium, path, headless)
            )
        except Error as error:
            raise ConfigurationError(_no_browser(connect, error)) from error
        context = browser.contexts[0] if connect else browser.new_context()
        page = context.new_page()
        try:
            yield page
        finally:
            if not page.is_closed():
                page.close()
            if not connect:
                browser.close()


def show(page: Any, url: str) -> None:
    """Let the page show this address. Raises InvalidInput where it can't be opened."""
    try:
        page.goto(url, wait_until="load")
    except Exception as error:
        reason = str(error).strip().splitlines()[0]
        raise InvalidInput(f"{url}: can't be opened: {reason}") from error


def _started(chromium: Any, path: str | None, headless: bool) -> Any:
    found = path or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return chromium.launch(executable_path=found, headless=headless)
    for channel in CHANNELS[:-1]:
        try:
            return chromium.launch(channel=channel, headless=headless)
        except Exception:  # the next one may be there
            continue
    return chromium.launch(channel=CHANNELS[-1], headless=headless)


def _no_browser(connect: str | None, error: Exception) -> str:
    told = str(error).strip().splitlines()[0]
    if connect:
        return f"{connect}: no browser answers: {told}"
    if "$DISPLAY" in str(error):
        return (
            "no browser could be started: there is no display for its window; run it "
            "on a desktop, or below xvfb-run"
        )
    return (
        f"no browser could be started: {told}; install Chromium, Chrome or Edge, or "
        "say where it is with --browser"
    )


def await_end(page: Any, is_done: threading.Event) -> None:
    """Come back once the page, and what was opened from it, is closed, or `is_done`."""
    others = [one for one in page.context.pages if one != page]
    while not is_done.is_set():
        left = [one for one in page.context.pages if one not in others]
        if not left:
            return
        try:
            left[-1].wait_for_timeout(LOOK_MS)
        except Exception:  # closed while it was looked at: the next look tells
            log.debug("a page was closed", exc_info=True)
