"""What of a text a pattern is not known to do: it may ask for something further, or for
something else.

Whatever neither the pattern nor a value says; words that turn the request; values that
no slot takes, or that stand behind another little word. Where that is nothing, the text
itself is: the same words in another order may mean something else.
"""

from collections.abc import Collection, Iterator, Sequence

from kgmem.matching.assigning.evidence import USUAL, is_said
from kgmem.matching.assigning.unit_tells import is_marker, marker_of
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.binding.reading import Reading
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.paraphrase import (
    Paraphrase,
    PatternOutline,
    is_same_language,
)
from kgmem.matching.sentence import is_quoted
from kgmem.matching.turning import GOING_ON, turn_in, turns
from kgmem.matching.value_fit import is_known, is_well_typed, said
from kgmem.model.texts.template import bare


def further_of_reading(read: Reading, text: str) -> tuple[str, ...]:
    """What the text says that a template does not, beside it or in the place of its
    words; all of it where nothing but words of the template lack: a value may hold
    what was said in their place."""
    told = (*read.beyond, *read.unexplained)
    return told or ((text,) if read.unsaid else ())


def further_of(
    asked: BareTask, outline: PatternOutline, read: Paraphrase
) -> tuple[str, ...]:
    """What of the text the pattern is not known to do, as `read` takes it: never
    nothing, as the text is in other words."""
    told = outline.literal | outline.names
    found = [*read.left, *_turned(asked, outline, read)]
    if is_same_language(asked, outline):
        found += _introduced_otherwise(asked, outline, read)
    little = {unit.fold for one in outline.wordings for unit in units(bare(one))}
    phrases = _phrases(asked.text, read.spans, told, little)
    found += (one for one in phrases if not any(one in known for known in found))
    return tuple(dict.fromkeys(found)) or (asked.text,)


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


def _phrases(
    text: str,
    values: Sequence[tuple[int, int]],
    told: frozenset[str],
    little: Collection[str],
) -> Iterator[str]:
    """What stands between marks, values and words that are `told`, with the word that
    joins it to what was said before; `little` words of the wordings alone are none."""
    phrase: list[TextUnit] = []
    for unit in (*units(text), None):
        if unit and not _ends_phrase(unit, values, told):
            phrase.append(unit)
            continue
        telling = [n for n, one in enumerate(phrase) if _tells(one)]
        if any(phrase[n].fold not in little for n in telling):
            first = telling[0]
            if first and phrase[first - 1].fold in GOING_ON:
                first -= 1
            yield text[phrase[first].start : phrase[telling[-1]].end]
        phrase = []


def _ends_phrase(
    unit: TextUnit, values: Sequence[tuple[int, int]], told: frozenset[str]
) -> bool:
    is_value = any(start <= unit.start < end for start, end in values)
    return is_value or unit.is_mark or (unit.is_content and is_said(unit, told))


def _tells(unit: TextUnit) -> bool:
    """Does it say something by itself, or turn the request?"""
    if unit.fold in GOING_ON or unit.fold in USUAL:
        return False
    return unit.is_content or turns(unit.fold)
