"""Which of a text's likely values are for which slots, as far as vectors tell: a value
is like the others of its slot, whatever words are around it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from kgmem.matching.assigning.slot_context import SlotContext
from kgmem.matching.assigning.ways import ValueWay
from kgmem.ports import Vectors
from kgmem.tuning import tuned

_TUNED = tuned("matching.assigning.closeness")

Embed = Callable[[Sequence[str]], Vectors]
"""Texts to unit vectors, in their order."""
CLOSE = _TUNED["close"]
"""Log-odds that a value is a slot's, for by how much it is nearer to the slot's
examples than to those of the other slots; 1 is as far as these are apart."""
LEAST_APART = _TUNED["least_apart"]
"""Slots with examples that are more alike than that are told apart no better for it."""
BEHIND = _TUNED["behind"]
"""Log-odds: ways that are further behind the likeliest one are not looked at."""


def closest(
    ways: Sequence[ValueWay], places: Sequence[SlotContext], embed: Embed
) -> list[ValueWay]:
    """The ways, the best first, with what vectors say of those that are likely."""
    slots = [place.slot for place in places if place.slot.examples]
    likely = [way for way in ways if way.score >= ways[0].score - BEHIND]
    if len(slots) < 2 or len(likely) < 2:
        return list(ways)
    column = {slot.name: n for n, slot in enumerate(slots)}
    taken = (item for way in likely for item in way.values.items())
    texts = [one.text for name, one in taken if name in column]
    texts += (example for slot in slots for example in slot.examples)
    texts = [*dict.fromkeys(texts)]
    rows = dict(zip(texts, embed(texts), strict=True))
    centres = np.stack(
        [np.mean([rows[one] for one in slot.examples], axis=0) for slot in slots]
    )
    between = centres @ centres.T
    others = len(slots) - 1
    apart = 1.0 - (between.sum() - between.trace()) / (len(slots) * others)

    def nearer(name: str, value: str) -> float:
        cosines = centres @ rows[value]
        own = cosines[column[name]]
        nearer_by = own - (cosines.sum() - own) / others
        return float(nearer_by / max(apart, LEAST_APART))

    def gain(way: ValueWay) -> float:
        told = ((name, one.text) for name, one in way.values.items() if name in column)
        return CLOSE * sum(nearer(*one) for one in told)

    found = [replace(way, score=way.score + gain(way)) for way in likely]
    return sorted(found, key=lambda way: -way.score)
