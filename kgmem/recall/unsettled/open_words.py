"""What of a task is left open by a path, and what its values settle by themselves."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgmem.language.clauses import clause_starts
from kgmem.language.intent import intent_of
from kgmem.language.stemming import stem
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.masked import marked_values, masked
from kgmem.matching.value_fit import is_prose
from kgmem.model.pattern import Pattern, PatternMatch, Slot
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.texts.template import bare, holes
from kgmem.paths.refill import Refilled
from kgmem.paths.step_text import in_plan_step
from kgmem.recall.request import Request
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.recall.routing.decision import Decision
from kgmem.recall.unsettled.own_words import head_of, in_own_words
from kgmem.recall.unsettled.seen_words import (
    SeenInApp,
    says_another_choice,
    stems_of,
)

_CLOSING = ('"', "”", "」")
_COMMAS, _STOPS = tuple(",;，；"), " .!?。！？"


@dataclass(frozen=True, slots=True)
class Open:
    """What of a task is open."""

    further: tuple[str, ...] = ()
    """What is to be settled,"""
    reworded: tuple[str, ...] = ()
    """and what is but said in other words; see `PlanStep.reworded`."""
    ends: tuple[tuple[str, str], ...] = ()
    """Values that lists or names hold, each with what it is without what is to be
    settled at its end."""


def beside_run(filled: Refilled | None, task: str, learned: str) -> Open:
    """What of the task the steps of another one, which was `learned`, are not known to
    do: more than that, or the same without something that it says. So they are with a
    value of that one, for which this one says nothing."""
    if filled is None:
        return Open()
    values = marked_values(learned, masked(learned))
    kept = [one for one in filled.stale if any(one in value for value in values)]
    told = in_own_words(task, filled.beyond, [new for _, new in filled.swapped])
    unsaid = (f"without {words!r}" for words in (*filled.unsaid, *kept))
    return Open(
        (*(one.words for one in told), *unsaid),
        tuple(one.words for one in told if one.is_wording),
    )


def open_in(followed: PatternPath, request: Request, seen: SeenInApp) -> Open:
    """What of the task a pattern's path is not known to do. Other words for it are no
    question where all values are in lists and fields, and the deed is the known one;
    words on top of all known ones are. Words for something else that was `seen`, or in
    the place of what the path chooses, are no other words for it."""
    match, task = followed.match, request.task
    told = in_own_words(task, match.further, list(_values(match)))
    worded = [one.words for one in told if one.is_wording]
    if any(one.about and one.code != "unexplained" for one in followed.doubts):
        worded = []
    if worded:
        besides = seen.besides(match.pattern, followed.steps)
        worded = [one for one in worded if stems_of(one).isdisjoint(besides)]
        if says_another_choice(match.pattern, followed.steps, task):
            worded = []
    is_borne_out = _has_all_values(match) and _rewords_deed(match.pattern, task)
    return Open(
        tuple(o.words for o in told if not (is_borne_out and o.words in worded)),
        tuple(worded),
        tuple(_ends(match, match.further, task)),
    )


def told_at_steps(decision: Decision, plan: Plan | None) -> tuple[str, ...]:
    """The doubts about words, where the plan's steps tell what they are about."""
    if plan is None or not (plan.further or plan.reworded):
        return ()
    return tuple(str(one) for one in decision.doubts if one.about)


def told_nowhere(decision: Decision, plan: Plan) -> tuple[str, ...]:
    """The doubts that no step of the plan tells: nobody who follows it stops there."""
    at_steps = told_at_steps(decision, plan)
    asked = ("no_value", "open") if plan.asks else ()
    doubts = ((one.code, str(one)) for one in decision.doubts)
    return tuple(t for code, t in doubts if code not in asked and t not in at_steps)


def without_ends(steps: Sequence[PlanStep], left: Open) -> tuple[PlanStep, ...]:
    """The steps with values without what is to be settled at their ends."""

    def change(text: str) -> str:
        for value, head in left.ends:
            text = text.replace(value, head)
        return text

    if not left.ends:
        return tuple(steps)
    return tuple(in_plan_step(step, change) for step in steps)


def _ends(
    match: PatternMatch, found: Sequence[str], task: str
) -> Iterator[tuple[str, str]]:
    """An end may be a part of the value, but for what stands behind a closing quotation
    mark, or asks for something more: an element or an option that is not called so is
    not found."""
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        head = head_of(value, found) if isinstance(value, str) else ""
        if not head or not isinstance(value, str):
            continue
        if _asks_more(slot, value[len(head) :], task):
            yield value, head


def _asks_more(slot: Slot, end: str, task: str) -> bool:
    """Does an end begin with a quotation's end or, where no value is a sentence, with a
    further request, or the comma at the end of the task?"""
    mark = end.lstrip()[:1]
    if mark in _CLOSING or is_prose(slot):
        return mark in _CLOSING
    is_last = mark in _COMMAS and task.rstrip(_STOPS).endswith(end)
    return is_last or task.find(end) in clause_starts(task)


def _values(match: PatternMatch) -> Iterator[str]:
    for value in match.bindings.values():
        yield from [value] if isinstance(value, str) else value


def _has_all_values(match: PatternMatch) -> bool:
    """Does the task give each value, of the kind that is known, and does a list or a
    field take it?"""
    taken = {
        hole.slot
        for step in match.pattern.steps
        if step.does.fills
        for hole in holes(step.value)
    }
    return not (match.unbound or match.ill_typed) and match.bindings.keys() <= taken


def _rewords_deed(pattern: Pattern, task: str) -> bool:
    """Does the task say all that a wording tells, or ask for the same kind of thing in
    the words that are its own? Words that nobody knows may ask for another; those on
    top of a wording that is said word for word ask for more."""
    asked = units(task)
    said = _stems(asked)
    told = [units(bare(one)) for one in pattern.all_wordings]
    if any(_stems(u for u in one if not u.is_mark) <= said for one in told):
        return False
    return any(
        _stems(u for u in one if u.is_content) <= said
        or _deed_beside(one, said) == _deed_beside(asked, _stems(one)) is not None
        for one in told
    )


def _deed_beside(some: Sequence[TextUnit], shared: set[str]) -> str | None:
    """What the words ask for that are not shared: "off the order list" and "on the
    order list" both have a list, and it says nothing of the deed."""
    return intent_of(" ".join(u.fold for u in some if stem(u.fold) not in shared))


def _stems(some: Iterable[TextUnit]) -> set[str]:
    return {stem(one.fold) for one in some}
