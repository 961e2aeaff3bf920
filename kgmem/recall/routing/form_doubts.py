"""What speaks against values that are written otherwise than all before."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kgmem.language.amounts import unit_of
from kgmem.model.base import normalize
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.plan import PlanStep
from kgmem.paths.step_text import texts_of_element
from kgmem.recall.routing.wording_doubts import Doubt

MEMBERS = 200
"""Members of a pattern whose values are looked at."""


def doubts_of_units(match: PatternMatch, steps: Sequence[PlanStep]) -> Iterator[Doubt]:
    """Amounts in another unit than all before, which no step says: "75 dollars" where
    75 is typed, and all that was done was in euro."""
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if not isinstance(value, str) or not form_of(slot.kind).has_unit:
            continue
        unit = unit_of(value)
        if unit is None or any(normalize(value) in said for said in _said(steps)):
            continue
        if unit not in map(unit_of, known_values(match.pattern, slot.name)):
            yield (
                f"no step says the unit of {value!r}, and no run had it",
                f"a success with {slot.name} in that unit",
            )


def doubts_of_dates(match: PatternMatch, steps: Sequence[PlanStep]) -> Iterator[Doubt]:
    """Dates and times that a step enters as the task has them, and that are written
    otherwise than all before: "20 December" where fields took 2026-12-03."""
    entered = {normalize(step.value) for step in steps if step.value}
    for slot in match.pattern.slots:
        value = match.bindings.get(slot.name)
        if not isinstance(value, str) or not form_of(slot.kind).is_moment:
            continue
        known = map(_written, known_values(match.pattern, slot.name))
        if normalize(value) in entered and _written(value) not in known:
            yield (
                f"{value!r} is written otherwise than all values of {slot.name} before",
                f"a success with {slot.name} written so",
            )


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
