"""Plans followed, and runs recorded, on a page of Playwright's, sync or async."""

from kgmem_agents.browser.acting.tab import PageView
from kgmem_agents.browser.browser_use import remembering
from kgmem_agents.browser.driver import PageDriver
from kgmem_agents.browser.record import PageRecording, record_page
from kgmem_agents.browser.replay import replay, replay_async

__all__ = [
    "PageDriver",
    "PageRecording",
    "PageView",
    "record_page",
    "remembering",
    "replay",
    "replay_async",
]
