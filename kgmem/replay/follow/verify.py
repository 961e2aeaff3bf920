"""The checks that a plan's runs carry are done at its end."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from kgmem.model.effect import EffectSeen, ReadyCheck
from kgmem.model.plan import Plan
from kgmem.model.texts.url import url_template
from kgmem.ports import Query
from kgmem.replay.follow.driver import Driver, ReadsText
from kgmem.replay.given import given_page
from kgmem.turns import Maybe, Turns


@runtime_checkable
class ChecksEffects(Protocol):
    """A memory whose runs carry checks of their effect."""

    def checks_of(self, plan: Plan) -> Maybe[Sequence[ReadyCheck]]:
        """Those of the runs that the plan was made from, with its values."""

    def check(
        self,
        check: ReadyCheck,
        *,
        text: str | None = None,
        databases: Mapping[str, Query] | None = None,
    ) -> Maybe[EffectSeen]:
        """What it comes to; `text` is what its page shows."""


def effects_of(
    memory: object,
    plan: Plan,
    driver: Driver,
    databases: Mapping[str, Query] | None = None,
) -> Turns[tuple[EffectSeen, ...]]:
    """What each check of the plan's effect comes to, in order."""
    if not isinstance(memory, ChecksEffects):
        return ()
    checks: Sequence[ReadyCheck] = yield memory.checks_of(plan)
    seen: list[EffectSeen] = []
    for one in checks:
        text: str | None = None
        if one.check.kind == "page" and one.fault is None:
            text = yield from _text_of_page(one.check.at, driver)
        found: EffectSeen = yield memory.check(one, text=text, databases=databases)
        seen.append(found)
    return tuple(seen)


def landed(seen: Sequence[EffectSeen]) -> bool | None:
    """Do they all hold? None where there are none, or not all could be seen."""
    if any(one.holds is False for one in seen):
        return False
    return True if seen and all(one.holds for one in seen) else None


def both(told: bool | None, landed: bool | None) -> bool | None:
    """What two checks say together: no, where one says so."""
    if told is False or landed is False:
        return False
    return told or landed


def _text_of_page(address: str, driver: Driver) -> Turns[str | None]:
    """What the page shows; None where the driver can't go there or tell it, as where
    the page sends it on to another one."""
    if not isinstance(driver, ReadsText):
        return None
    try:
        done: bool | None = yield driver.act("navigate", None, address, {})
        if done is False:
            return None
        shown = given_page((yield driver.page()))
        if shown is None or url_template(shown.url or "") != url_template(address):
            return None
        text: str = yield driver.text()
    except Exception:  # whatever a driver raises: it was not seen
        return None
    return text
