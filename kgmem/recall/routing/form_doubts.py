"""What speaks against values that are written otherwise than all before."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from rapidfuzz.distance import Levenshtein

from kgmem.language.amounts import unit_of
from kgmem.language.numerals import read_whole
from kgmem.matching.anchor_words import is_han
from kgmem.matching.turning import is_moment
from kgmem.matching.value_fit import option_for, said
from kgmem.model.base import normalize
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.plan import PlanStep
from kgmem.model.values.reason import Doubt
from kgmem.paths.step_text import texts_of_element

MEMBERS = 200
"""Members of a pattern whose values are looked at."""


def written_otherwise(
    match: PatternMatch, steps: Sequence[PlanStep]
) -> Iterator[tuple[str, Doubt]]:
    """The values, each with the doubt: amounts in another unit than all before, which
    no step says ("75 dollars" where 75 is typed, and all that was done was in euro) or
    none of several runs had,
    days and numbers that a step enters as the task has them and no field took so, and
    numbers in other words than all others."""
    for slot in match.pattern.slots:
        value, form = match.bindings.get(slot.name), form_of(slot.kind)
        if not isinstance(value, str) or not value or option_for(slot, said(value)):
            continue
        known = known_values(match.pattern, slot.name)
        if form.has_unit and _lacks_unit(value, known, steps):
            yield value, Doubt.of("new_unit", value=value, name=slot.name)
        is_new = (
            _is_new_to_fields(value, known, steps)
            if form.is_moment or (known and all(map(is_moment, known)))
            else _is_first_in_words(value, known, steps)
            or _is_unlike(value, known)
            or _is_other_sort(value, known)
        )
        if is_new:
            yield value, Doubt.of("new_form", value=value, name=slot.name)


def _lacks_unit(value: str, known: set[str], steps: Sequence[PlanStep]) -> bool:
    unit = unit_of(value)
    if unit is None or unit in map(unit_of, known):
        return False
    return len(known) > 1 or not any(normalize(value) in said for said in _said(steps))


def _is_new_to_fields(value: str, known: set[str], steps: Sequence[PlanStep]) -> bool:
    if _written(value) in map(_written, known):
        return False
    return normalize(value) in set(_said(steps))


def _is_first_in_words(value: str, known: set[str], steps: Sequence[PlanStep]) -> bool:
    """Does a step enter it as a number in words, and had all before digits?"""
    if any(map(str.isdigit, value)) or read_whole(value) is None or not known:
        return False
    is_entered = normalize(value) in {normalize(s.value) for s in steps if s.value}
    return is_entered and all(any(map(str.isdigit, one)) for one in known)


def _is_unlike(value: str, known: set[str]) -> bool:
    """Have several others numbers in the same words, and it in such as differ by one
    Chinese sign: 前4节 beside 第3节 and 第5节?"""
    shapes = set(map(_shape, known))
    shape = _shape(value)
    if len(known) < 2 or len(shapes) > 1 or shape in shapes or "9" not in shape:
        return False
    edits = Levenshtein.editops(shape, usual := shapes.pop())
    if "9" not in usual or len(edits) != 1:
        return False
    (edit,) = edits
    return any(map(is_han, (shape + " ")[edit.src_pos] + (usual + " ")[edit.dest_pos]))


def _is_other_sort(value: str, known: set[str]) -> bool:
    """Does it say when, as none of several others: a time among means of travel?"""
    return len(known) > 1 and is_moment(value) and not any(map(is_moment, known))


def _shape(value: str) -> str:
    """It with 9 for each number and a for each Latin word."""
    plain = re.sub(r"\d+(?:[.,]\d+)*", "9", normalize(value))
    return re.sub(r"[^\W\d_\u3400-\u9fff]+", "a", plain)


def _written(value: str) -> str:
    """Its marks, with 9 for each number and a for each word."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", normalize(value)))


def _said(steps: Sequence[PlanStep]) -> Iterator[str]:
    """What steps enter, or call their elements by."""
    for step in steps:
        named = texts_of_element(step.target) if step.target else ()
        yield from map(normalize, (step.value or "", *named))


def known_values(pattern: Pattern, name: str) -> set[str]:
    """The values that the pattern's members have for a slot."""
    members = islice(pattern.memberships.values(), MEMBERS)
    return {str(one.bindings[name]) for one in members if name in one.bindings}
