"""What speaks against taking a task for what a pattern's wording says."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from kgmem.language.intent import INTENTS, intent_of
from kgmem.language.vocabulary import word_set
from kgmem.language.words import folds
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.spans import marker_of
from kgmem.matching.assigning.units import units
from kgmem.matching.introducing import introduces
from kgmem.matching.opposites import HAN_PREFIXES, is_opposite
from kgmem.matching.sentence import is_quoted
from kgmem.matching.told_again import values_of
from kgmem.matching.unnamed import is_unnamed
from kgmem.matching.value_fit import is_known, said
from kgmem.model.keys.identity import task_id
from kgmem.model.kind import form_of
from kgmem.model.pattern import PatternMatch, Slot
from kgmem.model.texts.template import Hole, parts
from kgmem.model.values.identical import Identical
from kgmem.recall.request import Request

Doubt = tuple[str, str]
"""A reason against a replay, and what would take it away."""
RELATION = word_set("turning.relation")
"""Words behind which a thing or a person stands, and no verb."""
REMEMBERED = 64
"""Matches of the last recalls: each is doubted at several places."""
SUCCESS = "a success of a request that says so"


def is_confirmed(match: PatternMatch, request: Request) -> bool:
    """Did a plan of the pattern succeed for this very text, and do its words leave no
    doubt where the values stand?"""
    if match.learned is None:
        return False
    app = request.app or match.pattern.app
    if task_id(request.space, app, request.task) not in match.learned.tasks:
        return False
    return values_of(match.learned.template, request.task) is not None


def doubts_of_wording(match: PatternMatch, task: str) -> tuple[Doubt, ...]:
    """Reasons to think that the task asks for something else than the pattern's
    members did: its first words, its intent, or a request within a value are new."""
    return _doubts(Identical(match), task)


@lru_cache(maxsize=REMEMBERED)
def _doubts(the: Identical[PatternMatch], task: str) -> tuple[Doubt, ...]:
    return tuple(_found(the.value, task))


def _found(match: PatternMatch, task: str) -> Iterator[Doubt]:
    for slot in _first_slots(match):
        value = match.bindings.get(slot.name)
        if isinstance(value, str) and value and not _is_told(slot, value, task):
            yield f"no known request begins with {value!r}", SUCCESS
    if asked := new_intent(match, task):
        yield doubt_of_intent(asked)
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if unnamed := _unnamed(slot, value, task):
            yield f"{unnamed!r} names no {slot.name}", f"the {slot.name} in the task"
        if isinstance(value, str) and (mark := _new_marker(slot, value, task)):
            yield f"no known value of {slot.name} begins with {mark!r}", SUCCESS
        if isinstance(value, str) and _is_request(slot, value, task):
            yield f"the value of {slot.name} asks for something: {value!r}", SUCCESS
        if isinstance(value, str) and (known_one := _opposite_of(slot, value)):
            yield f"{value!r} is the opposite of {known_one!r}, which was done", SUCCESS


def new_intent(match: PatternMatch, task: str) -> str | None:
    """What the task asks for and no wording of the pattern does, by the words beside
    the values; None where either is not known."""
    asked, known = _intent_beside(match, task), _intents_of(match.pattern.all_wordings)
    return asked if asked and known and asked not in known else None


def asks_otherwise(match: PatternMatch, task: str) -> Iterator[str]:
    """What of the task asks to do something else than the pattern's members did: values
    that begin with a verb, and all of it where its words beside them do."""
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if isinstance(value, str) and _is_request(slot, value, task):
            yield value
    if new_intent(match, task):
        yield task


def doubt_of_intent(asked: str) -> Doubt:
    """That no wording asks for it."""
    return f"it asks to {asked}, which no known request of its kind did", SUCCESS


def _first_slots(match: PatternMatch) -> Iterator[Slot]:
    """The slots that a wording begins with: where most languages say what is to be
    done. Not those whose values have a form, which is no verb's."""
    pattern, learned = match.pattern, match.learned
    own = (pattern.template, *pattern.wordings)
    for wording in own if learned is None else (learned.template,):
        for part in parts(wording):
            if isinstance(part, Hole):
                slot = next((s for s in pattern.slots if s.name == part.slot), None)
                form = form_of(slot.kind) if slot else None
                if slot and form and not (form.has_form or form.is_app):
                    yield slot
                break
            if any(map(_leads_in, folds(part))):
                break


def _leads_in(fold: str) -> bool:
    """Does the word say what is to be done, or what the value behind it is for?"""
    return is_content(fold) or fold in RELATION or introduces(fold)


def _is_told(slot: Slot, value: str, task: str) -> bool:
    """Is the value a known one, or between quotation marks?"""
    return is_known(slot, said(value)) or is_quoted(value, task)


def _intent_beside(match: PatternMatch, task: str) -> str | None:
    """What the task asks for in the words beside its values."""
    for given in match.bindings.values():
        for value in [given] if isinstance(given, str) else given:
            if value:
                task = task.replace(value, "…", 1)
    return _intent(task)


@lru_cache(1 << 12)
def _intents_of(wordings: tuple[str, ...]) -> frozenset[str]:
    """The same of a pattern's wordings."""
    bare = (
        "".join(part if isinstance(part, str) else "…" for part in parts(wording))
        for wording in wordings
    )
    return frozenset(found for text in bare if (found := _intent(text)))


def _is_request(slot: Slot, value: str, task: str) -> bool:
    """Does the value begin with a verb that asks for something, as no known value of
    the slot does?"""
    if form_of(slot.kind).has_form or _is_told(slot, value, task):
        return False
    begun = _begins_with(value)
    return (
        bool(begun)
        and len(folds(value)) > 1
        and not any(map(_begins_with, slot.examples))
    )


def _unnamed(slot: Slot, given: str | list[str] | None, task: str) -> str | None:
    """The first value that names nothing in particular, and is no quotation."""
    values = [given] if isinstance(given, str) else given or ()
    found = (v for v in values if v and is_unnamed(slot, v) and not is_quoted(v, task))
    return next(found, None)


def _new_marker(slot: Slot, value: str, task: str) -> str | None:
    """The little word that the value begins with, as no known value does: what stands
    before a value that is said in other words."""
    if form_of(slot.kind).has_form or _is_told(slot, value, task):
        return None
    begun = _marker(value)
    return begun if begun and not any(map(_marker, slot.examples)) else None


@lru_cache(1 << 12)
def _marker(value: str) -> str | None:
    found = units(value)
    is_first = len(found) > 1 and (marker_of(found[:1]) or introduces(found[0].fold))
    return found[0].fold if is_first else None


def _opposite_of(slot: Slot, value: str) -> str | None:
    """The known value of which a new one is the opposite."""
    if form_of(slot.kind).has_form or is_known(slot, said(value)):
        return None
    return next((one for one in slot.examples if is_opposite(one, value)), None)


_intent = lru_cache(1 << 12)(intent_of)


@lru_cache(1 << 12)
def _begins_with(value: str) -> str | None:
    """The intent of the verb that the value begins with, or the verb itself where it
    undoes something."""
    undoing = (
        verb for verb in HAN_PREFIXES if len(verb) > 1 and value.startswith(verb)
    )
    intents = (k for k, verbs in INTENTS.items() if verbs.place(value) == 0)
    return next(chain(intents, undoing), None)
