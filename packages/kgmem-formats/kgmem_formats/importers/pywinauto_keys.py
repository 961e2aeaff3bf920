"""Keys as pywinauto writes them: `{VK_CONTROL}s`, `^s`, `Hello{ENTER}`, `{TAB 3}`."""

import re
from collections.abc import Iterator

from kgmem_formats.browsers.keys import key_named

_TOKEN = re.compile(r"\{([^{}]+?)(?: (\d{1,3}))?\}|([\^%+])|(.)", re.S)
_SIGNS = {"^": "Control", "%": "Alt", "+": "Shift"}
_HOLD = {"CONTROL": "Control", "MENU": "Alt", "SHIFT": "Shift", "LWIN": "Meta"}
_CALLED = {
    **dict.fromkeys(("PGUP", "PRIOR"), "PageUp"),
    **dict.fromkeys(("PGDN", "NEXT"), "PageDown"),
    **dict.fromkeys(("BACK", "BKSP", "BS"), "Backspace"),
}


def pressed(keys: str) -> Iterator[tuple[str, str]]:
    """Keys, and texts between them that are typed, in their order, each with its
    action: `key` or `type`."""
    typed, held = "", list[str]()
    for name, times, sign, letter in _TOKEN.findall(keys):
        bare = name.upper().removeprefix("VK_")
        if sign or (name and name.upper().startswith("VK_") and bare in _HOLD):
            held.append(_SIGNS[sign] if sign else _HOLD[bare])
            continue
        key = letter or _CALLED.get(bare) or key_named(bare) or name
        if (letter or len(name) == 1) and not held:
            typed += key * int(times or 1)
            continue
        if typed:
            yield "type", typed
        yield from [("key", "+".join([*held, key]))] * int(times or 1)
        typed, held = "", []
    if typed:
        yield "type", typed
