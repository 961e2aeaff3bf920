"""The driver of Playwright's pages, under the name it had before it moved."""

from kgmem.extras import needs

with needs("browser", "kgmem.interfaces.browser.driver"):
    from kgmem_agents.browser.driver import PageDriver, _milliseconds

__all__ = ["PageDriver", "_milliseconds"]
