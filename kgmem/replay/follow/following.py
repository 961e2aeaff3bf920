"""One plan being followed: which step is next, may it be done, what came of it."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kgmem.model.answer import Answer
from kgmem.model.base import normalize
from kgmem.model.keys.table_rows import cells
from kgmem.model.keys.whereabouts import is_same_tab
from kgmem.model.option import OPTION_BY
from kgmem.model.pattern import Expectation
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Mark, Step
from kgmem.paths.came import has_states, is_done, states_of
from kgmem.paths.declared import DIALOGS, tab_of
from kgmem.paths.marks import Place, aim_of, is_there, shown_at, texts_of
from kgmem.redact import PLACEHOLDER
from kgmem.replay.follow.answering import answer_of, two_fit
from kgmem.replay.follow.causes import Stop, cause_of, changes_data
from kgmem.replay.follow.checks import differs, missing_value
from kgmem.replay.follow.dialogs import answering, in_words, unforeseen
from kgmem.replay.follow.driver import Confirm, ShowsTexts, TellsCover, TellsWhy
from kgmem.replay.follow.followed import Followed, outcome_of
from kgmem.replay.follow.options import LOOKS, ToldByPage, is_named_for, named_so
from kgmem.replay.follow.page_at_hand import PageAtHand, told_of
from kgmem.replay.follow.reading import (
    Readings,
    readings_of,
    with_result,
    with_shown,
)
from kgmem.replay.follow.said import Said
from kgmem.replay.follow.series import is_series, next_of_series
from kgmem.replay.follow.standing import (
    another_deed,
    asks_to_sign_in,
    lies_back,
    marks_of,
    not_there,
    seems_done,
)
from kgmem.replay.follow.view import (
    View,
    again,
    made,
    no_option,
    none_said,
    recorded_option,
    with_option,
)
from kgmem.turns import Turns

log = logging.getLogger(__name__)

MAX_TURNS = 3
"""Times that one is pressed until it stands as it should."""
MAX_COUNTED = 24
"""Times that a month or a number is turned on."""
MAX_REPEATS = 12
"""Times that a step is repeated until something shows."""


@dataclass(slots=True)
class Follower:
    """One plan being followed."""

    page: PageAtHand
    plan: Plan
    confirm: Confirm | None
    done: list[Step] = field(default_factory=list)
    already: list[int] = field(default_factory=list)
    """Steps that were left out, since what they bring about was there."""
    has_tried: bool = False
    """Was anything tried? What could not be done to its end may have had its effect."""
    has_changed: bool = False
    """Was anything filled in, or did the page become another one?"""
    has_changed_data: bool = False
    """Was anything done that does more than that?"""
    _tried_last: int | None = None
    """The number of the step that was tried last."""
    _is_unseen: bool = False
    """Was the step at hand done, and what came of it not seen yet?"""
    _was_left_out: bool = False
    """Was the step before, which may be left out?"""
    answers: dict[str, Answer] = field(default_factory=dict)
    """What was read for whoever asked, by its name."""
    _readings: Readings = field(init=False)
    """What is read on the way."""
    _options: ToldByPage = field(init=False)
    _said: Said = field(init=False)

    def __post_init__(self) -> None:
        self._readings = readings_of(self.plan)
        self._options = ToldByPage(self.plan)
        self._said = Said(self.page, self.plan, self.done)

    @property
    def _gives(self) -> bool:
        """Does the plan give an answer?"""
        return any(step.does.gives for step in self.plan.steps)

    @property
    def filled_plan(self) -> Plan:
        """The plan with what was read."""
        return self._readings.filled(self.plan)

    def follow(self, steps: Sequence[PlanStep]) -> Turns[None]:
        """Do the steps in order. Raises Stop."""
        _check_values(steps, self._gives or bool(self.plan.further))
        left = list(steps)
        while left:
            self.page.at = left[0]
            self.page.may_turn = self._gives and not self.has_changed_data
            if not self.done:
                yield from self._readings.read(0, self.page)
            step = self.page.at = self._readings.answered(left.pop(0))
            step = yield from self._as_told(step)
            if step.further:
                reason = f"not known to do {'; '.join(step.further)!r}"
                raise Stop(step, "asks for more", reason)
            if step.does.gives:
                yield from self._give(step)
                continue
            if step.asks:
                raise (yield from self._no_value(step))
            if not (yield from self._is_in_its_tab(step)):
                continue
            if step.branches and (yield from self._find_any(step)) is None:
                way = yield from self._way(step)
                left[: step.spans - 1] = []
                left[:0] = way
            elif (yield from self._counts_to(step)):
                continue
            elif step.until is not None:
                yield from self._repeat(step, step.until)
            else:
                yield from self._once(step)

    def result(self, stop: Stop | None, landed: bool | None) -> Followed:
        """What came of it; `landed`: what the check of the effect says."""
        failed = stop and self._place_of(stop.step)
        outcome, reason = outcome_of(stop, landed)
        is_stopped = stop is not None and outcome == "stopped"
        cause = (
            cause_of(stop, self.plan, self.has_changed, self.has_changed_data)
            if stop and is_stopped
            else None
        )
        is_absent = cause == "absent" and self._gives
        return Followed(
            outcome="absent" if is_absent else outcome,
            answers=self.answers,
            verified=landed is not None and not is_stopped,
            plan=self.plan,
            steps=tuple(self.done),
            already=tuple(self.already),
            located=self.page.located,
            failed_step=stop.step.n if stop and is_stopped else None,
            why=stop.why if stop else None,
            cause=cause,
            may_be_done=bool(stop and is_stopped and self._may_be_done(stop.step)),
            reason=reason,
            remaining=self.filled_plan.remaining(failed - 1 + self._is_unseen)
            if failed and is_stopped
            else None,
        )

    def _give(self, step: PlanStep) -> Turns[None]:
        """Read an answer. Raises Stop where it is not there."""
        if not (yield from self._is_in_its_tab(step)):
            return
        if said := (yield from self._said.error()):
            raise Stop(step, "not expected", f"the page says {said!r}")
        found = answer_of(step, self.page, self._readings.result)
        self.answers[step.as_], as_done = yield from found
        self.done.append(as_done)

    def _may_be_done(self, step: PlanStep) -> bool:
        is_harmless = step.does.edits or step.does.enters == "address"
        was_tried = self._tried_last == step.n and not self._is_unseen
        return was_tried and not is_harmless

    def _place_of(self, step: PlanStep) -> int:
        """The number of the plan's step that it is, or is another way for."""
        if any(one.n == step.n for one in self.plan.steps):
            return step.n
        ways = (one.n for one in self.plan.steps for way in one.branches if step in way)
        return next(ways, step.n)

    # which way ------------------------------------------------------------------------

    def _is_in_its_tab(self, step: PlanStep) -> Turns[bool]:
        """Is the step's tab shown? False where the step may be left out. Raises Stop
        where it may not."""
        if (yield from self.page.turn_to(step)):
            return True
        if step.need != "optional":
            reason = f"its tab is not there: {tab_of(step)}"
            raise Stop(step, "not located", reason)
        self._was_left_out = True
        return False

    def _find_any(self, step: PlanStep) -> Turns[int | None]:
        """The place of the step's element, as soon as it or another way is there."""
        found: int | None = None

        def one_is_there() -> Turns[bool | None]:
            nonlocal found
            found = yield from self.page.find(step)
            if found is not None:
                return True
            for way in step.branches:
                if (yield from self.page.find(way[0])) is not None:
                    return True
            return None

        yield from self.page.wait_for(one_is_there)
        return found

    def _way(self, step: PlanStep) -> Turns[list[PlanStep]]:
        """The only other way whose first step is there."""
        open_ways = []
        for way in step.branches:
            if (yield from self.page.find(way[0])) is not None:
                open_ways.append(way)
        if len(open_ways) != 1:
            count = len(open_ways)
            raise (yield from self.page.missing(step, f"{count} other ways are open"))
        return list(open_ways[0])

    def _repeat(self, step: PlanStep, until: Expectation) -> Turns[None]:
        tried: set[str] = set()
        for _ in range(MAX_REPEATS):
            if (yield from self.page.is_met(step, until)):
                return
            if not is_series(step):
                yield from self._once(step)
                continue
            view = yield from self.page.look()
            index = next_of_series(step, view.elements, tried)
            if index is None:
                reason = "none of its like is left, and it does not show"
                raise (yield from self.page.missing(step, reason))
            yield from self._act(step, index)
        reason = f"repeated {MAX_REPEATS} times, and it does not show"
        raise (yield from self.page.missing(step, reason))

    # doing ----------------------------------------------------------------------------

    def _once(self, step: PlanStep) -> Turns[None]:
        index = None
        is_optional = step.need == "optional"
        if step.target is not None:
            find = self.page.find if is_optional else self.page.await_element
            index = yield from find(step)
            if index is None and not is_optional:
                located = self.page.located.get(step.n)
                why = (located and located.why) or _called(step)
                if self._gives and (alike := (yield from self.page.alike(step))):
                    raise Stop(step, "other values", two_fit(map(_around, alike)))
                reason = f"not surely located: {why}"
                raise (yield from self.page.missing(step, reason))
        is_gone = index is None and (step.target is not None or self._was_left_out)
        self._was_left_out = is_optional and is_gone
        if self._was_left_out:
            return
        if not (yield from self._is_needed(step, index)):
            self.already.append(step.n)
            return
        if step.irreversible:
            yield from self._guard(step, index)
        was = (yield from self.page.look()).page
        yield from self._act(step, index)
        yield from self._has_come(step, index)
        if not (yield from self.page.await_met(self._expecting(step, was.url))):
            why = yield from self.page.why(step, "not expected")
            raise Stop(step, why, "what was expected did not show")
        if said := (yield from self._said.amiss(step, was)):
            raise Stop(step, "not expected", f"the page says {said!r}")

    def _shown(self, mark: Mark, was: Place | None = None) -> Turns[Place | None]:
        """Where the page says that it is; None where that is not told, or as it was."""
        view, driver = (yield from self.page.look()), self.page.driver
        if isinstance(driver, ShowsTexts):
            view = with_shown(view, (yield from self.page.asked(driver.shown)))
        at = shown_at(mark, texts_of(view.elements))
        return None if at == was else at

    def _counts_to(self, step: PlanStep) -> Turns[bool]:
        """Was a click that turns a month or a number done until the page shows the one
        that the task says? False where that is not known of it. Raises Stop."""
        mark = next((one for one in marks_of(step) if one.turns), None)
        aim = mark and aim_of(mark, self.plan.task)
        if not mark or not aim:
            return False
        is_shown = (yield from self.page.await_element(step)) is not None
        count, at = len(self.done), (yield from self._shown(mark))
        if not is_shown or at is None:
            if step.need == "required" and str(aim[-1]) in self.plan.bindings.values():
                raise Stop(step, "not located", "how far it is turned is not shown")
            return False
        for _ in range(MAX_COUNTED):
            if is_there(at, aim):
                self.already += [step.n] if len(self.done) == count else []
                self._options.turned_to(aim)
                return True
            if lies_back(mark, at, aim):
                raise Stop(step, "other values", not_there(at, aim))
            yield from self._once(step)
            was, at = (
                at,
                (yield from self.page.wait_for(partial(self._shown, mark, at))),
            )
            if at is None:
                break
        reason = f"it turns no further: {not_there(was, aim)}"
        raise Stop(step, "not expected", reason)

    def _is_needed(self, step: PlanStep, index: int | None) -> Turns[bool]:
        """False where what it brings about is there. Raises Stop where it is another
        page, or another thing to do."""
        if index is None:
            return True
        view = yield from self.page.look()
        found = view.elements[index]
        if why_not := asks_to_sign_in(step, found, view.page):
            raise Stop(step, "covered", why_not)
        if is_done(step, found):
            return False
        if why_not := another_deed(step, found) or seems_done(step, found):
            raise Stop(step, "other values", why_not)
        for mark in marks_of(step):
            aim = None if mark.turns else aim_of(mark, self.plan.task)
            at = (yield from self._shown(mark)) if aim else None
            if aim and at and not is_there(at, aim):
                raise Stop(step, "other values", not_there(at, aim))
        return True

    def _has_come(self, step: PlanStep, index: int | None) -> Turns[None]:
        """Once it is done. Raises Stop where its element has not come to stand as it
        should; it is pressed again where it stood as no run saw it, since some go
        through several states."""
        if index is None or not states_of(step):
            return
        for _ in range(MAX_TURNS):
            was = self.done[-1].target
            if was is None or (
                yield from self.page.wait_for(partial(self._stands, step, was, index))
            ):
                return
            if step.irreversible or has_states(was, states_of(step, "before")):
                break
            yield from self._act(step, index)
        reason = (
            f"it has not come to be {', '.join(map('='.join, states_of(step).items()))}"
        )
        raise Stop(step, "not expected", reason)

    def _stands(self, step: PlanStep, was: Element, index: int) -> Turns[bool | None]:
        """Does it stand as it should, or is it gone?"""
        now = again(was, index, (yield from self.page.look()).elements)
        return now is None or has_states(now, states_of(step)) or None

    def _expecting(self, step: PlanStep, was_at: str | None) -> PlanStep:
        """The step, without an address that it led nowhere else from, since a page may
        change its own, or that the next step is not done at, but in another tab."""
        after = next((one for one in self.plan.steps if one.n > step.n), None)
        if not (step.expect and after):
            return step
        before = [one.expect for one in self.plan.steps if one.n < step.n][-1:]
        places = [url_template(was_at)] if was_at else []
        places += [one.url_template for one in before if one and one.url_template]
        is_here = is_same_tab(tab_of(step), tab_of(after))
        if is_here and step.expect.url_template not in places:
            return step
        expect = step.expect.model_copy(update={"url_template": None})
        return step.model_copy(update={"expect": expect})

    def _guard(self, step: PlanStep, index: int | None) -> Turns[None]:
        """Before a step that can't be taken back. Raises Stop."""
        view = yield from self.page.look()
        if index is not None:
            bindings, found = self.plan.bindings, view.elements[index]
            if value := missing_value(step, bindings, found):
                reason = f"{value} does not stand where it should"
                raise Stop(step, "other values", reason)
        if not self.plan.needs_confirmation:
            return
        reason = "it can't be taken back, and nobody allowed it"
        try:
            is_allowed = self.confirm is not None and (yield self.confirm(step))
        except Exception as error:
            log.warning("who had to allow a step raised an error", exc_info=True)
            reason, is_allowed = f"{reason}: {told_of(error)}", False
        if not is_allowed:
            raise Stop(step, "not confirmed", reason)

    def _act(self, step: PlanStep, index: int | None) -> Turns[None]:
        if index is not None and step.does.enters == "option":
            index, step = yield from self._with_option(step, index)
        before = yield from self.page.look()
        yield from answering(self.page, step)
        done = yield from self._tried(step, index, before)
        if done is False:
            if step.does.is_call and str(step.params.get("name")) in LOOKS:
                return
            raise (yield from self._not_done(step))
        self._is_unseen = True
        after = yield from self.page.look()
        self._is_unseen = False
        result = yield from self._readings.read(step.n, self.page)
        self._note(step, with_result(made(step, index, before, after), result))
        if index is None or not step.does.edits:
            return
        entered = again(before.elements[index], index, after.elements)
        held = entered and differs(step, entered, after.elements)
        if held is not None:
            reason = f"{step.value or step.action} was entered, the page holds {held}"
            raise Stop(step, "not done", reason)

    def _tried(self, step: PlanStep, index: int | None, view: View) -> Turns[object]:
        """What the driver says of doing it. Raises Stop where the page asked what
        nobody had foreseen."""
        element = None if index is None else view.given[index]
        params = {**step.params, **self._destination(step, view)}
        act = partial(self.page.driver.act, step.action, element, step.value, params)
        self.has_tried, self._tried_last = True, step.n
        done = yield from self.page.asked(act)
        self.page.changed()
        if asked := (yield from unforeseen(self.page)):
            # What only tells something does so when all is done.
            self._is_unseen = all(one.get("kind") == "alert" for one in asked)
            reason = f"the page asked what no run had answered: {in_words(asked)}"
            raise Stop(step, "unforeseen", reason)
        return done

    def _with_option(self, step: PlanStep, index: int) -> Turns[tuple[int, PlanStep]]:
        """The place of the field and the step with what its option is called, once it
        has that option. Raises Stop."""

        def chosen() -> Turns[tuple[int, PlanStep] | None]:
            place = yield from self.page.find(step)
            view = yield from self.page.look()
            place = index if place is None else place
            named = with_option(step, view, place)
            return None if named is None else (place, named)

        found = yield from self.page.wait_for(chosen)
        if found is None:
            raise no_option(step, (yield from self.page.look()), index)
        return found

    def _as_told(self, step: PlanStep) -> Turns[PlanStep]:
        """The step with the option that the task says, where the page tells it, and
        without what of the task is done so. Raises Stop."""
        may_tell = self._options.may_tell(step) or is_named_for(step)
        if may_tell and (yield from self.page.turn_to(step)):
            tell = self._with_said_option if step.asks else self._with_told_option
            is_choice = step.does.enters == "option"
            step = yield from (tell if is_choice else self._with_named)(step)
        return self._options.settled(step)

    def _with_named(self, step: PlanStep) -> Turns[PlanStep]:
        """The step, with nothing to be settled of what its element is called, where the
        page has that, and it holds data."""
        index = yield from self.page.await_element(step)
        view = yield from self.page.look()
        return step if index is None else named_so(step, view.elements[index])

    def _with_said_option(self, step: PlanStep) -> Turns[PlanStep]:
        def said() -> Turns[PlanStep | None]:
            place = yield from self.page.find(step)
            view = yield from self.page.look()
            options = [] if place is None else view.options(place)
            return self._options.said(step, [name for name, _ in options])

        return (yield from self.page.wait_for(said)) or step

    def _with_told_option(self, step: PlanStep) -> Turns[PlanStep]:
        def recorded() -> Turns[tuple[str, list[str]] | None]:
            place = yield from self.page.find(step)
            view = yield from self.page.look()
            return None if place is None else recorded_option(step, view, place)

        find = recorded() if step.need == "optional" else self.page.wait_for(recorded)
        found = yield from find
        if found and OPTION_BY not in step.params:
            return self._options.offered(step, found[1])
        if found is None or (told := self._options.instead(found[0])) is None:
            return step
        named = {one for one in found[1] if normalize(one) == normalize(told)}
        if len(named) == 1:
            return self._options.choose(step, found[0], *named)
        index = yield from self.page.find(step)
        view, told_step = (
            (yield from self.page.look()),
            step.model_copy(update={"value": told}),
        )
        raise no_option(told_step, view, index or 0)

    def _note(self, step: PlanStep, as_done: Step) -> None:
        self.done.append(as_done)
        self.has_changed = self.has_changed or step.does.edits or as_done.effect is True
        self.has_changed_data = self.has_changed_data or changes_data(step)

    def _no_value(self, step: PlanStep) -> Turns[Stop]:
        """The stop at a step that asks for a value; at a choice, one without what the
        task says."""
        stop = Stop(step, "no value", self._readings.why_not(step))
        if step.does.enters != "option":
            return stop
        index = yield from self.page.await_element(step)
        view = yield from self.page.look()
        said = self.plan.task
        return (index is not None and none_said(step, view, index, said)) or stop

    def _not_done(self, step: PlanStep) -> Turns[Stop]:
        """The stop at a step that the driver could not do."""
        why = yield from self.page.why(step, "not done")
        driver = self.page.driver
        if isinstance(driver, TellsCover):
            covered = yield from self.page.asked(driver.covered)
            if covered:
                why, self._tried_last = "covered", None
        if why == "not done" and step.does.enters == "option":
            return Stop(step, "no such option", f"no option {step.value!r}")
        reason = f"{step.action} could not be done"
        if isinstance(driver, TellsWhy):
            told = yield from self.page.asked(driver.why)
            reason = f"{reason}: {told}" if told else reason
        return Stop(step, why, reason)

    def _destination(self, step: PlanStep, view: View) -> Mapping[str, object]:
        """Where a drag ends, as the driver knows it."""
        located = self.page.located.get(step.n)
        end = located.destination if located and step.destination else None
        if end is None or end.index is None:
            return {}
        return {"destination": view.given[end.index]}


def _check_values(steps: Sequence[PlanStep], may_choose: bool) -> None:
    """Before anything is done. Raises Stop where a value is asked for that no page
    tells, or was hidden from the memory. On the way to an answer, or where the task
    says what nothing explains, a choice tells by its options whether it means any."""
    asked = [
        n
        for step in steps
        for n in step.asks
        if n not in step.reads and not (may_choose and step.does.enters == "option")
    ]
    entered = (one for s in steps if s.need == "required" for one in _entered(s))
    asked += [found[0] for text in entered for found in PLACEHOLDER.finditer(text)]
    if asked:
        reason = f"no value for {', '.join(dict.fromkeys(asked))}"
        raise Stop(steps[0], "no value", reason)


def _entered(step: PlanStep) -> Iterator[str]:
    """What goes into the page: its value, and its answers to prompts."""
    yield step.value or ""
    told: Any = step.params.get(DIALOGS)
    yield from (str(one.get("text") or "") for one in told or ())


def _around(element: Element) -> str:
    """What tells it from others of its name."""
    return ", ".join(cells(element.nearest())) or element.label()


def _called(step: PlanStep) -> str:
    """The step's element in words."""
    target = step.target
    if target is None:
        return "its element"
    called = target.label() or target.role or "its element"
    return f"{called}, in the frame {target.frame}" if target.frame else called
