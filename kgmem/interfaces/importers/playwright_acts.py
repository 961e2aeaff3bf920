"""What Playwright's methods do, as steps."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.steps import Steps
from kgmem.model.action import ACTIONS, Action
from kgmem.model.keys.element_evidence import EDITABLE, kind_of
from kgmem.model.trajectory import Element, Page
from kgmem.model.values.json_read import text_of

METHODS: Mapping[str, Action] = {
    "click": "click",
    "tap": "click",
    "dblclick": "double_click",
    "fill": "type",
    "type": "type",
    "press_sequentially": "type",
    "keyboard_type": "type",
    "keyboard_insert_text": "type",
    "clear": "type",
    "press": "key",
    "keyboard_press": "key",
    "select": "select",
    "select_option": "select",
    "check": "check",
    "uncheck": "uncheck",
    "hover": "hover",
    "set_input_files": "upload",
    "goto": "navigate",
    "navigate": "navigate",
    "go_back": "back",
    "drag_to": "drag",
    "drag_and_drop": "drag",
}
"""Methods by their names with underscores."""
MODIFIERS = ((2, "Control"), (1, "Alt"), (4, "Meta"), (8, "Shift"))
"""Bits of a recorder's number, in the order in which chords are written."""
BLANK = "about:blank"


@dataclass(frozen=True, slots=True)
class PageAct:
    """A call of a method that does something on a page."""

    method: str
    """With underscores."""
    element: Element | None = None
    value: str | None = None
    modifiers: Sequence[str] = ()
    button: str = "left"
    count: int = 1
    end: Element | None = None
    fields: Mapping[str, object] = field(default_factory=dict)
    """Of the step: page, success, error, moment."""


def snake(name: str) -> str:
    """`selectOption` as `select_option`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def modifiers_of(given: object) -> list[str]:
    """Names of keys that are held, of a number or a list of names."""
    if isinstance(given, int):
        return [name for bit, name in MODIFIERS if given & bit]
    listed = given if isinstance(given, list) else []
    return [one for one in listed if isinstance(one, str)]


def add_act(steps: Steps, act: PageAct) -> None:
    """The step of a call. Raises InvalidInput where no action is called so."""
    action = METHODS.get(act.method)
    if action is None:
        raise InvalidInput(f"no action of a page is called {act.method[:60]!r}")
    does = ACTIONS[action]
    if does.enters == "address" and (act.value or BLANK) == BLANK:
        return
    told = {**act.fields, "target": act.element}
    if does.points_at == "focus" and _has_focus(steps, act.element):
        del told["target"]
    if does.presses and (act.button != "left" or act.modifiers):
        chord = "+".join([*act.modifiers, *_button(act.button), act.method])
        steps.add("custom", params={"name": chord}, **told)
        return
    if does.presses and act.count > 1:
        action = "double_click"
    value = act.value
    if does.enters == "key":
        value = "+".join([*act.modifiers, value or ""])
    if does.has_destination:
        told["destination"] = act.end
    steps.add(action, **told)
    if does.takes_value and value is not None:
        steps.last(value=value)


def _has_focus(steps: Steps, element: Element | None) -> bool:
    """Was it just clicked, and is no field? Its click was no preparation of the key
    then, but a step of its own."""
    last = steps.steps[-1] if steps.steps else None
    if element is None or last is None or not last.does.presses:
        return False
    return last.target == element and kind_of(element) not in EDITABLE


def _button(button: str) -> list[str]:
    return [] if button == "left" else [button]


def led_to(signals: object) -> Page | None:
    """The page of the last navigation among what an action set off."""
    for one in reversed(signals if isinstance(signals, list) else []):
        if isinstance(one, Mapping) and one.get("name") == "navigation":
            url = text_of(one.get("url"))
            return Page(url=url) if url else None
    return None


def first_text(*given: object) -> str | None:
    """The first text, also in a list, or under `label`, `value` or `name`."""
    for one in given:
        found = one[0] if isinstance(one, list) and one else one
        if isinstance(found, Mapping):
            found = found.get("label") or found.get("value") or found.get("name")
        if isinstance(found, str):
            return found
    return None


def address_of(url: object) -> str | None:
    """The address, if it is a page's."""
    told = text_of(url)
    return None if told == BLANK else told
