"""Plans followed on a page of Playwright's, sync or async."""

from kgmem.interfaces.browser.driver import PageDriver, PageView
from kgmem.interfaces.browser.replay import replay, replay_async

__all__ = ["PageDriver", "PageView", "replay", "replay_async"]
