"""Options of a slot's list among a sentence's words."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kgmem.language.words import Span
from kgmem.matching.assigning.units import units
from kgmem.matching.sentence import Sentence
from kgmem.matching.value_fit import is_offered, option_for
from kgmem.model.pattern import Slot

LONGEST = 8
"""Words of an option that is looked for."""


class OptionSaid(NamedTuple):
    """What the words in a hole come to."""

    span: Span | None
    """The words that are an option; None where none is, or several are."""
    left: tuple[int, ...]
    """The other words in the hole, and the spare ones."""


def chosen(
    slot: Slot, sentence: Sentence, hole: Span, spare: Sequence[int]
) -> OptionSaid | None:
    """The only option that the hole holds, or else that stands in the `spare` words,
    which say nothing else; None for a hole that is one, or may be anything."""
    start, end = hole
    value = sentence.value(start, end)
    is_one = bool(value.folds) and is_offered(slot, value)
    if not slot.is_closed or slot.is_list or is_one:
        return None
    found = _only_option(slot, sentence, range(start, end)) or _only_option(
        slot, sentence, spare
    )
    inside = range(*found) if found else ()
    left = tuple(n for n in (*spare, *range(start, end)) if n not in inside)
    return OptionSaid(found, left)


def _only_option(slot: Slot, sentence: Sentence, places: Iterable[int]) -> Span | None:
    """The words among these that are an option, the longest first."""
    free, found = set(places), dict[str, Span]()
    borders = sentence.once("borders", _borders)
    for size in range(min(LONGEST, len(free)), 0, -1):
        for start in sorted(free):
            span = start, start + size
            if not free.issuperset(range(*span)) or not borders.issuperset(span):
                continue
            option = option_for(slot, sentence.value(*span))
            if option is not None and option.label not in found:
                found[option.label] = span
                free.difference_update(range(*span))
    return next(iter(found.values())) if len(found) == 1 else None


def _borders(sentence: Sentence) -> frozenset[int]:
    """The words that a word of the language begins or ends with: 高 is none in 提高."""
    cut = {at for unit in units(sentence.text) for at in (unit.start, unit.end)}
    begins = {n for n, word in enumerate(sentence.words) if word.start in cut}
    return frozenset(
        begins | {n + 1 for n, word in enumerate(sentence.words) if word.end in cut}
    )
