"""The items that stand beside one of them: of "a rug, a lamp and two chairs"."""

from collections.abc import Callable, Sequence

from kgmem.language import chinese
from kgmem.language.items import item_spans
from kgmem.language.vocabulary import word_set
from kgmem.language.words import Span
from kgmem.matching.anchor_words import POLAR
from kgmem.matching.assigning.places import says
from kgmem.matching.assigning.unit_tells import acts, is_sign
from kgmem.matching.assigning.units import TextUnit, units

_MARKS = frozenset(",、，;；&")
_JOINING = word_set("item.joining")
MAX_ITEMS = 20
MAX_UNITS = 5
"""Of what stands between two marks and is an item as a whole."""

IsOther = Callable[[TextUnit], bool]


def series_around(
    text: str, one: Span, is_other: IsOther, *, at_blanks: bool = False
) -> list[Span]:
    """Where the items of the series stand of which one, or some, are at `one`, in
    characters; with `at_blanks`, blanks alone part those. No item has a unit that
    `is_other`, a little word within, or begins with a verb for what tasks ask for."""
    found = list(units(text))
    inside = [n for n, unit in enumerate(found) if one[0] <= unit.start < one[1]]
    if not inside:
        return [one]
    parts = item_spans(text[slice(*one)], at_blanks=at_blanks)
    own = [(one[0] + start, one[0] + end) for start, end in parts]
    before = _items(found[: inside[0]][::-1], is_other, is_backward=True)
    after = _items(found[inside[-1] + 1 :], is_other, is_backward=False)
    return [*reversed(before), *own, *after]


def _items(
    found: Sequence[TextUnit], is_other: IsOther, *, is_backward: bool
) -> list[Span]:
    """Those that follow one after another, each behind what joins it to the last."""
    items: list[Span] = []
    at = 0
    while len(items) < MAX_ITEMS:
        start = at
        while start < len(found) and _joins(found[start]):
            start += 1
        end = start
        while end < len(found) and not _parts_items(found[end], is_other):
            end += 1
        if end == len(found) or is_other(found[end]) or end - start > MAX_UNITS:
            end = start
            while end < len(found) and _may_be_in(found[end], is_other):
                end += 1
        item = found[start:end][::-1] if is_backward else found[start:end]
        if start == at or not item or acts(item[0].fold):
            break
        items.append((item[0].start, item[-1].end))
        at = end
    return items


def _joins(unit: TextUnit) -> bool:
    return unit.fold in _MARKS or unit.fold in _JOINING


def _parts_items(unit: TextUnit, is_other: IsOther) -> bool:
    return unit.is_mark or _joins(unit) or is_other(unit) or _is_light(unit)


def _is_light(unit: TextUnit) -> bool:
    """Is it a little word, or one that mostly is?"""
    return unit.fold in POLAR or not says(unit)


def _may_be_in(unit: TextUnit, is_other: IsOther) -> bool:
    if _parts_items(unit, is_other):
        return False
    return not unit.is_han or not (is_sign(unit) or chinese.is_relating(unit.fold))
