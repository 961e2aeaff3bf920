"""The locators of an element, by how far each can be trusted to tell it again."""

import re
from collections.abc import Iterator

from kgmem.model.keys.table_rows import ROW_MATCH
from kgmem.model.keys.whereabouts import WITHIN
from kgmem.model.texts.shape import is_hash_like, looks_generated
from kgmem.model.trajectory import Element

NOT_OF_IT = frozenset({"name_match", ROW_MATCH, WITHIN})
"""Kinds that say how its name was told, or what the element stands in."""
_IDS = NOT_OF_IT | {"id", "test_id", "testid"}
"""Kinds that are no evidence here: ids are evidence of their own."""
_PLACES = frozenset({"xpath", "path"})
"""Kinds that count places."""
_COUNTED = re.compile(r"\\?:r[0-9a-z]{1,4}\\?:")
"""An id that a framework counted: `:r1:`."""


def chosen_locators(element: Element) -> list[str]:
    """Those without numbers and generated parts, as `kind=value`, sorted."""
    found = {pair for pair in _pairs(element) if _is_chosen(*pair)}
    return [f"{kind}={value}" for kind, value in sorted(found)]


def other_locators(element: Element) -> list[str]:
    """The rest: those that count places or hold what a program made, these last."""
    found = {pair for pair in _pairs(element) if not _is_chosen(*pair)}
    told = sorted(f"{kind}={value}" for kind, value in found)
    return sorted(told, key=is_generated)


def is_generated(locator: str) -> bool:
    """A part of it has a hash's shape; pseudo-classes and prefixes have none."""
    words = re.split(r"[^0-9A-Za-z]+", locator)
    return any(map(is_hash_like, words)) or bool(_COUNTED.search(locator))


def _pairs(element: Element) -> Iterator[tuple[str, str]]:
    for locator in element.locators:
        kind, value = locator.kind.casefold(), locator.value.strip()
        if value and kind not in _IDS:
            yield kind, value


def _is_chosen(kind: str, value: str) -> bool:
    has_digit = any(ch.isdigit() for ch in value)
    return not (kind in _PLACES or has_digit or looks_generated(value))
