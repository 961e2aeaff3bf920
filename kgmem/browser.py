"""On a page of Playwright's: plans are followed, `replay(page, plan, memory)`, and what
somebody does is learned, `with record_page(page, memory, task): …`."""

from kgmem.extras import needs

with needs("browser", "kgmem.browser"):
    from kgmem_agents.browser.browser_use import browser_use_agent, remembering
    from kgmem_agents.browser.driver import PageDriver
    from kgmem_agents.browser.record import PageRecording, record_page
    from kgmem_agents.browser.replay import replay, replay_async

__all__ = [
    "PageDriver",
    "PageRecording",
    "browser_use_agent",
    "record_page",
    "remembering",
    "replay",
    "replay_async",
]
