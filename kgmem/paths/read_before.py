"""Where a value stood before it was entered: on a page, in what a tool gave."""

import re
from collections.abc import Iterator, Sequence

from kgmem.language.words import whole
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import EDITABLE, kind_of
from kgmem.model.trajectory import Element, Page, Step

RESULT = "result"
"""The parameter in which what a tool gave is kept."""
_OFFERED = frozenset({"option", "menuitem", "radio", "checkbox"})
"""Kinds of elements that offer a choice: that one is there tells no value."""


def where_read(steps: Sequence[Step], place: int, value: str) -> tuple[int, str] | None:
    """The last step before `place` after which the value stood on the page or in a
    result, by its index, and what it stood in: `cell beside Last order`. None where it
    was not to be seen, or the run itself had entered it before."""
    wanted = normalize(value)
    if not wanted or any(wanted in map(normalize, _entered(s)) for s in steps[:place]):
        return None
    said = re.compile(whole(wanted, re.escape(wanted)))
    for n in range(place - 1, -1, -1):
        if told := next(_told(steps[n], said), None):
            return n, told
    return None


def _entered(step: Step) -> Iterator[str]:
    if step.value:
        yield step.value
    yield from texts_in({k: v for k, v in step.params.items() if k != RESULT})


def _told(step: Step, said: re.Pattern[str]) -> Iterator[str]:
    """In what of what a step came to the value stands."""
    given = texts_in(step.params.get(RESULT))
    if any(said.search(normalize(text)) for text in given):
        yield RESULT
    page = step.page_after or Page()
    for element in page.elements:
        texts = filter(None, (element.name, element.text))
        if _shows(element) and any(said.search(normalize(text)) for text in texts):
            yield _called(element, said)
    if any(said.search(normalize(text)) for text in (page.title, page.hint) if text):
        yield "page"


def _shows(element: Element) -> bool:
    return kind_of(element) not in EDITABLE | _OFFERED


def _called(element: Element, said: re.Pattern[str]) -> str:
    """`cell beside Last order`: what it is called when the value is another one."""
    kind = kind_of(element) or "element"
    beside = (text for text in element.container if not said.search(normalize(text)))
    near = next(filter(None, beside), None)
    return f"{kind} beside {near}" if near else kind


def texts_in(value: object) -> Iterator[str]:
    """The texts and numbers in a JSON value."""
    if isinstance(value, dict):
        yield from (text for one in value.values() for text in texts_in(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in texts_in(one))
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)
