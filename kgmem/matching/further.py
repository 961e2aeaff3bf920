"""What of a text asks for something further, which a pattern does not do.

A clause of its own, without a value and with words that nothing explains: behind a word
that adds or orders, or behind a mark and without a word of the pattern; a word that
turns the request; a value that no slot takes. Other words in the place of the pattern's
are none: they may say the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.language.intent import intent_of
from kgmem.language.vocabulary import word_set
from kgmem.matching.anchor_words import weight
from kgmem.matching.assigning.evidence import is_said
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.bare_task import BareTask
from kgmem.matching.binding.reading import Reading
from kgmem.matching.paraphrase import Paraphrase, PatternOutline, is_same_language
from kgmem.matching.turning import turns

ENDS = frozenset(",;.!?，；。！？")
"""Marks that end a clause; what stands before a colon introduces what follows."""
JOINING = word_set("turning.addition") | word_set("turning.order")
"""Words that a further request begins with."""


@dataclass(slots=True)
class _Clause:
    """A part of a text between marks or joining words."""

    units: list[TextUnit] = field(default_factory=list)
    """Without those of values,"""
    has_value: bool = False
    """if it has any."""


def further_of_reading(read: Reading) -> tuple[str, ...]:
    """What a text says beside a template; nothing where it says it in the place of
    words of the template."""
    more = (*read.beyond, *read.unexplained)
    is_more = read.beyond or sum(map(weight, more)) > sum(map(weight, read.unsaid))
    return more if is_more else ()


def further_of(
    asked: BareTask, outline: PatternOutline, read: Paraphrase
) -> tuple[str, ...]:
    """What of the text asks for more than the pattern does, as `read` takes it."""
    is_same, told = is_same_language(asked, outline), outline.literal | outline.names
    found = list(read.left)
    for clause in _clauses(asked.text, read.spans):
        if not clause.has_value and _is_request(clause.units, outline, is_same):
            found.append(asked.text[clause.units[0].start : clause.units[-1].end])
        elif is_same:
            turning = (unit for unit in clause.units if turns(unit.fold))
            found += (unit.fold for unit in turning if not is_said(unit, told))
    return tuple(dict.fromkeys(found))


def _is_request(
    clause: Sequence[TextUnit], outline: PatternOutline, is_same: bool
) -> bool:
    """Does it say what the pattern does not? Without a word that joins it, only if it
    says nothing else; in another language, never."""
    content = [u for u in clause if u.is_content and u.fold not in JOINING]
    told = outline.literal | outline.names
    other = [unit for unit in content if not is_said(unit, told)]
    if all(_is_plain_verb(unit, outline) for unit in other):
        return False
    is_joined = clause[0].fold in JOINING
    return is_joined or (is_same and len(other) == len(content))


def _is_plain_verb(unit: TextUnit, outline: PatternOutline) -> bool:
    """Is it a verb for what the pattern does?"""
    return not unit.is_han and intent_of(unit.fold) in outline.intents - {None}


def _clauses(text: str, values: Sequence[tuple[int, int]]) -> Iterator[_Clause]:
    clause = _Clause()
    for unit in units(text):
        if any(start <= unit.start < end for start, end in values):
            clause.has_value = True
            continue
        if unit.fold in ENDS or unit.fold in JOINING:
            yield clause
            clause = _Clause()
        if unit.fold not in ENDS:
            clause.units.append(unit)
    yield clause
