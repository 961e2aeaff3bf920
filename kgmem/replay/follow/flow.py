"""plan -> locate -> check -> act -> read back -> expect -> verify -> report: a plan is
followed on a page.

Written once, for drivers and memories that answer at once and for those of asyncio.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from kgmem.errors import KgmemError
from kgmem.model.health import Located
from kgmem.model.pattern import Expectation
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Page, Step
from kgmem.replay.follow.causes import (
    Stop,
    StopKind,
    cause_of,
    changes_data,
    is_shut_out,
)
from kgmem.replay.follow.checks import differs, missing_value
from kgmem.replay.follow.driver import (
    Confirm,
    Driver,
    ReadsText,
    Replaying,
    TellsCover,
    Verify,
)
from kgmem.replay.follow.followed import Followed
from kgmem.replay.follow.series import is_series, next_of_series
from kgmem.replay.follow.view import View, again, element_of, made, with_option
from kgmem.replay.given import given_page
from kgmem.replay.locate.by_place import is_by_place, named_at_place
from kgmem.turns import Maybe, T, Turns, at_once, awaited

log = logging.getLogger(__name__)

MAX_REASON = 200
"""Characters of a driver's error that are told."""
MAX_REPEATS = 12
"""Times that a step is repeated until something shows."""


def follow(
    memory: Replaying,
    plan: Plan,
    driver: Driver,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    report: bool = True,
) -> Followed:
    """Do the plan on the driver's page, as far as each step is sure.

    Other ways, steps that may be left out and repetitions are taken as the page asks
    for them. What was typed, chosen or ticked is read back. Before a step that can't be
    taken back, its row or record has to bear the task's values, and where the plan
    needs a confirmation, `confirm(step)` has to allow it: without one it stops there.
    It also stops before a step ahead of which something of the task is to be settled
    that the plan is not known to do, see `PlanStep.further`.
    `verify()` tells from elsewhere whether the effect was reached; without it a success
    is only claimed. The outcome is reported to the memory, unless `report` is false.
    """
    work = _Following(memory, plan, driver, confirm)
    return at_once(_followed(work, verify, report))


async def follow_async(
    memory: Replaying,
    plan: Plan,
    driver: Driver,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    report: bool = True,
) -> Followed:
    """The same for asyncio: what the memory, the driver and the checks give is awaited
    where it has to be."""
    work = _Following(memory, plan, driver, confirm)
    return await awaited(_followed(work, verify, report))


def _followed(
    work: "_Following", verify: Verify | None, report: bool
) -> Turns[Followed]:
    stop: Stop | None = None
    try:
        yield from work.follow(work.plan.steps)
    except Stop as reason:
        stop = reason
    landed = (yield verify()) if verify and work.has_tried else None
    result = work.result(stop, landed)
    if report:
        yield work.memory.report(
            work.plan,
            result.reported,
            failed_step=result.failed_step if result.reported != "unknown" else None,
            reason=result.reason,
            located=result.located,
            actions=result.actions,
            judge=result.judge,
        )
    return result


@dataclass(slots=True)
class _Following:
    """One plan being followed."""

    memory: Replaying
    plan: Plan
    driver: Driver
    confirm: Confirm | None
    done: list[Step] = field(default_factory=list)
    located: dict[int, Located] = field(default_factory=dict)
    has_tried: bool = False
    """Was anything tried? What could not be done to its end may have had its effect."""
    has_changed: bool = False
    """Was anything filled in, or did the page become another one?"""
    has_changed_data: bool = False
    """Was anything done that does more than that?"""
    _is_unseen: bool = False
    """Was the step at hand done, and what came of it not seen yet?"""
    _seen: View | None = None
    _at: PlanStep = field(init=False)
    """The step at hand."""

    def follow(self, steps: Sequence[PlanStep]) -> Turns[None]:
        """Do the steps in order. Raises Stop."""
        left = list(steps)
        while left:
            step = self._at = left.pop(0)
            if step.further:
                reason = f"not known to do {'; '.join(step.further)!r}"
                raise Stop(step, "asks for more", reason)
            if step.branches and (yield from self._find(step)) is None:
                way = yield from self._way(step)
                left[: step.spans - 1] = []
                left[:0] = way
            elif step.until is not None:
                yield from self._repeat(step, step.until)
            else:
                yield from self._once(step)

    def result(self, stop: Stop | None, landed: bool | None) -> Followed:
        """What came of it; `landed`: what the check of the effect says."""
        failed = stop and self._place_of(stop.step)
        outcome, reason = _outcome(stop, landed)
        return Followed(
            outcome=outcome,
            verified=landed is not None and outcome != "stopped",
            plan=self.plan,
            steps=tuple(self.done),
            located=self.located,
            failed_step=stop.step.n if stop and outcome == "stopped" else None,
            why=stop.why if stop else None,
            cause=cause_of(stop, self.plan, self.has_changed, self.has_changed_data)
            if stop and outcome == "stopped"
            else None,
            reason=reason,
            remaining=self.plan.remaining(failed - 1 + self._is_unseen)
            if failed and outcome == "stopped"
            else None,
        )

    def _place_of(self, step: PlanStep) -> int:
        """The number of the plan's step that it is, or is another way for."""
        if any(one.n == step.n for one in self.plan.steps):
            return step.n
        ways = (one.n for one in self.plan.steps for way in one.branches if step in way)
        return next(ways, step.n)

    # looking --------------------------------------------------------------------------

    def _look(self) -> Turns[View]:
        """What is on the page now."""
        if self._seen is None:
            given = yield from self._asked(self.driver.elements)
            shown: Any = yield from self._asked(self.driver.page)
            page = given_page(shown) or Page()
            elements = tuple(element_of(n, one) for n, one in enumerate(given))
            page = page.model_copy(update={"elements": elements})
            self._seen = View(given, elements, page)
        return self._seen

    def _asked(self, ask: Callable[[], Maybe[T]]) -> Turns[T]:
        """What the driver answers. Raises Stop where it raises an error: then the page
        is out of reach."""
        try:
            answer: T = yield ask()
        except (KgmemError, AssertionError):
            raise
        except Exception as error:
            log.warning("the driver raised an error", exc_info=True)
            reason = f"{type(error).__name__}: {error}"[:MAX_REASON]
            raise Stop(self._at, "no answer", reason) from error
        return answer

    def _missing(self, step: PlanStep, reason: str) -> Turns[Stop]:
        """The stop at a step whose element is not surely there, or covered."""
        view = yield from self._look()
        if not view.elements or is_shut_out(view.page, step):
            return Stop(step, "covered", f"{reason}; the page is covered or empty")
        return Stop(step, "not located", reason)

    def _find(self, step: PlanStep) -> Turns[int | None]:
        """The place of the step's element in the view, if it is sure."""
        view = yield from self._look()
        located: Located = yield self.memory.locate(step, view.elements)
        if located.ambiguous and is_by_place(step):
            named = named_at_place(step, view.elements, self.plan.task)
            located = named or located
        self.located[step.n] = located
        return None if located.ambiguous else located.index

    def _way(self, step: PlanStep) -> Turns[list[PlanStep]]:
        """The only other way whose first step is there."""
        open_ways = []
        for way in step.branches:
            if (yield from self._find(way[0])) is not None:
                open_ways.append(way)
        if len(open_ways) != 1:
            count = len(open_ways)
            raise (yield from self._missing(step, f"{count} other ways are open"))
        return list(open_ways[0])

    # doing ----------------------------------------------------------------------------

    def _repeat(self, step: PlanStep, until: Expectation) -> Turns[None]:
        tried: set[str] = set()
        for _ in range(MAX_REPEATS):
            if (yield from self._is_met(step, until)):
                return
            if not is_series(step):
                yield from self._once(step)
                continue
            view = yield from self._look()
            index = next_of_series(step, view.elements, tried)
            if index is None:
                reason = "none of its like is left, and it does not show"
                raise (yield from self._missing(step, reason))
            yield from self._act(step, index)
        reason = f"repeated {MAX_REPEATS} times, and it does not show"
        raise (yield from self._missing(step, reason))

    def _once(self, step: PlanStep) -> Turns[None]:
        if step.asks:
            raise Stop(step, "no value", f"no value for {', '.join(step.asks)}")
        index = None
        if step.target is not None:
            index = yield from self._find(step)
            if index is None and step.need == "optional":
                return
            if index is None:
                called = step.target.label() or step.target.role or "its element"
                reason = f"not surely located: {called}"
                raise (yield from self._missing(step, reason))
        if step.irreversible:
            yield from self._guard(step, index)
        yield from self._act(step, index)
        if not (yield from self._is_met(step, step.expect)):
            why = yield from self._why(step, "not expected")
            raise Stop(step, why, "what was expected did not show")

    def _guard(self, step: PlanStep, index: int | None) -> Turns[None]:
        """Before a step that can't be taken back. Raises Stop."""
        view = yield from self._look()
        if index is not None:
            bindings, found = self.plan.bindings, view.elements[index]
            if value := missing_value(step, bindings, found):
                reason = f"{value} does not stand where it should"
                raise Stop(step, "other values", reason)
        if not self.plan.needs_confirmation:
            return
        if self.confirm is None or not (yield self.confirm(step)):
            reason = "it can't be taken back, and nobody allowed it"
            raise Stop(step, "not confirmed", reason)

    def _act(self, step: PlanStep, index: int | None) -> Turns[None]:
        before = yield from self._look()
        element = None if index is None else before.given[index]
        params = {**step.params, **self._destination(step, before)}
        if index is not None and step.does.enters == "option":
            step = with_option(step, before, index)
        self.has_tried = True
        act = partial(self.driver.act, step.action, element, step.value, params)
        done = yield from self._asked(act)
        self._seen = None
        if done is False:
            raise (yield from self._not_done(step))
        self._is_unseen = True
        after = yield from self._look()
        self._is_unseen = False
        self._note(step, made(step, index, before, after))
        if index is None or not step.does.edits:
            return
        entered = again(before.elements[index], index, after.elements)
        held = entered and differs(step, entered, after.elements)
        if held is not None:
            reason = f"{step.value or step.action} was entered, the page holds {held}"
            raise Stop(step, "not done", reason)

    def _note(self, step: PlanStep, as_done: Step) -> None:
        self.done.append(as_done)
        self.has_changed = self.has_changed or step.does.edits or as_done.effect is True
        self.has_changed_data = self.has_changed_data or changes_data(step)

    def _not_done(self, step: PlanStep) -> Turns[Stop]:
        """The stop at a step that the driver could not do."""
        why = yield from self._why(step, "not done")
        if isinstance(self.driver, TellsCover):
            covered = yield from self._asked(self.driver.covered)
            why = "covered" if covered else why
        if why == "not done" and step.does.enters == "option":
            return Stop(step, "no such option", f"no option {step.value!r}")
        return Stop(step, why, f"{step.action} could not be done")

    def _why(self, step: PlanStep, why: StopKind) -> Turns[StopKind]:
        """This, or that the page is covered."""
        view = yield from self._look()
        return "covered" if is_shut_out(view.page, step) else why

    def _destination(self, step: PlanStep, view: View) -> Mapping[str, object]:
        """Where a drag ends, as the driver knows it."""
        located = self.located.get(step.n)
        end = located.destination if located and step.destination else None
        if end is None or end.index is None:
            return {}
        return {"destination": view.given[end.index]}

    def _is_met(self, step: PlanStep, expectation: Expectation | None) -> Turns[bool]:
        """Are its address, texts and elements there?"""
        if expectation is None:
            return True
        view = yield from self._look()
        wanted, url = expectation.url_template, view.page.url
        if wanted and url and url_template(url) != wanted:
            return False
        if expectation.texts:
            shown = yield from self._text(view)
            if not all(text.casefold() in shown for text in expectation.texts):
                return False
        for element in expectation.elements:
            wanted_one = PlanStep(n=step.n, action="hover", target=element)
            found: Located = yield self.memory.locate(wanted_one, view.elements)
            if found.index is None:
                return False
        return True

    def _text(self, view: View) -> Turns[str]:
        """All that is shown, as far as the driver tells."""
        if isinstance(self.driver, ReadsText):
            text: str = yield from self._asked(self.driver.text)
            return text.casefold()
        told = [view.page.title, view.page.hint]
        for one in view.elements:
            told += [one.name, one.text, *one.container]
        return " ".join(text for text in told if text).casefold()


def _outcome(
    stop: Stop | None, landed: bool | None
) -> tuple[Literal["success", "stopped", "failure"], str | None]:
    """How it ended, and why. What the check saw counts, whatever the page showed."""
    if landed:
        return "success", str(stop) if stop else None
    if stop is not None:
        return "stopped", str(stop)
    if landed is None:
        return "success", None
    return "failure", "all was done, but nothing landed"
