"""Elements that show a value: what each is told by beside the value, and which of a
page's elements are told so."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from kgmem.language.words import whole
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import EDITABLE, kind_of
from kgmem.model.texts.shape import looks_generated
from kgmem.model.trajectory import Element
from kgmem.paths.reading.known import TaskSaid

_OFFERED = frozenset({"option", "menuitem", "radio", "checkbox"})
"""Kinds of elements that offer a choice: that one is there tells no value."""
_NUMBERED = re.compile(r"\S*\d\S*")
MAX_LABEL = 60

How = tuple[tuple[str, ...], bool]
"""What an element is told by, and whether that says more than a place in an order."""


def shown_by(element: Element) -> tuple[str, ...]:
    """The texts that it shows; of a field what stands in it, of an option none."""
    kind = kind_of(element)
    if kind in _OFFERED:
        return ()
    if kind in EDITABLE:
        held = element.attributes.get("value")
        return (held,) if held and element.attributes.get("type") != "password" else ()
    return tuple(dict.fromkeys(text for text in (element.name, element.text) if text))


def told_by(element: Element, value: str, known: TaskSaid) -> Iterator[How]:
    """What tells the element without the value, the surest first."""
    if element.test_id and value not in element.test_id:
        yield ("test id", known.text(element.test_id)), True
    own = element.attributes.get("id", "")
    if own and value not in own and not looks_generated(own):
        yield ("#", known.text(own)), True
    if kind_of(element) in EDITABLE and (name := element.name):
        yield ("named", known.text(name)), True
    for n, label in _labels(element, value, known):
        column = column_of(element)
        yield ("beside", label), n == 0
        if column and "{" in label and known.is_template:
            yield ("beside", label, column), True
    if element.path:
        yield ("at", known.text(element.path)), False
    yield (), False


def told_so(
    elements: Sequence[Element], role: str | None, at: Sequence[str]
) -> list[Element]:
    """The elements of this kind that are told by this, of those beside a label the
    ones that are it most exactly."""
    like = [one for one in elements if kind_of(one) == role]
    if not at:
        return like
    return _FOUND[at[0]](like, at[1:])


def _labels(element: Element, value: str, known: TaskSaid) -> Iterator[tuple[int, str]]:
    """Texts around it that don't hold the value, the nearest first: as it is and up to
    its first number, a further one without any; or the value of the task that stands
    in them."""
    said = re.compile(whole(value, re.escape(value)))
    near = [text for text in element.container if text and not said.search(text)]
    for n, text in enumerate(near[:2]):
        if told := known.told(text) or known.within(text):
            yield n, told
            continue
        if n and _NUMBERED.search(text):
            continue
        label = " ".join(text.split())
        lead = label[: m.start()] if (m := _NUMBERED.search(label)) else label
        for one in dict.fromkeys((label[:MAX_LABEL], lead.strip()[:MAX_LABEL])):
            if len(one) > 1:
                yield n, known.text(one)


def column_of(element: Element) -> str | None:
    """The number of its column, of a cell of a table."""
    match = re.search(r"/(?:td|th)\[(\d+)\]$", element.path or "")
    return match[1] if match else None


def _beside(like: Sequence[Element], at: Sequence[str]) -> list[Element]:
    label = normalize(at[0])
    if len(at) > 1:
        like = [one for one in like if column_of(one) == at[1]]
    within = re.compile(whole(label, re.escape(label)))
    for fits in (
        lambda text: text == label,
        lambda text: text.startswith(label) and within.match(text) is not None,
        lambda text: within.search(text) is not None,
    ):
        for depth in (1, 4):
            if found := [one for one in like if _is_beside(one, fits, depth)]:
                return found
    return []


def _is_beside(element: Element, fits: Callable[[str], bool], depth: int) -> bool:
    near = [normalize(text) for text in element.container if text]
    return any(map(fits, near[:depth]))


def _with(key: str) -> Callable[[Sequence[Element], Sequence[str]], list[Element]]:
    return lambda like, at: [one for one in like if getattr(one, key) == at[0]]


_FOUND: Mapping[str, Callable[[Sequence[Element], Sequence[str]], list[Element]]] = {
    "beside": _beside,
    "test id": _with("test_id"),
    "#": lambda like, at: [e for e in like if e.attributes.get("id") == at[0]],
    "named": lambda like, at: [
        one for one in like if normalize(one.name or "") == normalize(at[0])
    ],
    "at": _with("path"),
}
