"""A plan is followed on a page of Playwright's."""

from collections.abc import Mapping
from typing import Any

from kgmem import Followed, Plan, follow, follow_async
from kgmem.agents import Confirm, Replaying, Verify, patience_of
from kgmem.ports import Query
from kgmem_agents.browser.driver import PageDriver


def replay(
    page: Any,
    plan: Plan,
    memory: Replaying,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    databases: Mapping[str, Query] | None = None,
    report: bool = True,
    patience: float | None = None,
) -> Followed:
    """Follow the plan on a page of Playwright's sync API: see `kgmem.follow`."""
    waited = patience_of(memory, patience)
    driver = PageDriver(page, patience_ms=1000 * waited)
    try:
        return follow(
            memory,
            plan,
            driver,
            confirm=confirm,
            verify=verify,
            databases=databases,
            report=report,
            patience=waited,
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
    databases: Mapping[str, Query] | None = None,
    report: bool = True,
    patience: float | None = None,
) -> Followed:
    """The same on a page of its async API, with an `AsyncMemory`."""
    waited = patience_of(memory, patience)
    driver = PageDriver(page, patience_ms=1000 * waited)
    try:
        return await follow_async(
            memory,
            plan,
            driver,
            confirm=confirm,
            verify=verify,
            databases=databases,
            report=report,
            patience=waited,
        )
    finally:
        driver.release()
