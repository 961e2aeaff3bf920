"""Walks JSON values, elements and trajectories, and says which field each text is in.

A visit gets each text with the kind that its field makes the whole of it, or None,
and gives the text that takes its place.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from kgmem.model.base import Value
from kgmem.model.texts.placeholder import BEGINS
from kgmem.model.trajectory import Element, Page, Step, Trajectory
from kgmem.paths.step_text import in_element
from kgmem.redact.rules.names import kind_of_field, kind_of_labels
from kgmem.redact.rules.plausible import field_secret, typed_secret

Visit = Callable[[str, str | None], str]

_DESCRIBING = (
    "type", "autocomplete", "name", "label", "key", "field", "header", "placeholder",
    "aria-label", "aria_label", "id", "selector", "element", "target", "control_text",
    "control_label", "description", "hint", "title", "locator", "css", "xpath",
    "ax_name", "test_id", "data-testid", "resource_id", "content_description",
    "hint_text", "role", "tag", "target_element_description", "message",
)  # fmt: skip
"""Keys that tell which field a sibling value belongs to."""
_VALUES = frozenset(
    {"value", "text", "content", "val", "input", "input_text", "data", "answer"}
    | {"values", "keys", "string"}
)
"""Keys of what stands in, or was typed into, the field that the siblings describe."""
_TEXTLESS = """
    button link heading a img label submit click tap hover text statictext scroll h1 h2
    h3 checkbox menuitem option li span div p header
"""
_PASSIVE = frozenset(_TEXTLESS.split())
"""Roles, tags and actions of what takes no text."""
_PRESSED = frozenset(
    {"button", "submit", "reset", "image", "checkbox", "radio", "range", "color"}
)
"""Types of inputs that take no text; `type="text"` says nothing against a secret."""
_INPUTS = (
    "input", "textbox", "text field", "textfield", "edittext", "textarea", "searchbox",
    "combobox", "password", "edit", "spinbutton",
)  # fmt: skip
_TYPING = frozenset({"type", "input", "fill", "input_text", "send_keys"})
_HINTS = ("autocomplete", "name", "label", "aria-label", "placeholder", "id", "title")
_DEEPEST = 200
_TOO_DEEP = "(nested too deeply)"
_INT_DIGITS = 6
"""Integers without a field's name are looked at from so many digits on."""


def map_json(
    value: Any,
    visit: Visit,
    kind: str | None = None,
    typed: bool = False,
    depth: int = 0,
) -> Any:
    """The JSON value with each text visited; keys name the fields of their values."""
    if depth > _DEEPEST:
        return _TOO_DEEP
    if isinstance(value, str):
        return visit(value, _whole(value, kind, typed))
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return _integer(value, visit, kind)
    if isinstance(value, Mapping):
        return _object(value, visit, kind, depth)
    if isinstance(value, list | tuple):
        return _items(value, visit, kind, typed, depth + 1)
    return value


def _items(
    items: Sequence[Any], visit: Visit, kind: str | None, typed: bool, depth: int
) -> list[Any]:
    """The items of a list. Of steps, one that types goes into the field that was
    clicked before, where it names none itself."""
    found, focus = [], None
    for item in items:
        own = kind
        if isinstance(item, Mapping) and "action" in item:
            if item.get("target") is not None:
                focus = kind_of_labels(_descriptors(item["target"]))
            elif str(item["action"]).lower() in _TYPING:
                own = kind or focus
        found.append(map_json(item, visit, own, typed, depth))
    return found


def _whole(text: str, kind: str | None, typed: bool) -> str | None:
    if kind is None:
        return None
    return kind if (typed_secret if typed else field_secret)(kind, text) else None


def _integer(value: int, visit: Visit, kind: str | None) -> Any:
    text = str(value)
    whole = _whole(text, kind, False)
    if whole is None and len(text) < _INT_DIGITS:
        return value
    seen = visit(text, whole)
    return value if seen == text else seen


def _object(
    value: Mapping[str, Any], visit: Visit, inherited: str | None, depth: int = 0
) -> dict[str, Any]:
    described = _described(value)
    found = {}
    for key, item in value.items():
        kind, typed = kind_of_field(key), False
        if inherited in ("cookie", "bearer"):
            kind = inherited if key == "value" or not _is_pair(value) else None
        elif key.lower() in _VALUES and (kind is None or described):
            kind = described or inherited
            typed = bool(described) and key.lower() != "text"
        found[visit(key, None)] = map_json(item, visit, kind, typed, depth + 1)
    return found


def _is_pair(value: Mapping[str, Any]) -> bool:
    """`{"name": …, "value": …}`: only the value counts."""
    return "name" in value and "value" in value


def _described(value: Mapping[str, Any]) -> str | None:
    """The kind of field that an object's keys describe, if it takes text."""
    if not any(key.lower() in _VALUES for key in value if isinstance(key, str)):
        return None
    if _is_pressed(value):
        return None
    parts = [value.get(key) for key in _DESCRIBING]
    parts += [value.get(key) for key in ("attributes", "interacted_element", "node")]
    return kind_of_labels(text for part in parts for text in _descriptors(part))


def _is_pressed(value: Mapping[str, Any]) -> bool:
    """Is it something, or done to something, that takes no text?"""
    for key in ("role", "tag", "action", "action_type"):
        if str(value.get(key, "")).lower() in _PASSIVE:
            return True
    kind = str(value.get("type", "")).lower()
    return kind in _PRESSED or (kind in _PASSIVE and kind != "text")


def _descriptors(item: Any) -> Iterator[str | None]:
    """The words by which an item of a description tells its field."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, Mapping):
        nested = item.get("attributes")
        for said in (item, nested if isinstance(nested, Mapping) else {}):
            for key in _DESCRIBING:
                if isinstance(said.get(key), str):
                    yield said[key]


def kind_of_element(element: Element) -> str | None:
    """The kind of value that is typed into this element."""
    said = element.attributes
    words: list[str | None] = [said.get("type"), element.tag, element.role]
    words.append(said.get("autocomplete"))
    words += [element.name, element.text, element.test_id]
    words += [said.get(key) for key in _HINTS]
    words += [locator.value for locator in element.locators]
    words += [str(element.element_id or ""), element.path]
    return kind_of_labels(words)


def map_trajectory(trajectory: Trajectory, visit: Visit) -> Trajectory:
    """The run with each of its texts visited; the same object if none changed."""
    focus: Element | None = None
    steps = []
    for step in trajectory.steps:
        focus = step.target or (focus if step.does.enters in ("text", "key") else None)
        steps.append(_step(step, focus, visit))
    changes = _fields(trajectory, visit, skip=("steps", "outcome"))
    if any(new is not old for new, old in zip(steps, trajectory.steps, strict=True)):
        changes["steps"] = tuple(steps)
    return trajectory.model_copy(update=changes) if changes else trajectory


def texts_in(trajectory: Trajectory) -> list[tuple[str, str | None]]:
    """Each different text of the run with the kind that its field makes the whole of
    it, in the order in which a visit gets them first."""
    found: dict[tuple[str, str | None], None] = {}

    def note(text: str, kind: str | None) -> str:
        found[text, kind] = None
        return text

    map_trajectory(_each_shown_once(trajectory), note)
    return list(found)


def _each_shown_once(trajectory: Trajectory) -> Trajectory:
    """The run whose pages lack the elements that the page before them shows as well, in
    the same places."""
    shown: tuple[Element, ...] = ()
    steps = []
    for step in trajectory.steps:
        pages = {}
        for name in ("page_before", "page_after"):
            page: Page | None = getattr(step, name)
            if page is not None and page.elements:
                pairs = zip_longest(page.elements, shown[: len(page.elements)])
                new = tuple(one for one, known in pairs if one != known)
                pages[name] = page.model_copy(update={"elements": new})
                shown = page.elements
        steps.append(step.model_copy(update=pages) if pages else step)
    return trajectory.model_copy(update={"steps": tuple(steps)})


def map_elements(trajectory: Trajectory, change: Callable[[str], str]) -> Trajectory:
    """The run with `change` made to the placeholders that its elements show."""

    def in_one(element: Element) -> Element:
        if BEGINS not in element.model_dump_json():
            return element
        shown = in_element(element, change)
        # A list of such values is no list to choose from for everybody.
        is_clean = BEGINS not in str(element.options)
        return shown if is_clean else shown.model_copy(update={"options": ()})

    def on_page(page: Page | None) -> Page | None:
        elements = tuple(map(in_one, page.elements)) if page else ()
        return page and page.model_copy(update={"elements": elements})

    steps = tuple(
        step.model_copy(
            update={
                "target": step.target and in_one(step.target),
                "destination": step.destination and in_one(step.destination),
                "page_before": on_page(step.page_before),
                "page_after": on_page(step.page_after),
            }
        )
        for step in trajectory.steps
    )
    return trajectory.model_copy(update={"steps": steps})


def _step(step: Step, focus: Element | None, visit: Visit) -> Step:
    changes = _fields(step, visit, skip=("value", "action"))
    if step.value is not None:
        kind = kind_of_element(focus) if focus and _types(step) else None
        value = visit(step.value, _whole(step.value, kind, True))
        if value != step.value:
            changes["value"] = value
    return step.model_copy(update=changes) if changes else step


def _types(step: Step) -> bool:
    """Does the step put its value into a field? `Enter` and `Control+A` do not."""
    value = step.value or ""
    if step.does.enters == "key":
        return len(value) == 1 or (not value.isalpha() and "+" not in value)
    return step.does.types


def _fields(value: Value, visit: Visit, skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields that the visit changed."""
    changes = {}
    for name, old in value.__dict__.items():
        if not old or name in skip:  # nothing is in it: most fields are empty
            continue
        new = _any(old, visit)
        if new is not old:
            changes[name] = new
    return changes


def _any(old: Any, visit: Visit) -> Any:
    if isinstance(old, str):
        new = visit(old, None)
        return old if new == old else new
    if isinstance(old, Element):
        return _element(old, visit)
    if isinstance(old, Value):
        changes = _fields(old, visit)
        return old.model_copy(update=changes) if changes else old
    if isinstance(old, tuple):
        items = tuple(_any(item, visit) for item in old)
        return (
            items if any(a is not b for a, b in zip(items, old, strict=True)) else old
        )
    if isinstance(old, dict):
        mapped = _object(old, visit, None)
        return old if mapped == old else mapped
    return old


def _element(element: Element, visit: Visit) -> Element:
    changes = _fields(element, visit, skip=("attributes", "text"))
    kind = kind_of_element(element) if _takes_text(element) else None
    if element.text is not None:
        text = visit(element.text, _whole(element.text, kind, False))
        if text != element.text:
            changes["text"] = text
    if element.attributes:
        attributes = {
            visit(key, None): visit(item, _attribute(key, item, kind))
            for key, item in element.attributes.items()
        }
        if attributes != element.attributes:
            changes["attributes"] = attributes
    return element.model_copy(update=changes) if changes else element


def _takes_text(element: Element) -> bool:
    words = f"{element.role or ''} {element.tag or ''}".lower()
    if any(part in _PASSIVE for part in words.split()):
        return False
    if element.attributes.get("type", "").lower() in _PRESSED:
        return False
    return not words.strip() or any(word in words for word in _INPUTS)


def _attribute(key: str, item: str, kind: str | None) -> str | None:
    if key in ("value", "data-value", "aria-valuetext"):
        return _whole(item, kind, True)
    if key in (*_HINTS, "type", "class", "for", "href", "action"):
        return None
    return _whole(item, kind_of_field(key), False)
