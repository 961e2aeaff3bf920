"""Names of which a value is only the beginning or the end: `Rus` finds `Russia`."""

from collections.abc import Sequence

from kgmem.model.base import normalize
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Element, Locator

NAME_BEGINS, NAME_ENDS = "name_begins", "name_ends"
"""Kinds of locators: what the element's name begins, or ends, with."""


def is_affix(locator: Locator) -> bool:
    """Is it about an end of the name?"""
    return locator.kind in (NAME_BEGINS, NAME_ENDS)


def affixes_of(element: Element) -> tuple[Locator, ...]:
    """The element's locators that are about an end of its name."""
    return tuple(filter(is_affix, element.locators))


def has_affixes(name: str, affixes: Sequence[Locator]) -> bool:
    """Does the name begin and end so, all folded?"""
    folded = normalize(name)
    return all(
        folded.startswith(normalize(one.value))
        if one.kind == NAME_BEGINS
        else folded.endswith(normalize(one.value))
        for one in affixes
    )


def shared_affixes(names: Sequence[str]) -> tuple[Locator, ...]:
    """What these names, templates at least one, have in common at their ends: a slot
    whose value is a part of a word there. All begin so, or all that have another value
    end so.

    The rest of the word is what the value stands for, such as the country that was
    found by its first letters: other values have another one.
    """
    parts = [templates.parts(name) for name in names]
    if not all(parts):
        return ()
    begun = {_cut(one, 0, 1) for one in parts}
    ended = {_cut(one, -1, -2) for one in parts}
    found: list[Locator] = []
    first = begun.pop() if len(begun) == 1 else None
    if first is not None:
        found.append(Locator(kind=NAME_BEGINS, value=str(first)))
        others = [one for one in parts if set(_holes(one)) - {first}]
        ended = {_cut(one, -1, -2) for one in others}
    last = ended.pop() if len(ended) == 1 else None
    if last is not None:
        found.append(Locator(kind=NAME_ENDS, value=str(last)))
    return tuple(found)


_Parts = Sequence[str | templates.Hole]


def _holes(parts: _Parts) -> list[templates.Hole]:
    return [part for part in parts if isinstance(part, templates.Hole)]


def _cut(parts: _Parts, end: int, beside: int) -> templates.Hole | None:
    """The hole at this end, if a word goes on beside it. `end` and `beside` are the
    indexes of the two: 0 and 1, or -1 and -2."""
    if len(parts) < 2:
        return None
    hole, rest = parts[end], parts[beside]
    if not isinstance(hole, templates.Hole) or not isinstance(rest, str):
        return None
    return hole if rest[end].isalpha() else None
