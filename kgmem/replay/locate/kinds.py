"""Which elements an action can be done to, and which kinds exclude each other."""

from collections.abc import Mapping
from functools import lru_cache

from kgmem.model.action import ACTIONS, Action, Family
from kgmem.model.keys.element_evidence import EDITABLE, TOGGLES
from kgmem.model.trajectory import Element
from kgmem.paths.fits import GENERIC
from kgmem.paths.tidy import is_read_only

ENTRIES = EDITABLE | {"edit", "edittext", "textarea", "textfield"}
"""Kinds that text is typed into; the last are names of native controls."""
CHOICES = frozenset({
    "combobox", "listbox", "list", "menu", "option", "radio", "radiogroup", "select",
    "spinner", "tree",
})  # fmt: skip
"""Kinds that a value is chosen from, or that are the value."""
PRESSED = frozenset({
    "button", "cell", "columnheader", "gridcell", "heading", "imagebutton", "img",
    "link", "listitem", "menuitem", "menuitemradio", "option", "row", "tab",
    "treeitem",
})  # fmt: skip
"""Kinds that are clicked as a whole."""
TOGGLED = TOGGLES | {"menuitemradio", "option", "togglebutton"}
FAMILIES = (ENTRIES, CHOICES, PRESSED, TOGGLED)

_KINDS: Mapping[Family, frozenset[str]] = {
    "entry": ENTRIES,
    "choice": CHOICES,
    "toggle": TOGGLED,
}
_OFF = frozenset({"false", "0", "no", "none"})
_BLOCKING = ("disabled", "aria-disabled", "hidden", "aria-hidden", "inert")
"""Attributes that say so by being there (HTML's and ARIA's)."""
_ALLOWING = ("enabled", "visible", "displayed", "is_visible", "is_enabled")
"""Attributes of native drivers that say so by being false."""


def is_told_by_tag(element: Element) -> bool:
    """Does a selector tell its tag, and nothing its role or type?"""
    is_told = element.role or element.attributes.get("type")
    return bool(element.tag and element.locators and not is_told)


@lru_cache(maxsize=4_096)
def exclude_each_other(kind: str, other: str) -> bool:
    """Is one a field and the other a button, or the like? Kinds that are not known
    here, such as a page's own tags, exclude nothing."""
    mine, others = _families(kind), _families(other)
    return bool(mine and others) and mine.isdisjoint(others)


def _families(kind: str) -> frozenset[int]:
    """Which of `FAMILIES` it belongs to."""
    return frozenset(n for n, family in enumerate(FAMILIES) if kind in family)


def are_related(kind: str, other: str) -> bool:
    """Might one have been told as the other? Of one family, or one says nothing."""
    if kind in GENERIC or other in GENERIC:
        return True
    return any(kind in family and other in family for family in FAMILIES)


def can_take(action: Action, element: Element, kind: str, recorded: str) -> bool:
    """Can the action be done to the element, which is of this kind?

    `recorded`: the kind that it was done to before, which is never refused.
    """
    does = ACTIONS[action]
    if not does.fits or kind == recorded:
        return True
    if any(kind in _KINDS[family] for family in does.fits):
        return True
    return does.enters == "text" and _is_on(element.attributes.get("contenteditable"))


def is_blocked(element: Element, action: Action) -> bool:
    """Do its attributes say that it is hidden, disabled or (for typing) read-only? An
    input that takes files may be hidden: buttons and labels stand for it."""
    given = element.attributes
    if ACTIONS[action].enters == "file" and given.get("type", "").casefold() == "file":
        return _is_on(given.get("disabled"))
    if any(_is_on(given.get(key)) for key in _BLOCKING):
        return True
    if any(given.get(key, "").casefold() in _OFF - {""} for key in _ALLOWING):
        return True
    if ACTIONS[action].enters in ("text", "option") and is_read_only(element):
        return True
    if given.get("type", "").casefold() == "hidden":
        return True
    style = given.get("style", "").replace(" ", "").casefold()
    return "display:none" in style or "visibility:hidden" in style


def _is_on(value: str | None) -> bool:
    return value is not None and value.strip().casefold() not in _OFF
