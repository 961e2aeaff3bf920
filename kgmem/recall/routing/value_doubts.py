"""What speaks against the values that a task is read to give."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice

from kgmem.language import chinese
from kgmem.language.amounts import unit_of
from kgmem.language.intent import INTENTS
from kgmem.language.moments import read_date
from kgmem.language.numerals import read_whole
from kgmem.language.read_text import part_of_text
from kgmem.language.vocabulary import word_set
from kgmem.matching.anchor_words import NEVER_FIRST, NEVER_LAST
from kgmem.matching.assigning.literals import literal_words, words_beside_values
from kgmem.matching.assigning.units import JOINTS, units
from kgmem.matching.binding.reading import DONE_SIGNS
from kgmem.matching.introducing import introduces
from kgmem.matching.opposites import HAN_PREFIXES
from kgmem.matching.paraphrasing.bare_task import NAMING
from kgmem.matching.sentence import is_quoted
from kgmem.matching.told_again import values_of
from kgmem.matching.transform import apply
from kgmem.matching.unnamed import is_unnamed
from kgmem.matching.value_fit import is_known, option_for, said
from kgmem.model.base import normalize
from kgmem.model.keys.identity import task_id
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern, PatternMatch, PatternStep, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.texts.template import holes
from kgmem.model.trajectory import Mark
from kgmem.model.values.reason import Doubt
from kgmem.paths.marks import DATE, MONTH
from kgmem.paths.step_text import texts_of, texts_of_element
from kgmem.recall.request import Request
from kgmem.recall.routing.value_shapes import has_new_shape

_PART, _WORD = re.compile(r"\d+|[^\W\d_]+"), re.compile(r"[^\W\d_]+")
ASKING_SIGNS = word_set("asking_sign")
_READ_AS_DATES = ("date:", "dmy:")
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


def doubts_of_wording(
    match: PatternMatch, task: str, asks: Callable[[str], bool] = lambda _: False
) -> Iterator[Doubt]:
    """Reasons to think that a value asks for something else than the pattern's members
    did: it names nothing in particular, is a request of its own (`asks` may tell), or
    begins with a little word as none of theirs, which may stand in the place of the
    wording's."""
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
        if _is_new(_verb, slot, value) or asks(value):
            yield Doubt.of("request", name=slot.name, value=value).on(value)
        is_loose = not is_worded and _is_new(_little_word, slot, value)
        if is_loose or _is_new(_torn, slot, value) or _is_within_word(value, task):
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


@part_of_text
def _torn(value: str) -> str | None:
    """The word of several, not spelled as a name, that none begins or ends with: at its
    beginning one that says that a name follows, or that something was done; at its end
    one that introduces another value, or asks."""
    found = units(value)
    if len(found) < 2:
        return None
    first, last = found[0].fold, found[-1].fold
    if first in NAMING or first in DONE_SIGNS:
        return first
    is_plain = value.endswith(last) and last.isascii() and last in NEVER_LAST
    return last if is_plain or last in ASKING_SIGNS else None


def _is_within_word(value: str, task: str) -> bool:
    """Does it begin or end within a word of the task that a dictionary has?"""
    at, found = task.find(value), units(task)
    ends = at, at + len(value)
    torn = (u.fold for u in found if any(u.start < end < u.end for end in ends))
    return at >= 0 and any(len(chinese.known_words(one)) == 1 for one in torn)


def written_otherwise(
    match: PatternMatch, steps: Sequence[PlanStep]
) -> Iterator[Doubt]:
    """Amounts in another unit than all before, which no step says ("75 dollars" where
    75 is typed, and all that was done was in euro) or none of several runs had, and
    numbers in words where all before had digits, and numbers and dates written with
    other signs."""
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if not isinstance(value, str) or not value or option_for(slot, said(value)):
            continue
        known = known_values(match.pattern, slot.name)
        is_read = read_date(value) is not None and any(
            (one or "").startswith(_READ_AS_DATES)
            for one in _forms(match.pattern)[slot.name]
        )
        if (
            _lacks_unit(value, known, steps)
            or _has_first_words(value, known, steps)
            or has_new_shape(value, known, is_read=is_read)
        ):
            told = {"value": value, "name": slot.name}
            yield Doubt.because("new_form", "written_otherwise", **told).on(value)


def _lacks_unit(value: str, known: set[str], steps: Sequence[PlanStep]) -> bool:
    unit = unit_of(value)
    if unit is None or unit in map(unit_of, known):
        return False
    return len(known) > 1 or not any(normalize(value) in text for text in _texts(steps))


def lost_parts(match: PatternMatch) -> Iterator[Doubt]:
    """Parts of a value, such as the month of a date of which the path has a place for
    the day alone, that differ from those of all known values, and without which each
    step would be the same."""
    steps = match.pattern.steps
    if any(
        mark.turns or mark.kind in (MONTH, DATE) for mark in chain(*map(_marks, steps))
    ):
        return  # what the page shows tells
    forms_of = _forms(match.pattern)
    for slot in match.pattern.slots:
        value, forms = match.bindings.get(slot.name), forms_of[slot.name]
        known = known_values(match.pattern, slot.name)
        if not isinstance(value, str) or not forms or None in forms or not known:
            continue
        for part in _lost_parts(_in_order(value), [*map(_in_order, known)], forms):
            yield Doubt.of("unused", value=part, name=slot.name).on(value)


def _forms(pattern: Pattern) -> Mapping[str, set[str | None]]:
    """What becomes of each slot's value in the steps."""
    texts = chain.from_iterable(map(texts_of, pattern.steps))
    used = {hole for text in texts for hole in holes(text)}
    return {
        slot.name: {h.transform or slot.transform for h in used if h.slot == slot.name}
        for slot in pattern.slots
    }


def _marks(step: PatternStep) -> Sequence[Mark]:
    return step.expect.marks if step.expect else ()


def _in_order(value: str) -> str:
    """A date that is told in full as year, month and day; else the value."""
    date = read_date(value)
    is_whole = date and date.year and date.month and date.day
    return f"{date.year}-{date.month:02}-{date.day:02}" if date and is_whole else value


def _lost_parts(
    value: str, known: Sequence[str], forms: Collection[str | None]
) -> Iterator[str]:
    parts, others = [*_PART.finditer(value)], [_PART.findall(one) for one in known]
    others = [one for one in others if len(one) == len(parts)]
    for n, part in enumerate(parts):
        if not others or part[0].casefold() in {one[n].casefold() for one in others}:
            continue
        other = value[: part.start()] + others[0][n] + value[part.end() :]
        if all(apply(form, value) == apply(form, other) for form in forms):
            yield part[0]


def _has_first_words(
    value: str, known: Collection[str], steps: Sequence[PlanStep]
) -> bool:
    """Does a step enter it as a number in words where all before had digits, or with
    more words than these, which are but numbers or several that differ in numbers
    alone?"""
    said, *others = (_WORD.findall(one) for one in (value, *sorted(known)))
    is_entered = normalize(value) in {normalize(s.value) for s in steps if s.value}
    if not (others and is_entered and all(any(map(str.isdigit, k)) for k in known)):
        return False
    if not any(map(str.isdigit, value)) and read_whole(value) is not None:
        return True
    same = max(others)
    are_alike = same == min(others) and (not same or len(others) > 1)
    return are_alike and len(said) > len(same)


def _texts(steps: Sequence[PlanStep]) -> Iterator[str]:
    """What steps enter, or call their elements by."""
    for step in steps:
        named = texts_of_element(step.target) if step.target else ()
        yield from map(normalize, (step.value or "", *named))


def known_values(pattern: Pattern, name: str) -> set[str]:
    """The values that the pattern's members have for a slot."""
    members = islice(pattern.memberships.values(), MEMBERS)
    return {str(one.bindings[name]) for one in members if name in one.bindings}
