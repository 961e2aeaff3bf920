"""What Playwright's methods do, as steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kgmem import Action, Element, InvalidInput, Page
from kgmem.formats import ACTIONS, EDITABLE, kind_of, text_of
from kgmem_formats.importers.playwright.words import METHODS
from kgmem_formats.importers.steps import Steps

MODIFIERS = ((2, "Control"), (1, "Alt"), (4, "Meta"), (8, "Shift"))
"""Bits of a recorder's number, in the order in which chords are written."""
BLANK = "about:blank"
HELD_MS = 500
"""A click that lasts so long is a long press."""


@dataclass(frozen=True, slots=True)
class PageAct:
    """A call of a method that does something on a page."""

    method: str
    """As `words.METHODS` has it."""
    element: Element | None = None
    value: str | None = None
    modifiers: Sequence[str] = ()
    button: str = "left"
    count: int = 1
    held_ms: float = 0
    position: Mapping[str, float] | None = None
    """Where in the element."""
    end: Element | None = None
    tab: str | None = None
    params: Mapping[str, object] = field(default_factory=dict)
    """What else the step's params say."""
    fields: Mapping[str, object] = field(default_factory=dict)
    """Of the step: page, success, error, moment."""


def modifiers_of(given: object) -> list[str]:
    """Names of keys that are held, of a number or a list of names."""
    if isinstance(given, int):
        return [name for bit, name in MODIFIERS if given & bit]
    listed = given if isinstance(given, list) else []
    return [one for one in listed if isinstance(one, str)]


def add_act(steps: Steps, act: PageAct) -> None:
    """The step of a call. Raises InvalidInput where no action is called so, or its
    value is not told."""
    action = METHODS.get(act.method)
    if action is None:
        raise InvalidInput(f"no action of a page is called {act.method[:60]!r}")
    does = ACTIONS[action]
    if does.enters == "address" and (act.value or BLANK) == BLANK:
        return
    if does.takes_value and act.value is None:
        raise InvalidInput(f"{act.method[:60]} with a value that is not told")
    if does.points_at == "element" and act.element is None and does.enters != "text":
        raise InvalidInput(f"{act.method[:60]} on nothing that is told")
    if does.presses == "once":
        action = _pressed(act)
    _put(steps, action, act)


def _pressed(act: PageAct) -> Action:
    if act.count > 2:
        raise InvalidInput(f"a click of {act.count} times")
    if act.count == 2:
        return "double_click"
    return "long_press" if act.held_ms >= HELD_MS else "click"


def _put(steps: Steps, action: Action, act: PageAct) -> None:
    does = ACTIONS[action]
    told = {**act.fields, "target": act.element}
    if does.points_at == "focus" and _has_focus(steps, act.element):
        del told["target"]
    value = act.value
    if does.enters == "key":
        value = "+".join([*act.modifiers, value or ""])
    if does.has_destination:
        told["destination"] = act.end
        if act.end is None:
            raise InvalidInput("a drag that ends on nothing that is told")
    params = {**act.params, **_how(act, is_key=does.enters == "key")}
    if not told.get("target") and act.tab:
        params["tab"] = act.tab
    steps.add(action, params=params, **told)
    if does.takes_value:
        steps.last(value=value)


def _how(act: PageAct, *, is_key: bool) -> dict[str, object]:
    """What the params say of how it is done."""
    said: dict[str, object] = {}
    if act.button != "left":
        said["button"] = act.button
    if act.modifiers and not is_key:
        said["modifiers"] = list(act.modifiers)
    if act.position:
        said["position"] = dict(act.position)
    return said


def _has_focus(steps: Steps, element: Element | None) -> bool:
    """Was it just clicked, and is no field? Its click was no preparation of the key
    then, but a step of its own."""
    last = steps.steps[-1] if steps.steps else None
    if element is None or last is None or not last.does.presses:
        return False
    return last.target == element and kind_of(element) not in EDITABLE


def led_to(signals: object) -> Page | None:
    """The page of the last navigation among what an action set off."""
    for one in reversed(signals if isinstance(signals, list) else []):
        if isinstance(one, Mapping) and one.get("name") == "navigation":
            url = text_of(one.get("url"))
            return Page(url=url) if url else None
    return None


def files_in(given: object) -> str | None:
    """The names of files, one a line; of a payload its name."""
    listed = given if isinstance(given, list) else [given]
    names = [one.get("name") if isinstance(one, Mapping) else one for one in listed]
    told = [one for one in names if isinstance(one, str)]
    return "\n".join(told) if told and len(told) == len(listed) else None


def address_of(url: object) -> str | None:
    """The address, if it is a page's."""
    told = text_of(url)
    return None if told == BLANK else told
