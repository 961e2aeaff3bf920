"""What a page shows, without what differs from visit to visit: the time that has
passed, a driver's numbers, places on the screen."""

import re
from functools import lru_cache

from kgmem.language.vocabulary import either
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Page

Shown = tuple[object, ...]
"""An element as it is shown; equal for two visits that show it alike."""

_PASSING = re.compile(
    rf"\b(?:\d{{1,6}}|{either('passing.few')}) ?"
    rf"(?:{either('passing.unit', spaced=True)}) "
    rf"(?:{either('period.ago', spaced=True)})\b"
    rf"|\b(?:{either('passing.now', spaced=True)})\b"
    rf"|\d{{1,6}} ?(?:{either('passing.unit', spaced=False)})"
    rf"(?:{either('passing.ago')})|{either('passing.now', spaced=False)}"
    r"|(?<![\d:])\d{1,2}:\d{2}:\d{2}(?![\d:])",
    re.IGNORECASE,
)
"""Texts that tell how long ago something was, and clocks that show seconds."""


@lru_cache(maxsize=65_536)
def without_times(text: str) -> str:
    """The text with one mark for each span of time that passes by itself."""
    return _PASSING.sub("{ago}", text)


def shown(element: Element) -> Shown:
    """Kind, words, words around it, attributes, frame."""
    return (
        kind_of(element),
        without_times(element.name or ""),
        without_times(element.text or ""),
        tuple(map(without_times, element.container)),
        tuple(sorted((k, without_times(v)) for k, v in element.attributes.items())),
        element.frame,
    )


class Sights:
    """What the pages of one run show, each looked at once."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._known: dict[tuple[Shown, ...], int] = {}

    def _number(self, page: Page) -> int:
        """Equal for two pages that show the same elements in the same order."""
        found = self._numbers.get(id(page))
        if found is None:
            elements = tuple(map(shown, page.elements))
            found = self._known.setdefault(elements, len(self._known))
            self._numbers[id(page)] = found
        return found

    def same(self, a: Page | None, b: Page | None) -> bool:
        """The same state, or the same document with the same title and the same
        elements in the same order, which are known; times that pass make no
        difference."""
        if a is None or b is None:
            return False
        if a.state and b.state:
            return (a.url, a.state) == (b.url, b.state)
        return (
            bool(a.elements)
            and len(a.elements) == len(b.elements)
            and document_of(a.url or "") == document_of(b.url or "")
            and without_times(a.title or "") == without_times(b.title or "")
            and self._number(a) == self._number(b)
        )


def is_same_document(a: Page | None, b: Page | None) -> bool:
    """Are the addresses of both known, and the same but for a `#section`?"""
    if a is None or b is None or not (a.url and b.url):
        return False
    return document_of(a.url) == document_of(b.url)


def document_of(url: str) -> str:
    """The address without a `#section`; a route (`#/…`) stays."""
    place, mark, fragment = url.partition("#")
    return place + (mark + fragment if fragment.startswith(("/", "!/")) else "")
