"""Where a plan begins."""

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import urlsplit

from kgmem.errors import InvalidInput
from kgmem.model.base import normalize
from kgmem.model.experience import Experience
from kgmem.model.pattern import Pattern
from kgmem.model.plan import Plan
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Page
from kgmem.paths.read_before import in_address
from kgmem.paths.reading.agreement import is_telling
from kgmem.redact import PLACEHOLDER
from kgmem.replay.follow.driver import Driver
from kgmem.replay.given import given_page
from kgmem.turns import Maybe, Turns, at_once

BLANK = ("", "about:blank", "chrome://newtab/")
"""Addresses of pages that nothing has been opened in yet."""

ASKS = " (asks for a password)"


class KnowsRuns(Protocol):
    """The part of a memory that has the runs behind a plan."""

    def pattern(self, pattern_id: str) -> Maybe[Pattern]:
        """One pattern by its id."""

    def experience(self, experience_id: str) -> Maybe[Experience]:
        """One run by its id."""


def start_of(memory: KnowsRuns, plan: Plan) -> str | None:
    """The address of the page that the path began on; None where none is known, empty
    where the plan goes there itself. Raises InvalidInput where that is the page of one
    record."""
    return at_once(starting(memory, plan, ""))


def starting(memory: KnowsRuns, plan: Plan, here: str) -> Turns[str | None]:
    """The same, for memories that are awaited, too. None, too, where the page that is
    shown is of another site, such as a copy of it for trying: that one is meant."""
    if plan.steps and plan.steps[0].does.enters == "address":
        return ""
    run = plan.origin.id
    if plan.origin.kind == "pattern":
        pattern: Pattern = yield memory.pattern(run)
        if not pattern.success_cases:
            return None
        run = pattern.success_cases[0]
    known: Experience = yield memory.experience(run)
    pages = (step.page_before for step in known.steps)
    url = next((page.url for page in pages if page and page.url), None)
    if url and is_of_one_record(url, plan.task):
        raise InvalidInput(
            f"the run began on {url_template(url)}, the page of one record: say where "
            "to begin with --url"
        )
    is_elsewhere = url and here and urlsplit(here).netloc != urlsplit(url).netloc
    return None if is_elsewhere else url


def is_of_one_record(url: str, task: str) -> bool:
    """Does the address name something that the task does not, such as an order?"""
    return any(
        is_telling(part) and normalize(part) not in normalize(task)
        for part in in_address(url)
        if any(map(str.isdecimal, part)) or PLACEHOLDER.search(part)
    )


def address_of(driver: Driver) -> Turns[str]:
    """Of the page that is shown; empty where nothing has been opened yet."""
    url = (yield from _shown(driver)).url or ""
    return "" if url in BLANK else url


def standing_at(driver: Driver) -> Turns[str]:
    """The same as a template; another one where the page asks for a password."""
    page = yield from _shown(driver)
    return url_template(page.url or "") + (ASKS if page.asks_password else "")


def _shown(driver: Driver) -> Turns[Page]:
    shown: Page | Mapping[str, Any] | str = yield driver.page()
    return given_page(shown) or Page()


def opened(driver: Driver, address: str) -> Turns[bool]:
    """Let the driver show the page of this address; did it?"""
    done: bool | None = yield driver.act("navigate", None, address, {})
    return done is not False
