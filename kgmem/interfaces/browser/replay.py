"""A plan is followed on a page of Playwright's."""

from typing import Any

from kgmem.interfaces.browser.driver import PageDriver
from kgmem.model.plan import Plan
from kgmem.replay.follow.driver import Confirm, Replaying, Verify
from kgmem.replay.follow.flow import follow, follow_async
from kgmem.replay.follow.followed import Followed


def replay(
    page: Any,
    plan: Plan,
    memory: Replaying,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    report: bool = True,
) -> Followed:
    """Follow the plan on a page of Playwright's sync API: see `kgmem.follow`."""
    driver = PageDriver(page)
    try:
        return follow(
            memory, plan, driver, confirm=confirm, verify=verify, report=report
        )
    finally:
        driver.release()


async def replay_async(
    page: Any,
    plan: Plan,
    memory: Replaying,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    report: bool = True,
) -> Followed:
    """The same on a page of its async API, with an `AsyncMemory`."""
    driver = PageDriver(page)
    try:
        return await follow_async(
            memory, plan, driver, confirm=confirm, verify=verify, report=report
        )
    finally:
        driver.release()
