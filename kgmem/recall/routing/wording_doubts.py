"""What speaks against taking a task for what a pattern's wording says."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise

from kgmem.language import chinese
from kgmem.language.intent import INTENTS, intent_of
from kgmem.language.read_text import part_of_text
from kgmem.language.typed import kind_of
from kgmem.language.vocabulary import word_set
from kgmem.language.words import folds
from kgmem.matching.anchor_words import CLOSING, LIGHT, NEVER_FIRST, is_content, is_han
from kgmem.matching.asking import new_question
from kgmem.matching.assigning.slot_context import called_first
from kgmem.matching.assigning.unit_tells import acts
from kgmem.matching.assigning.units import JOINTS, TextUnit, units
from kgmem.matching.introducing import introduces
from kgmem.matching.opposites import HAN_PREFIXES, is_opposite
from kgmem.matching.sentence import is_quoted
from kgmem.matching.told_again import values_of
from kgmem.matching.turning import VERB_FORMS, is_moment
from kgmem.matching.unnamed import is_unnamed
from kgmem.matching.value_fit import is_known, said
from kgmem.model.keys.identity import task_id
from kgmem.model.kind import form_of
from kgmem.model.pattern import PatternMatch, Slot
from kgmem.model.texts.template import Hole, bare, parts
from kgmem.model.values.identical import Identical
from kgmem.model.values.reason import Doubt
from kgmem.recall.request import Request

RELATION = word_set("turning.relation")
"""Words behind which a thing or a person stands, and no verb."""
PAST = word_set("past")
"""Words that say that something was."""
REMEMBERED = 64
"""Matches of the last recalls: each is doubted at several places."""


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
    return tuple(dict.fromkeys(doubt for _, doubt in _doubts(Identical(match), task)))


def asks_otherwise(match: PatternMatch, task: str) -> tuple[str, ...]:
    """What of the task these doubts are about: values, or all of it."""
    return tuple(dict.fromkeys(said for said, _ in _doubts(Identical(match), task)))


@lru_cache(maxsize=REMEMBERED)
def _doubts(the: Identical[PatternMatch], task: str) -> tuple[tuple[str, Doubt], ...]:
    return tuple(_found(the.value, task))


def _found(match: PatternMatch, task: str) -> Iterator[tuple[str, Doubt]]:
    for slot in _first_slots(match):
        value = match.bindings.get(slot.name)
        if (
            isinstance(value, str)
            and _may_ask(value)
            and not _is_told(slot, value, task)
        ):
            yield value, Doubt.of("begins", value=value)
    if word := _question(match, task):
        yield task, Doubt.of("new_word", word=word)
    if past := _past(match, task):
        yield task, Doubt.of("new_word", word=past)
    if asked := new_intent(match, task):
        yield task, Doubt.of("intent", asked=asked)
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if unnamed := _unnamed(slot, value, task):
            yield unnamed, Doubt.of("unnamed", value=unnamed, name=slot.name)
        if isinstance(value, str) and not _is_told(slot, value, task):
            is_introduced = _is_behind_colon(match, slot, value, task)
            yield from ((value, one) for one in _of_value(slot, value, is_introduced))
        if isinstance(value, str) and (known_one := _opposite_of(slot, value)):
            yield value, Doubt.of("opposite", value=value, known=known_one)
        if isinstance(value, str) and (thanks := _thanks(slot, value, task)):
            yield value, Doubt.of("polite", word=thanks, name=slot.name)
        for item in [value] if isinstance(value, str) else value or ():
            said = _says_wording(match, slot, item)
            if said and not is_quoted(item, task):
                told = Doubt.of("again", name=slot.name, words=said, value=item)
                yield item, told


def _of_value(slot: Slot, value: str, is_introduced: bool) -> Iterator[Doubt]:
    """What speaks against a value that is no known one, and not quoted.
    `is_introduced`: no little word stands in the place of another one."""
    if not is_introduced and (mark := _new_marker(slot, value)):
        yield Doubt.of("new_start", name=slot.name, word=mark)
    if _is_request(slot, value):
        yield Doubt.of("request", name=slot.name, value=value)
    if name := called_first(slot, value):
        yield Doubt.of("called", name=slot.name, word=name)
    if _is_cased_otherwise(slot, value) or _is_no_day(slot, value):
        yield Doubt.of("new_form", value=value, name=slot.name)


def new_intent(match: PatternMatch, task: str) -> str | None:
    """What the task asks for and no wording of the pattern does, by the words beside
    the values; None where either is not known."""
    asked, known = _intent_beside(match, task), _intents_of(match.pattern.all_wordings)
    return asked if asked and known and asked not in known else None


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


def _may_ask(value: str) -> bool:
    """May it begin with a verb? A day doesn't, nor a single word or Chinese words that
    are known for none."""
    if is_moment(value) or form_of(kind_of(value)).has_form:
        return False
    found = [unit for unit in units(value) if not unit.is_mark]
    if any(unit.fold in VERB_FORMS or acts(unit.fold) for unit in found):
        return True
    if all(unit.is_han for unit in found):
        return any(map(_may_be_verb, found))
    return len(found) > 1


def _may_be_verb(unit: TextUnit) -> bool:
    is_named = unit.fold in LIGHT or chinese.names_thing(unit.fold)
    return chinese.is_relating(unit.fold) and not is_named


def _is_told(slot: Slot, value: str, task: str) -> bool:
    """Is the value a known one, or between quotation marks?"""
    return is_known(slot, said(value)) or is_quoted(value, task)


def _intent_beside(match: PatternMatch, task: str) -> str | None:
    """What the task asks for in the words beside its values."""
    return _intent(_beside(match, task))


def _question(match: PatternMatch, task: str) -> str | None:
    """The word by which the task asks something, as no wording does."""
    return new_question(_beside(match, task), map(bare, match.pattern.all_wordings))


def _beside(match: PatternMatch, task: str) -> str:
    """The task with a mark in the place of each value."""
    for given in match.bindings.values():
        for value in [given] if isinstance(given, str) else given:
            if value:
                task = task.replace(value, "…", 1)
    return task


@lru_cache(1 << 12)
def _intents_of(wordings: tuple[str, ...]) -> frozenset[str]:
    """The same of a pattern's wordings."""
    return frozenset(found for text in map(bare, wordings) if (found := _intent(text)))


def _is_request(slot: Slot, value: str) -> bool:
    """Does the value begin with a verb that asks for something, as no known value of
    the slot does?"""
    if form_of(slot.kind).has_form:
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


def _new_marker(slot: Slot, value: str) -> str | None:
    """The little word that the value begins with, as no known value does: what stands
    before a value that is said in other words."""
    is_formed = form_of(slot.kind).has_form and form_of(kind_of(value)).has_form
    if is_formed:
        return None
    begun = _marker(value)
    return begun if begun and not any(map(_marker, slot.examples)) else None


@part_of_text
def _marker(value: str) -> str | None:
    found = units(value)
    if len(found) < 2:
        return None
    first = found[0].fold
    return first if introduces(first) or first in NEVER_FIRST else None


def _is_behind_colon(match: PatternMatch, slot: Slot, value: str, task: str) -> bool:
    """Do the wording and the task give the value directly behind a colon?"""
    told = match.learned.template if match.learned else match.pattern.template
    before = next(
        (
            one
            for one, hole in pairwise(parts(told))
            if isinstance(hole, Hole) and hole.slot == slot.name
        ),
        "",
    )
    texts = (before if isinstance(before, str) else "", task.rpartition(value)[0])
    return all(text.rstrip().endswith((":", "：")) for text in texts)


def _is_cased_otherwise(slot: Slot, value: str) -> bool:
    """Do all known values begin with a capital letter, and this one with a plain word
    before one, "past Onsite", or is it a phrase: "club's membership altogether"?"""
    known = slot.examples
    if not known or not all(one[:1].isupper() for one in known):
        return False
    if value.islower() and len(known) > 1:
        return len(value.split()) > 2 and not any(map(str.isdigit, value))
    return value[:1].islower() and any(word[0].isupper() for word in value.split())


def _thanks(slot: Slot, value: str, task: str) -> str | None:
    """The polite word at the end of what is told behind a colon, with the value or
    behind it, as no known value ends with."""
    before, at, behind = task.rpartition(value)
    if not at or before.rstrip()[-1:] not in {":", "："}:
        return None
    rest = [unit.fold for unit in units(behind) if not unit.is_mark]
    last = (rest or [unit.fold for unit in units(value)] or [""])[-1]
    is_usual = any(one.endswith(last) for one in slot.examples)
    return last if all(map(_is_polite, [*rest, last])) and not is_usual else None


def _is_polite(fold: str) -> bool:
    return fold in CLOSING or (is_han(fold[:1]) and CLOSING.issuperset(fold))


def _says_wording(match: PatternMatch, slot: Slot, value: str) -> str | None:
    """What of the wording's own Chinese words the value says again, as no known value:
    it may hold a request of its own. An item of a list may begin or end with it."""
    for words in _own_words(match.pattern.template):
        at = value.find(words)
        is_within = 0 < at < len(value) - len(words) or (slot.is_list and at >= 0)
        if is_within and not any(words in one for one in slot.examples):
            return words
    return None


def _own_words(template: str) -> tuple[str, ...]:
    """The runs of Chinese words in a wording that say something."""
    texts = (part for part in parts(template) if isinstance(part, str))
    runs = (run for text in texts for run in re.split(r"[\W_]+", text))
    return tuple(
        run
        for run in runs
        if len(run) > 1 and all(map(is_han, run)) and any(map(is_content, run))
    )


def _past(match: PatternMatch, task: str) -> str | None:
    """The word that says that something was, as no wording does."""
    said = PAST.intersection(folds(_beside(match, task)))
    wordings = map(bare, match.pattern.all_wordings)
    return None if any(PAST & {*folds(w)} for w in wordings) else next(iter(said), None)


def _is_no_day(slot: Slot, value: str) -> bool:
    """Do all known values name a moment, and it does not?"""
    return (
        bool(slot.examples)
        and all(map(is_moment, slot.examples))
        and not (is_moment(value) or form_of(kind_of(value)).has_form)
    )


def _opposite_of(slot: Slot, value: str) -> str | None:
    """The known value of which a new one is the opposite."""
    if form_of(slot.kind).has_form or is_known(slot, said(value)):
        return None
    return next((one for one in slot.examples if is_opposite(one, value)), None)


_intent = part_of_text(intent_of)


@part_of_text
def _begins_with(value: str) -> str | None:
    """The intent of the verb that the value begins with, or the verb itself where it
    undoes something; a compound such as `open-source` is none."""
    if any(mark in units(value)[0].fold for mark in JOINTS) if units(value) else True:
        return None
    undoing = (
        verb for verb in HAN_PREFIXES if len(verb) > 1 and value.startswith(verb)
    )
    intents = (k for k, verbs in INTENTS.items() if verbs.place(value) == 0)
    return next(chain(intents, undoing), None)
