"""What of a text a pattern is not known to do: it may ask for something further.

A clause of its own, without a value and with words that nothing explains: behind a word
that adds or orders, or behind a mark and without a word of the pattern; a word that
turns the request; a value that no slot takes; and other words in the place of the
pattern's, which may say the same ("freeze" for "block") or not ("unblock").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.language.intent import intent_of
from kgmem.matching.anchor_words import FUNCTION, POLAR
from kgmem.matching.assigning.evidence import is_said
from kgmem.matching.assigning.spans import is_marker, marker_of
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.binding.reading import Reading
from kgmem.matching.paraphrasing.bare_task import NAMING, BareTask
from kgmem.matching.paraphrasing.paraphrase import (
    USUAL,
    Paraphrase,
    PatternOutline,
    is_same_language,
)
from kgmem.matching.sentence import is_quoted
from kgmem.matching.turning import GOING_ON, turn_in, turns
from kgmem.matching.value_fit import is_known, is_well_typed, said
from kgmem.model.texts.template import parts

ENDS = frozenset(",;.!?，；。！？")
"""Marks that end a clause; what stands before a colon introduces what follows."""

_NO_PHRASE = NAMING | GOING_ON | POLAR
"""Words that say nothing else by themselves, or are looked at clause by clause."""


@dataclass(slots=True)
class _Clause:
    """A part of a text between marks or joining words."""

    units: list[TextUnit] = field(default_factory=list)
    """Without those of values;"""
    behind: list[TextUnit] = field(default_factory=list)
    """those of them behind its last value."""
    values: list[tuple[int, int]] = field(default_factory=list)
    """Where the words of its values stand."""
    is_opening: bool = False
    """Does it begin the text with a little word: "In my list, …"?"""


def further_of_reading(read: Reading) -> tuple[str, ...]:
    """What a text says that a template does not, beside it or in the place of its
    words."""
    return (*read.beyond, *read.unexplained)


def further_of(
    asked: BareTask, outline: PatternOutline, read: Paraphrase
) -> tuple[str, ...]:
    """What of the text asks for more than the pattern does, as `read` takes it."""
    is_same, told = is_same_language(asked, outline), outline.literal | outline.names
    names_all = is_same and outline.things <= asked.stems.keys()
    found, before = [*read.left, *_turned(asked, outline, read)], set[str]()
    for clause in _clauses(asked.text, read.spans):
        if _is_request(clause, outline, is_same) or (
            names_all and _is_phrase(clause, outline)
        ):
            own = clause.behind if clause.values else clause.units
            found.append(asked.text[own[0].start : own[-1].end])
        elif _is_swallowed(clause, asked, outline) or _is_another(
            clause, outline, before
        ):
            end = max(clause.values[-1][1], clause.units[-1].end)
            found.append(asked.text[clause.units[0].start : end])
        elif is_same:
            turning = (u for u in clause.units if _turns(u.fold))
            found += (unit.fold for unit in turning if not is_said(unit, told))
        before |= {unit.fold for unit in _content(clause.units)}
    if is_same:
        found += _introduced_otherwise(asked, outline, read)
    others = _in_other_words(asked, outline, read)
    found += (one for one in others if not any(one in known for known in found))
    is_other = read.is_opposite or (is_same and not _says_the_same(asked, outline))
    if not found and is_other:
        found = [asked.text]
    return tuple(dict.fromkeys(found))


def _turned(
    asked: BareTask, outline: PatternOutline, read: Paraphrase
) -> Iterator[str]:
    """What turns the request within a value, as no value of the slot has it, and values
    that are not of their slot's kind."""
    for place in outline.places:
        value, slot = read.bindings.get(place.slot.name), place.slot
        if not isinstance(value, str) or is_known(slot, said(value)):
            continue
        if not is_well_typed(slot, said(value)):
            yield value
        elif not is_quoted(value, asked.text):
            turned = turn_in(slot, value)
            if turned is not None:
                yield turned


def _introduced_otherwise(
    asked: BareTask, outline: PatternOutline, read: Paraphrase
) -> Iterator[str]:
    """Values behind a little word that says something else of them than any wording:
    "from Bob" for "to Bob"."""
    for place in outline.places:
        value = read.bindings.get(place.slot.name)
        if not isinstance(value, str) or not place.markers:
            continue
        start = max(0, asked.text.find(value))
        before = units(asked.text[:start])
        marker = marker_of(before)
        if marker and marker not in place.markers:
            marks = [unit for unit in before[-2:] if is_marker(unit.fold)]
            yield asked.text[(marks or before)[-1].start : start + len(value)]


def _says_the_same(asked: BareTask, outline: PatternOutline) -> bool:
    """Does it say beside the values what is done, and with what?"""
    said = asked.stems.keys()
    does = said & outline.heads or intent_of(asked.text) in outline.intents - {None}
    return bool(does) and bool(said & outline.things or not outline.things)


def _in_other_words(
    asked: BareTask, outline: PatternOutline, read: Paraphrase
) -> Iterator[str]:
    """Phrases for which nothing but their likeness speaks. Not those with a verb that
    asks for what the pattern does, in its own language; in another one nothing tells
    what it is to be done with."""
    told, intents = outline.literal | outline.names, outline.intents - {None}
    if not is_same_language(asked, outline):
        intents = frozenset()
    for phrase in _phrases(asked.text, read.spans, told):
        said = asked.text[phrase[0].start : phrase[-1].end]
        if intent_of(said) not in intents:
            yield said


def _phrases(
    text: str, values: Sequence[tuple[int, int]], told: frozenset[str]
) -> Iterator[list[TextUnit]]:
    """The content words beside the values that are not `told`, those in a row
    together."""
    phrase: list[TextUnit] = []
    for unit in units(text):
        is_value = any(start <= unit.start < end for start, end in values)
        is_new = not is_value and unit.is_content and not is_said(unit, told)
        if is_new and unit.fold not in _NO_PHRASE:
            phrase.append(unit)
        elif phrase:
            yield phrase
            phrase = []
    if phrase:
        yield phrase


def _turns(fold: str) -> bool:
    return turns(fold) or fold in POLAR - USUAL


def _is_request(clause: _Clause, outline: PatternOutline, is_same: bool) -> bool:
    """Does it say what the pattern does not, and no value? Without a word that joins
    it, only if it says nothing else; in another language, never."""
    if clause.values or not _says_other(clause.units, outline):
        return False
    if clause.is_opening:
        return False
    is_joined = clause.units[0].fold in GOING_ON
    return is_joined or (is_same and not _says_own(clause.units, outline))


def _is_phrase(clause: _Clause, outline: PatternOutline) -> bool:
    """Does a phrase follow its last value, as "with breakfast", that says what the
    pattern does not? It counts where the text has all the things of the pattern: else
    it may name one of them."""
    said = clause.behind
    if not clause.values or not said or said[0].fold not in FUNCTION:
        return False
    return _says_other(said, outline) and not _says_own(said, outline)


def _is_swallowed(clause: _Clause, asked: BareTask, outline: PatternOutline) -> bool:
    """Is there nothing but a joining word and a value that nothing shows to be one,
    where no wording joins anything? It may be a request: "and check out"."""
    if not clause.values or not clause.units or any(_content(clause.units)):
        return False
    start, end = clause.values[0][0], clause.values[-1][1]
    is_shown = any(v.start < end and start < v.end for v in asked.values)
    return clause.units[0].fold in GOING_ON and not is_shown and not _joins(outline)


def _is_another(clause: _Clause, outline: PatternOutline, before: set[str]) -> bool:
    """Does a joining word bring in a value with a word that was said before, and with
    one that nothing explains? Then the like is to be done once more."""
    if not clause.values or not clause.units or clause.units[0].fold not in GOING_ON:
        return False
    is_again = any(unit.fold in before for unit in _content(clause.units))
    return is_again and _says_other(clause.units, outline)


def _joins(outline: PatternOutline) -> bool:
    """Does a wording have a joining word?"""
    return any(
        unit.fold in GOING_ON
        for wording in outline.pattern.all_wordings
        for part in parts(wording)
        if isinstance(part, str)
        for unit in units(part)
    )


def _says_other(units: Sequence[TextUnit], outline: PatternOutline) -> bool:
    """Are there words that the pattern lacks, beside verbs for what it does?"""
    told, intents = outline.literal | outline.names, outline.intents - {None}
    return any(
        not is_said(unit, told) and (unit.is_han or intent_of(unit.fold) not in intents)
        for unit in _content(units)
    )


def _says_own(units: Sequence[TextUnit], outline: PatternOutline) -> bool:
    """Are there words of the pattern?"""
    told = outline.literal | outline.names
    return any(is_said(unit, told) for unit in _content(units))


def _content(units: Sequence[TextUnit]) -> Iterator[TextUnit]:
    return (u for u in units if u.is_content and u.fold not in GOING_ON)


def _clauses(text: str, values: Sequence[tuple[int, int]]) -> Iterator[_Clause]:
    clause = _Clause()
    for unit in units(text):
        if any(start <= unit.start < end for start, end in values):
            clause.values.append((unit.start, unit.end))
            clause.behind = []
            continue
        if unit.fold in ENDS or unit.fold in GOING_ON:
            yield clause
            clause = _Clause()
        if not clause.units and not clause.values and not unit.start:
            clause.is_opening = unit.fold in FUNCTION or is_marker(unit.fold)
        if unit.fold not in ENDS:
            clause.units.append(unit)
            clause.behind.append(unit)
    yield clause
