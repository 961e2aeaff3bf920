"""plan -> locate -> check -> act -> read back -> expect -> verify -> report: a plan is
followed on a page.

Written once, for drivers and memories that answer at once and for those of asyncio.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kgmem.model.health import Located
from kgmem.model.pattern import Expectation
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Page, Step
from kgmem.model.values.arguments import validated
from kgmem.replay.follow.checks import differs, missing_value
from kgmem.replay.follow.driver import Confirm, Driver, ReadsText, Replaying, Verify
from kgmem.replay.follow.followed import Followed, StopKind
from kgmem.replay.follow.series import is_series, next_of_series
from kgmem.replay.given import given_page
from kgmem.turns import Turns, at_once, awaited

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
    stop: _Stop | None = None
    try:
        yield from work.follow(work.plan.steps)
    except _Stop as reason:
        stop = reason
    landed = (yield verify()) if verify and work.has_tried else None
    result = work.result(stop, landed)
    if report:
        yield work.memory.report(
            work.plan,
            result.reported,
            failed_step=result.failed_step if result.reported == "failure" else None,
            reason=result.reason,
            located=result.located,
            actions=result.actions,
            judge=result.judge,
        )
    return result


class _Stop(Exception):
    """The plan can't be followed from this step on."""

    def __init__(self, step: PlanStep, why: StopKind, reason: str) -> None:
        super().__init__(f"step {step.n}: {reason}")
        self.step = step
        self.why = why


@dataclass(frozen=True, slots=True)
class _View:
    """What was on the page at one moment."""

    given: Sequence[object]
    """The elements as the driver knows them,"""
    elements: Sequence[Element]
    """and as the memory does."""
    page: Page


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
    _seen: _View | None = None

    def follow(self, steps: Sequence[PlanStep]) -> Turns[None]:
        """Do the steps in order. Raises _Stop."""
        left = list(steps)
        while left:
            step = left.pop(0)
            if step.further:
                reason = f"not known to do {'; '.join(step.further)!r}"
                raise _Stop(step, "asks for more", reason)
            if step.branches and (yield from self._find(step)) is None:
                way = yield from self._way(step)
                left[: step.spans - 1] = []
                left[:0] = way
            elif step.until is not None:
                yield from self._repeat(step, step.until)
            else:
                yield from self._once(step)

    def result(self, stop: _Stop | None, landed: bool | None) -> Followed:
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
            reason=reason,
            remaining=self.plan.remaining(failed - 1)
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

    def _look(self) -> Turns[_View]:
        """What is on the page now."""
        if self._seen is None:
            given = yield self.driver.elements()
            page = given_page((yield self.driver.page())) or Page()
            elements = tuple(_element(n, one) for n, one in enumerate(given))
            page = page.model_copy(update={"elements": elements})
            self._seen = _View(given, elements, page)
        return self._seen

    def _find(self, step: PlanStep) -> Turns[int | None]:
        """The place of the step's element in the view, if it is sure."""
        view = yield from self._look()
        located: Located = yield self.memory.locate(step, view.elements)
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
            raise _Stop(step, "not located", f"{count} other ways are open")
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
                raise _Stop(step, "not located", reason)
            yield from self._act(step, index)
        reason = f"repeated {MAX_REPEATS} times, and it does not show"
        raise _Stop(step, "not located", reason)

    def _once(self, step: PlanStep) -> Turns[None]:
        if step.asks:
            raise _Stop(step, "no value", f"no value for {', '.join(step.asks)}")
        index = None
        if step.target is not None:
            index = yield from self._find(step)
            if index is None and step.need == "optional":
                return
            if index is None:
                called = step.target.label() or step.target.role or "its element"
                reason = f"not surely located: {called}"
                raise _Stop(step, "not located", reason)
        if step.irreversible:
            yield from self._guard(step, index)
        yield from self._act(step, index)
        if not (yield from self._is_met(step, step.expect)):
            raise _Stop(step, "not expected", "what was expected did not show")

    def _guard(self, step: PlanStep, index: int | None) -> Turns[None]:
        """Before a step that can't be taken back. Raises _Stop."""
        view = yield from self._look()
        if index is not None:
            bindings, found = self.plan.bindings, view.elements[index]
            if value := missing_value(step, bindings, found):
                reason = f"{value} does not stand where it should"
                raise _Stop(step, "other values", reason)
        if not self.plan.needs_confirmation:
            return
        if self.confirm is None or not (yield self.confirm(step)):
            reason = "it can't be taken back, and nobody allowed it"
            raise _Stop(step, "not confirmed", reason)

    def _act(self, step: PlanStep, index: int | None) -> Turns[None]:
        before = yield from self._look()
        element = None if index is None else before.given[index]
        params = {**step.params, **self._destination(step, before)}
        self.has_tried = True
        done = yield self.driver.act(step.action, element, step.value, params)
        self._seen = None
        if done is False:
            raise _Stop(step, "not done", f"{step.action} could not be done")
        after = yield from self._look()
        self.done.append(_made(step, index, before, after))
        if index is None or not step.does.edits:
            return
        entered = _again(before.elements[index], index, after.elements)
        held = entered and differs(step, entered, after.elements)
        if held is not None:
            reason = f"{step.value or step.action} was entered, the page holds {held}"
            raise _Stop(step, "not done", reason)

    def _destination(self, step: PlanStep, view: _View) -> Mapping[str, object]:
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

    def _text(self, view: _View) -> Turns[str]:
        """All that is shown, as far as the driver tells."""
        if isinstance(self.driver, ReadsText):
            text: str = yield self.driver.text()
            return text.casefold()
        told = [view.page.title, view.page.hint]
        for one in view.elements:
            told += [one.name, one.text, *one.container]
        return " ".join(text for text in told if text).casefold()


def _outcome(
    stop: _Stop | None, landed: bool | None
) -> tuple[Literal["success", "stopped", "failure"], str | None]:
    """How it ended, and why. What the check saw counts, whatever the page showed."""
    if landed:
        return "success", str(stop) if stop else None
    if stop is not None:
        return "stopped", str(stop)
    if landed is None:
        return "success", None
    return "failure", "all was done, but nothing landed"


def _element(n: int, given: object) -> Element:
    return (
        given
        if isinstance(given, Element)
        else validated(Element, given, f"elements[{n}]")
    )


def _again(was: Element, index: int, page: Sequence[Element]) -> Element | None:
    """The element after it was acted on: at its place, else by its path or id."""
    if index < len(page) and _same(was, page[index]):
        return page[index]
    found = [one for one in page if _same(was, one)]
    return found[0] if len(found) == 1 else None


def _same(was: Element, now: Element) -> bool:
    if (was.role, was.tag) != (now.role, now.tag):
        return False
    if was.path or now.path:
        return was.path == now.path
    ids = was.attributes.get("id"), now.attributes.get("id")
    return ids[0] == ids[1] and (was.name, was.ordinal) == (now.name, now.ordinal)


def _made(step: PlanStep, index: int | None, before: _View, after: _View) -> Step:
    """What was done as a step of a run."""
    changed = (before.page.url, before.elements) != (after.page.url, after.elements)
    return Step(
        action=step.action,
        target=None if index is None else before.elements[index],
        destination=step.destination,
        value=step.value,
        params=step.params,
        page_before=before.page,
        page_after=after.page,
        effect=True if changed else None,
    )
