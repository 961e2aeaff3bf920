"""What a unit of a text is by itself: a verb, a little word, a name of a field."""

from collections.abc import Sequence
from functools import lru_cache

from kgmem.language import chinese
from kgmem.language.intent import intent_of
from kgmem.language.stemming import stem
from kgmem.language.vocabulary import meanings, roles, word_set, words
from kgmem.matching.assigning.places import says
from kgmem.matching.assigning.units import TextUnit
from kgmem.matching.paraphrasing.bare_task import NAMING

_LEADING = NAMING | word_set("preposition.other")
_TRAILING = word_set("particle.closing")
GOAL = word_set("marker.goal")


@lru_cache(1 << 12)
def acts(fold: str) -> bool:
    """Is the folded word a verb for what tasks ask for?"""
    return intent_of(fold) is not None


def is_marker(fold: str) -> bool:
    """Does the folded word mark what stands behind it?"""
    return fold in meanings("marker")


def marker_of(before: Sequence[TextUnit]) -> str:
    """What the last of these units marks, or the one before it where it is a little
    word: "to" marks a goal in "to the …"; empty if none does."""
    for unit in reversed(before[-2:]):
        if unit.fold in meanings("marker"):
            return meanings("marker")[unit.fold]
        if unit.is_han and len(unit.fold) == 2 and unit.fold[-1] in GOAL:
            return "goal"
        if unit.is_content or unit.is_mark:
            return ""
    return ""


def leads(unit: TextUnit) -> bool:
    """Is it a Chinese word that mostly stands before a value and says of it what it
    is?"""
    return unit.is_han and (is_marker(unit.fold) or unit.fold in _LEADING)


def trails(unit: TextUnit) -> bool:
    """Is it a Chinese particle that stands behind what is said?"""
    return unit.is_han and unit.fold in _TRAILING


def is_frayed(unit: TextUnit) -> bool:
    """Do few values begin with the unit?"""
    return is_little(unit) or is_sign(unit)


def is_sign(unit: TextUnit) -> bool:
    """Is it a single Chinese sign?"""
    return unit.is_han and len(unit.fold) == 1


def is_little(unit: TextUnit) -> bool:
    """Does it say nothing by itself, or is it a Chinese word that names nothing?"""
    return (unit.is_han and is_relating(unit.fold)) or not says(unit)


def is_relating(word: str) -> bool:
    """Is the Chinese word none that names something? A single sign seldom is, nor a
    verb with its goal, as 标成."""
    if len(word) == 1 or chinese.is_relating(word):
        return True
    return len(word) == 2 and word[-1] in GOAL


@lru_cache(1)
def _fields() -> dict[str, str]:
    return {
        stem(word): role
        for role in roles("form_field")
        for word in words(f"form_field.{role}")
    }


@lru_cache(1 << 12)
def field_of(fold: str) -> str:
    """What a field that is called so holds; empty for any other word."""
    return _fields().get(stem(fold), "")


def mixed_ends(text: str, inner: Sequence[TextUnit]) -> tuple[bool, bool]:
    """Is the first of these units of the text, and the last, a plain Latin word beside
    names, numbers or Chinese: "outside 19 Church Row"?"""
    if len(inner) < 2:
        return False, False
    first, last = (_is_plain(text, inner[n]) for n in (0, -1))
    if not (first or last) or not any(_is_named(text, unit) for unit in inner):
        return False, False
    return first, last


def _is_plain(text: str, unit: TextUnit) -> bool:
    return not unit.is_han and text[unit.start : unit.end].islower()


def _is_named(text: str, unit: TextUnit) -> bool:
    sign = text[unit.start]
    return unit.is_han or sign.isdigit() or (sign.isupper() and unit.start > 0)
