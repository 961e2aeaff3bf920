"""Do two patterns' paths do the same, whatever tasks they were shown for?"""

from collections.abc import Sequence

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.pattern import PatternStep
from kgmem.model.texts.template import holes


def does_the_same(one: Sequence[PatternStep], other: Sequence[PatternStep]) -> bool:
    """Are the steps that neither can do without the same, one by one, as far as their
    actions and elements tell? What a value names may be any element of the kind. No
    step does the same as none."""
    a, b = ([step for step in way if step.need == "required"] for way in (one, other))
    return len(a) == len(b) > 0 and all(map(_is_same, a, b))


def _is_same(a: PatternStep, b: PatternStep) -> bool:
    if a.action != b.action or (a.target is None) != (b.target is None):
        return False
    if a.target is None or b.target is None:
        return a.value == b.value
    if kind_of(a.target) != kind_of(b.target):
        return False
    names = a.target.name, b.target.name
    return any(map(holes, names)) or normalize(names[0] or "") == normalize(
        names[1] or ""
    )
