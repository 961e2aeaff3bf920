"""What speaks against the values that a task is read to give."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from kgmem.language.amounts import unit_of
from kgmem.language.intent import INTENTS
from kgmem.language.numerals import read_whole
from kgmem.language.read_text import part_of_text
from kgmem.matching.anchor_words import NEVER_FIRST
from kgmem.matching.assigning.literals import literal_words, words_beside_values
from kgmem.matching.assigning.units import JOINTS, units
from kgmem.matching.introducing import introduces
from kgmem.matching.opposites import HAN_PREFIXES
from kgmem.matching.sentence import is_quoted
from kgmem.matching.told_again import values_of
from kgmem.matching.unnamed import is_unnamed
from kgmem.matching.value_fit import is_known, option_for, said
from kgmem.model.base import normalize
from kgmem.model.keys.identity import task_id
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern, PatternMatch, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.values.reason import Doubt
from kgmem.paths.step_text import texts_of_element
from kgmem.recall.request import Request

MEMBERS = 200
"""Members of a pattern whose values are looked at."""


def is_confirmed(match: PatternMatch, request: Request) -> bool:
    """Did a plan of the pattern succeed for this very text, and do its words leave no
    doubt where the values stand?"""
    if match.learned is None:
        return False
    app = request.app or match.pattern.app
    if task_id(request.space, app, request.task) not in match.learned.tasks:
        return False
    return values_of(match.learned.template, request.task) is not None


def doubts_of_wording(match: PatternMatch, task: str) -> Iterator[Doubt]:
    """Reasons to think that a value asks for something else than the pattern's members
    did: it names nothing in particular, is a request of its own, or begins with a
    little word as none of theirs, which may stand in the place of the wording's."""
    beside = words_beside_values(task, match.pattern, match.bindings)
    wordings = map(literal_words, match.pattern.all_wordings)
    is_worded = any(words <= beside for words in wordings)
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name, "")
        for item in [value] if isinstance(value, str) else value:
            if item and is_unnamed(slot, item) and not is_quoted(item, task):
                yield Doubt.of("unnamed", value=item, name=slot.name).on(item)
        if not isinstance(value, str) or not value or form_of(slot.kind).has_form:
            continue
        if is_known(slot, said(value)) or is_quoted(value, task):
            continue
        if _is_new(_verb, slot, value):
            yield Doubt.of("request", name=slot.name, value=value).on(value)
        if not is_worded and _is_new(_little_word, slot, value):
            told = {"value": value, "name": slot.name}
            yield Doubt.because("new_form", "written_otherwise", **told).on(value)


def _is_new(first: Callable[[str], str | None], slot: Slot, value: str) -> bool:
    """Does the value begin with such a word, as no known value of the slot does?"""
    return bool(first(value)) and not any(map(first, slot.examples))


@part_of_text
def _verb(value: str) -> str | None:
    """The intent of the verb that the value begins with, or the verb itself where it
    undoes something; a compound such as `open-source` is none."""
    first, *others = units(value) or [None]
    if first is None or not others or any(mark in first.fold for mark in JOINTS):
        return None
    undoing = (
        verb for verb in HAN_PREFIXES if len(verb) > 1 and value.startswith(verb)
    )
    intents = (k for k, verbs in INTENTS.items() if verbs.place(value) == 0)
    return next(chain(intents, undoing), None)


@part_of_text
def _little_word(value: str) -> str | None:
    """The preposition or the like that the value begins with."""
    first, *others = [unit.fold for unit in units(value)] or [""]
    return first if others and (introduces(first) or first in NEVER_FIRST) else None


def written_otherwise(
    match: PatternMatch, steps: Sequence[PlanStep]
) -> Iterator[Doubt]:
    """Amounts in another unit than all before, which no step says ("75 dollars" where
    75 is typed, and all that was done was in euro) or none of several runs had, and
    numbers in words where all before had digits."""
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if not isinstance(value, str) or not value or option_for(slot, said(value)):
            continue
        known = known_values(match.pattern, slot.name)
        if _lacks_unit(value, known, steps) or _is_first_in_words(value, known, steps):
            told = {"value": value, "name": slot.name}
            yield Doubt.because("new_form", "written_otherwise", **told).on(value)


def _lacks_unit(value: str, known: set[str], steps: Sequence[PlanStep]) -> bool:
    unit = unit_of(value)
    if unit is None or unit in map(unit_of, known):
        return False
    return len(known) > 1 or not any(normalize(value) in text for text in _texts(steps))


def _is_first_in_words(value: str, known: set[str], steps: Sequence[PlanStep]) -> bool:
    """Does a step enter it as a number in words, and had all before digits?"""
    if any(map(str.isdigit, value)) or read_whole(value) is None or not known:
        return False
    is_entered = normalize(value) in {normalize(s.value) for s in steps if s.value}
    return is_entered and all(any(map(str.isdigit, one)) for one in known)


def _texts(steps: Sequence[PlanStep]) -> Iterator[str]:
    """What steps enter, or call their elements by."""
    for step in steps:
        named = texts_of_element(step.target) if step.target else ()
        yield from map(normalize, (step.value or "", *named))


def known_values(pattern: Pattern, name: str) -> set[str]:
    """The values that the pattern's members have for a slot."""
    members = islice(pattern.memberships.values(), MEMBERS)
    return {str(one.bindings[name]) for one in members if name in one.bindings}
