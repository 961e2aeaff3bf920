"""The words of Chrome's Recorder: types of steps, their fields, keys."""

from collections.abc import Mapping

from kgmem import Action
from kgmem_formats.importers.words import Words

ACTS: Mapping[str, Action] = {
    "navigate": "navigate",
    "click": "click",
    "doubleClick": "double_click",
    "change": "type",
    "hover": "hover",
    "scroll": "scroll",
}
WAITS = "waitForElement"
SAID = ("innerText", "textContent", "value")
"""Properties of an element that are its value."""
TYPES = Words(
    "type of step",
    used=frozenset({*ACTS, "keyDown", "keyUp", "customStep", WAITS}),
    harmless={
        "setViewport": "how much of the page is shown",
        "emulateNetworkConditions": "how fast the network is",
        "waitForExpression": "waits for the page, which a replay does of itself",
        "close": "the end of a tab; what follows says in which tab it is done",
    },
)
_BASE = frozenset({"type", "target", "assertedEvents"})
_FRAMED = _BASE | {"frame"}
_POINTED = _FRAMED | {"selectors"}
_PRESSED = _POINTED | {"button", "offsetX", "offsetY"}
TIMEOUT: Mapping[str, str] = {"timeout": "how long it was waited for"}
POINTER: Mapping[str, str] = {
    **TIMEOUT, "deviceType": "a finger and a pen press what a mouse does",
}  # fmt: skip
_USED: Mapping[str, frozenset[str]] = {
    "navigate": _BASE | {"url"},
    "click": _PRESSED | {"duration"},
    "doubleClick": _PRESSED,
    "change": _POINTED | {"value"},
    "hover": _POINTED,
    "scroll": _POINTED | {"x", "y"},
    "keyDown": _BASE | {"key"},
    "keyUp": _BASE | {"key"},
    WAITS: _POINTED | {"properties", "operator", "count", "visible"},
    "customStep": _FRAMED | {"name", "parameters"},
}
FIELDS: Mapping[str, Words] = {
    kind: Words(f"field of {kind}", used, POINTER if used >= _PRESSED else TIMEOUT)
    for kind, used in _USED.items()
}
"""Of each type that is used; the fields of the others are as harmless as they are."""
FLOW = Words(
    "field of a recording",
    used=frozenset({"title", "steps"}),
    harmless={**TIMEOUT, "selectorAttribute": "by which attribute selectors were made"},
)
EVENTS = Words("asserted event", used=frozenset({"navigation"}))
BUTTONS: Mapping[str, str | None] = {
    "primary": None, "touch": None, "auxiliary": "middle", "secondary": "right",
}  # fmt: skip
"""What a step says of a button; the first one goes without saying."""
MODIFIERS: Mapping[str, str] = {
    f"{name}{side}": name
    for name in ("Control", "Alt", "Meta", "Shift")
    for side in ("", "Left", "Right")
}
KEYS: Mapping[str, str] = {
    " ": "Space", "\r": "Enter", "\n": "Enter", "\u0000": "",
    **{f"Key{sign}": sign.lower() for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{f"Digit{n}": str(n) for n in range(10)},
}  # fmt: skip
"""Keys that are called otherwise."""
