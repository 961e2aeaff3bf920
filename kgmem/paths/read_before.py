"""Where a value stood before it was entered: on a page, in what a tool gave."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from kgmem.language.words import whole
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import EDITABLE, kind_of
from kgmem.model.trajectory import Element, Page, Step

RESULT = "result"
"""The parameter in which what a tool gave is kept."""
RECORDS = frozenset({"row", "cell", "gridcell", "listitem", "treeitem", "tr", "td"})
"""Kinds of elements that stand for a record."""
_OFFERED = frozenset({"option", "menuitem", "radio", "checkbox"})
"""Kinds of elements that offer a choice: that one is there tells no value."""


def where_read(steps: Sequence[Step], place: int, value: str) -> tuple[int, str] | None:
    """The last step before `place` after which the value stood on the page or in a
    result, by its index, and what it stood in: `cell beside Last order`. None where it
    was not to be seen, or the run itself had entered it before."""
    said = _pattern(steps, place, value)
    if said is None:
        return None
    for n in range(place - 1, -1, -1):
        if told := next(_told(steps[n], said), None):
            return n, told
    return None


def read_later(steps: Sequence[Step], task: str) -> dict[int, tuple[Element, ...]]:
    """By the index of a step, the elements on the page after it that show a value which
    a later step uses and the task does not tell."""
    found: dict[int, list[Element]] = {}
    if not any(_shown_after(steps, n) for n in range(len(steps))):
        return {}
    words = normalize(task)
    for place, step in enumerate(steps):
        for value in {*_used(step)}:
            if normalize(value) in words or not (said := _pattern(steps, place, value)):
                continue
            for n in range(place - 1, -1, -1):
                shown = _shown_after(steps, n)
                if one := next((e for e in shown if _is_shown_by(e, said)), None):
                    found.setdefault(n, []).append(one)
                    break
    return {n: tuple(elements) for n, elements in found.items()}


def _pattern(steps: Sequence[Step], place: int, value: str) -> re.Pattern[str] | None:
    wanted = normalize(value)
    if not wanted or any(wanted in map(normalize, _entered(s)) for s in steps[:place]):
        return None
    return re.compile(whole(wanted, re.escape(wanted)))


def _shown_after(steps: Sequence[Step], n: int) -> tuple[Element, ...]:
    """The elements of the page to which a step came, as it or the next one tells."""
    pages = (steps[n].page_after, *(s.page_before for s in steps[n + 1 : n + 2]))
    return next((page.elements for page in pages if page and page.elements), ())


def _used(step: Step) -> Iterator[str]:
    yield from _entered(step)
    if step.value and step.does.enters == "address":
        yield from in_address(step.value)
    if step.target and step.does.only_points and kind_of(step.target) in RECORDS:
        yield step.target.label()


def in_address(url: str) -> list[str]:
    """The parts of an address's path and the values of its query, decoded."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    asked = [value for _, value in parse_qsl(parts.query)]
    return [*map(unquote, filter(None, parts.path.split("/"))), *asked]


def _entered(step: Step) -> Iterator[str]:
    if step.value:
        yield step.value
    yield from texts_in(without_result(step.params))


def _told(step: Step, said: re.Pattern[str]) -> Iterator[str]:
    """In what of what a step came to the value stands."""
    given = texts_in(step.params.get(RESULT))
    if any(said.search(normalize(text)) for text in given):
        yield RESULT
    page = step.page_after or Page()
    yield from (_called(e, said) for e in page.elements if _is_shown_by(e, said))
    if any(said.search(normalize(text)) for text in (page.title, page.hint) if text):
        yield "page"


def _is_shown_by(element: Element, said: re.Pattern[str]) -> bool:
    texts = (text for text in (element.name, element.text) if text)
    if kind_of(element) in EDITABLE | _OFFERED:
        return False
    return any(said.search(normalize(text)) for text in texts)


def _called(element: Element, said: re.Pattern[str]) -> str:
    """`cell beside Last order`: what it is called when the value is another one."""
    kind = kind_of(element) or "element"
    beside = (text for text in element.container if not said.search(normalize(text)))
    near = next(filter(None, beside), None)
    return f"{kind} beside {near}" if near else kind


def without_result(params: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool is called with, without what it gave."""
    return {key: value for key, value in params.items() if key != RESULT}


def texts_in(value: object) -> Iterator[str]:
    """The texts and numbers in a JSON value."""
    if isinstance(value, dict):
        yield from (text for one in value.values() for text in texts_in(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in texts_in(one))
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)
