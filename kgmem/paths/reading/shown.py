"""What a step showed: the page that it came to, and what a tool gave."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kgmem.model.trajectory import Element, Page, Step

RESULT = "result"
"""The parameter in which what a tool gave is kept."""
MAX_RESULT = 200_000
"""Characters of a result that are read as JSON."""


@dataclass(frozen=True, slots=True)
class Displayed:
    """What was to be seen after a step."""

    elements: Sequence[Element] = ()
    url: str | None = None
    texts: tuple[str, ...] = ()
    """Of the page itself: its title, what it says in all."""
    result: object = None
    """What a tool gave: a JSON value, else its text."""

    @property
    def is_empty(self) -> bool:
        """Is nothing known of it?"""
        return not (self.elements or self.url or self.texts) and self.result is None


def shown_after(steps: Sequence[Step], n: int) -> Displayed:
    """What the step of this index showed; -1: what was there before the first."""
    pages = [steps[n].page_after] if n >= 0 else []
    pages += [one.page_before for one in steps[n + 1 : n + 2]]
    known = [page for page in pages if page]
    result = steps[n].params.get(RESULT) if n >= 0 else None
    return Displayed(
        elements=next((page.elements for page in known if page.elements), ()),
        url=next((page.url for page in known if page.url), None),
        texts=_texts(known),
        result=as_json(result),
    )


def _texts(pages: Sequence[Page]) -> tuple[str, ...]:
    told = [text for page in pages for text in (page.title, page.hint) if text]
    return tuple(dict.fromkeys(told))


def as_json(result: object) -> object:
    """A result that is JSON written as a text as what it says."""
    if not isinstance(result, str) or len(result) > MAX_RESULT:
        return result
    if result.lstrip()[:1] not in ("{", "["):
        return result
    try:
        return json.loads(result)
    except (ValueError, RecursionError):
        return result
