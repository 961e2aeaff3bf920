"""Plans followed, and runs recorded, on a page of Playwright's, sync or async."""

from kgmem.interfaces.browser.acting.tab import PageView
from kgmem.interfaces.browser.browser_use import remembering
from kgmem.interfaces.browser.driver import PageDriver
from kgmem.interfaces.browser.record import PageRecording, record_page
from kgmem.interfaces.browser.replay import replay, replay_async

__all__ = [
    "PageDriver",
    "PageRecording",
    "PageView",
    "record_page",
    "remembering",
    "replay",
    "replay_async",
]
