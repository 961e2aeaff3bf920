"""The page that a plan is followed on: what is on it, where steps' elements are."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

from kgmem.model.base import normalize
from kgmem.model.health import Located
from kgmem.model.keys.whereabouts import is_same_tab
from kgmem.model.pattern import Expectation
from kgmem.model.plan import PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Page
from kgmem.paths.declared import tab_of
from kgmem.replay.follow.causes import Stop, StopKind, is_shut_out
from kgmem.replay.follow.driver import (
    Driver,
    ReadsText,
    Replaying,
    Scrolls,
    TurnsToTab,
    Waits,
)
from kgmem.replay.follow.pager import MAX_PAGES, next_page
from kgmem.replay.follow.view import View
from kgmem.replay.given import given_element, given_page
from kgmem.replay.locate.by_place import is_by_place, named_at_place
from kgmem.turns import Maybe, T, Turns

log = logging.getLogger(__name__)

MAX_REASON = 200
"""Characters of an error that are told."""
POLL = 0.2
"""Seconds after which a page is looked at again, where its driver does not wait."""
MAX_SCROLLS = 40
"""Screens that lists are scrolled by in search of one element."""

Pause = Callable[[float], Maybe[None]]
"""Let so many seconds pass."""


@dataclass(slots=True)
class PageAtHand:
    """The page as its driver shows it."""

    memory: Replaying
    driver: Driver
    pause: Pause
    patience: float
    """Seconds that are waited for what is not there yet."""
    task: str
    """What was asked for."""
    at: PlanStep
    """The step at hand."""
    may_turn: bool = False
    """May the pages of its lists be turned, as nothing but looking has been done?"""
    located: dict[int, Located] = field(default_factory=dict)
    _turned_from: set[str] = field(default_factory=set)
    _seen: View | None = None
    _tab: str | None = None

    def changed(self) -> None:
        """What was seen of it is no longer so."""
        self._seen = None

    def asked(self, ask: Callable[[], Maybe[T]]) -> Turns[T]:
        """What the driver answers. Raises Stop where it raises an error: then the page
        is out of reach."""
        try:
            answer: T = yield ask()
        except Exception as error:
            log.warning("the driver raised an error", exc_info=True)
            raise Stop(self.at, "no answer", told_of(error)) from error
        return answer

    def look(self) -> Turns[View]:
        """What is on the page now."""
        if self._seen is None:
            given = yield from self.asked(self.driver.elements)
            shown: Any = yield from self.asked(self.driver.page)
            page = given_page(shown) or Page()
            elements = tuple(given_element(n, one) for n, one in enumerate(given))
            page = page.model_copy(update={"elements": elements})
            self._seen = View(given, elements, page)
        return self._seen

    def text(self) -> Turns[str]:
        """All that is shown, as far as the driver tells."""
        if isinstance(self.driver, ReadsText):
            text: str = yield from self.asked(self.driver.text)
            return text.casefold()
        view = yield from self.look()
        told = [view.page.title, view.page.hint]
        for one in view.elements:
            told += [one.name, one.text, *one.container]
        return " ".join(text for text in told if text).casefold()

    # finding --------------------------------------------------------------------------

    def find(self, step: PlanStep) -> Turns[int | None]:
        """The place of the step's element in the view, if it is sure."""
        view = yield from self.look()
        located: Located = yield self.memory.locate(step, view.elements)
        if located.ambiguous and is_by_place(step):
            located = named_at_place(step, view.elements, self.task) or located
        self.located[step.n] = located
        return None if located.ambiguous else located.index

    def await_element(self, step: PlanStep) -> Turns[int | None]:
        """The same, once it is there: it is waited for, and looked for in lists that
        show what they are scrolled to."""
        found = yield from self.wait_for(partial(self.find, step))
        if found is None and isinstance(self.driver, Scrolls):
            found = yield from self._scroll_to(step, self.driver)
        while found is None and not (yield from self.alike(step)):
            if not (yield from self.turn_page()):
                break
            found = yield from self.wait_for(partial(self.find, step))
        return found

    def alike(self, step: PlanStep) -> Turns[list[Element]]:
        """The elements that are called as the step's, where there are several."""
        called = normalize(step.target.label()) if step.target else ""
        view = yield from self.look()
        found = [one for one in view.elements if normalize(one.label()) == called]
        return found if called and len(found) > 1 else []

    def turn_page(self) -> Turns[bool]:
        """Show the next page of the list; False where there is none, or other things
        than looking have been done."""
        view = yield from self.look()
        url, seen = view.page.url or "", self._turned_from
        place = next_page(url, view.elements, {*seen, url}) if self.may_turn else None
        if place is None or len(seen) >= MAX_PAGES:
            return False
        seen.add(url)
        act = partial(self.driver.act, "click", view.given[place], None, {})
        is_done: bool | None = yield from self.asked(act)
        self.changed()
        return is_done is not False

    def _scroll_to(self, step: PlanStep, driver: Scrolls) -> Turns[int | None]:
        """From here to the end, then from the top to the end."""
        ends = 0
        for _ in range(MAX_SCROLLS):
            has_more = yield from self.asked(driver.scroll_on)
            self.changed()
            found = yield from self.find(step)
            ends += not has_more
            if found is not None or ends > 1:
                return found
        return None

    def wait_for(self, look: Callable[[], Turns[T | None]]) -> Turns[T | None]:
        """What it gives as soon as that is something; None where patience ends."""
        until = monotonic() + self.patience
        while (found := (yield from look())) is None:
            left = until - monotonic()
            if left <= 0 or not (yield from self._wait(left)):
                break
        return found

    def _wait(self, seconds: float) -> Turns[bool]:
        """Until the page may have changed; False where it surely has not."""
        if isinstance(self.driver, Waits):
            wait = partial(self.driver.wait_for_change, round(1000 * seconds))
            has_changed: bool = yield from self.asked(wait)
        else:
            yield self.pause(min(seconds, POLL))
            has_changed = True
        self.changed()
        return has_changed

    # turning to another tab -----------------------------------------------------------

    def turn_to(self, step: PlanStep) -> Turns[bool]:
        """Show the tab that the step is done in; False where it is not there. Raises
        Stop where the driver can't."""
        tab = tab_of(step)
        if is_same_tab(self._tab, tab):
            return True
        if not isinstance(self.driver, TurnsToTab):
            reason = f"it is done in another tab, which the driver can't show: {tab}"
            raise Stop(step, "out of reach", reason)
        if (yield from self.wait_for(partial(self._turned, self.driver, tab))) is None:
            return False
        self._tab = tab
        return True

    def _turned(self, driver: TurnsToTab, tab: str | None) -> Turns[bool | None]:
        is_there: bool = yield from self.asked(partial(driver.turn_to, tab))
        self.changed()
        return is_there or None

    # what is expected -----------------------------------------------------------------

    def is_met(self, step: PlanStep, expected: Expectation | None) -> Turns[bool]:
        """Are its address, texts and elements there?"""
        if expected is None:
            return True
        view = yield from self.look()
        wanted, url = expected.url_template, view.page.url
        if wanted and url and url_template(url) != wanted:
            return False
        if expected.texts:
            shown = yield from self.text()
            if not all(text.casefold() in shown for text in expected.texts):
                return False
        for element in expected.elements:
            wanted_one = PlanStep(n=step.n, action="hover", target=element)
            found: Located = yield self.memory.locate(wanted_one, view.elements)
            if found.index is None:
                return False
        return True

    def await_met(self, step: PlanStep) -> Turns[bool]:
        """Is what the step expects there, before patience ends?"""

        def met() -> Turns[bool | None]:
            return (yield from self.is_met(step, step.expect)) or None

        return bool((yield from self.wait_for(met)))

    # why it goes no further -----------------------------------------------------------

    def missing(self, step: PlanStep, reason: str) -> Turns[Stop]:
        """The stop at a step whose element is not surely there, or covered."""
        view = yield from self.look()
        if not view.elements or is_shut_out(view.page, step):
            return Stop(step, "covered", f"{reason}; the page is covered or empty")
        return Stop(step, "not located", reason)

    def why(self, step: PlanStep, why: StopKind) -> Turns[StopKind]:
        """This, or that the page is covered."""
        view = yield from self.look()
        return "covered" if is_shut_out(view.page, step) else why


def told_of(error: Exception) -> str:
    """An error in a few words."""
    return f"{type(error).__name__}: {error}"[:MAX_REASON]
