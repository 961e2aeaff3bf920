"""The element that an entry names: its own field, words, numbers, a point, locators."""

from collections.abc import Iterator, Sequence

from kgmem.language.vocabulary import words
from kgmem.learn.histories.action_words import (
    END_NAMES,
    Worded,
)
from kgmem.learn.histories.described import element_in_words
from kgmem.learn.histories.fields import Fields, number
from kgmem.learn.histories.page import element_from, locators_from
from kgmem.model.trajectory import (
    Box,
    Element,
    Page,
)

_TARGETS = (
    "target", "element", "target_element", "interacted_element",
    "target_element_description", "element_description", "target_description",
    "control", "node", "widget", "control_text", "object", "component", "ui_element",
    "target_text", "element_name", *words("field.target"),
)  # fmt: skip
_POINTS = ("coordinate", "coordinates", "position", "point", "bbox", "box", "bounds")


def on_page(target: Element | None, page: Page | None) -> Element | None:
    """The target with what the page tells of the element of its number."""
    if target is None or target.element_id is None or page is None:
        return target
    wanted = str(target.element_id)
    listed = [e for e in page.elements if str(e.element_id) == wanted]
    return _together([target, *listed[:1]])


def take_target(fields: Fields, worded: Worded) -> Element | None:
    """The element that is named first; the rest of what names it goes into it."""
    given = list(_in_words(worded))
    for name in _TARGETS:
        found = _target_from(name, fields.peek(name))
        if found is not None:
            fields.take(name)
            given.append(found)
    locators = locators_from(fields)
    if (name_given := _take_name(fields, worded)) is not None:
        given.append(Element(name=name_given))
    if (point := _take_point(fields)) is not None:
        given.append(point)
    given_id = fields.take("index", "element_id", "bid", "ref")
    if isinstance(given_id, int | str) and not isinstance(given_id, bool):
        given.append(Element(element_id=given_id))
    return _together([*given, *([Element(locators=locators)] if locators else [])])


def take_destination(fields: Fields, worded: Worded) -> Element | None:
    """The element that an action ends on, if it is one that has such."""
    for name in END_NAMES if worded.does.has_destination else ():
        found = _target_from(name, fields.peek(name))
        if found is not None:
            fields.take(name)
            return found
    return element_in_words(worded.destination) if worded.destination else None


def _in_words(worded: Worded) -> Iterator[Element]:
    """The element and the point that an action's words name."""
    found = element_in_words(worded.target) if worded.target else None
    if found is not None:
        yield found
    x, y = (_as_number(worded.params.get(axis)) for axis in ("x", "y"))
    if x is not None and y is not None:
        yield Element(box=Box(x=x, y=y, width=0, height=0))


def _as_number(text: str | None) -> float | None:
    try:
        return number(float(text)) if text else None
    except ValueError:
        return None


def _target_from(name: str, raw: object) -> Element | None:
    """The element in a field; descriptions are words of a sentence, not a name."""
    if isinstance(raw, str) and "description" in name:
        return element_in_words(raw)
    return element_from(raw)


def _take_name(fields: Fields, worded: Worded) -> str | None:
    if worded.does.is_call:
        return None
    if worded.does.only_points:
        return fields.take_text("text", "label", "name")
    return fields.take_text("label", "name")


def _take_point(fields: Fields) -> Element | None:
    for name in _POINTS:
        if (found := element_from(fields.peek(name))) is not None and found.box:
            fields.take(name)
            return found
    x = number(fields.peek("x", "coordinate_x"))
    y = number(fields.peek("y", "coordinate_y"))
    if x is not None and y is not None:
        fields.take("x", "coordinate_x")
        fields.take("y", "coordinate_y")
        return Element(box=Box(x=x, y=y, width=0, height=0))
    return None


def _together(given: Sequence[Element]) -> Element | None:
    """One element of several descriptions; the first says most."""
    merged: dict[str, object] = {}
    for element in given:
        for name in type(element).model_fields:
            value = getattr(element, name)
            if value is not None and value not in ((), {}):
                merged.setdefault(name, value)
    return Element(**merged) if merged else None
