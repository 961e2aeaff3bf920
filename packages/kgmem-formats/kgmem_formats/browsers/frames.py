"""Is an element of browser-use's in a frame? Its path ends at the frame that it is in,
and nothing else tells of one; but its hash is that of its tags from the page on."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import product

from kgmem.formats import mapping_of, text_of

HASHED = frozenset({
    "accept", "alt", "aria-atomic", "aria-autocomplete", "aria-busy", "aria-checked",
    "aria-controls", "aria-describedby", "aria-disabled", "aria-hidden", "aria-label",
    "aria-labelledby", "aria-live", "aria-owns", "aria-placeholder", "aria-pressed",
    "aria-selected", "aria-valuemax", "aria-valuemin", "aria-valuenow", "checked",
    "class", "data-cy", "data-selenium", "data-test", "data-testid", "disabled", "for",
    "href", "id", "itemprop", "itemscope", "itemtype", "lang", "list", "multiple",
    "name", "placeholder", "pseudo", "readonly", "rel", "required", "role", "selected",
    "src", "tabindex", "target", "title", "type",
})  # fmt: skip
"""Attributes that are in the hash."""
SMALLEST = 1 << 32
"""No hash is as small, but for one in a thousand million."""
_DEEPEST = 6
_AROUND = ("", "main/", "section/", "article/", "form/", "p/")
_NUMBER = re.compile(r"\[\d+\]")


def is_in_page(element: Mapping[str, object]) -> bool | None:
    """True where the hash says so, False where it is that of one in a frame; None where
    it says nothing."""
    if not has_hash(element):
        return None
    tags = _NUMBER.sub("", str(element["x_path"])).strip("/").casefold()
    if _fits(element, tags):
        return True
    is_within = any(_fits(element, f"{one}{tags}") for one in _frames())
    return False if is_within else None


def has_hash(element: Mapping[str, object]) -> bool:
    """Is a path told, and a hash that may be that of it?"""
    told = element.get("element_hash")
    is_hash = isinstance(told, int) and told >= SMALLEST
    return is_hash and text_of(element.get("x_path")) is not None


def _fits(element: Mapping[str, object], tags: str) -> bool:
    attributes = sorted(
        (str(key), value)
        for key, value in mapping_of(element.get("attributes")).items()
        if key in HASHED
    )
    written = f"{tags}|{''.join(f'{key}={value}' for key, value in attributes)}"
    called = text_of(element.get("ax_name"))
    forms = (written, f"{written}|ax_name={called}") if called else (written,)
    return any(element["element_hash"] == _hashed(one) for one in forms)


def _hashed(text: str) -> int:
    """As Python's `hash` gives it, which brings large numbers down."""
    found = int(sha256(text.encode()).hexdigest()[:16], 16)
    return found if found < 1 << 63 else found % ((1 << 61) - 1)


def _frames() -> Iterator[str]:
    """What most pages have around a frame."""
    for depth, around in product(range(_DEEPEST), _AROUND):
        yield f"html/body/{around}{'div/' * depth}iframe/"
