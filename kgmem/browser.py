"""Plans followed on a page of Playwright's: `replay(page, plan, memory)`."""

from kgmem.interfaces.browser import PageDriver, replay, replay_async

__all__ = ["PageDriver", "replay", "replay_async"]
