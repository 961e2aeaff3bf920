"""Keys as agents write them, each as Playwright does: `ctrl+s` is `Control+s`."""

import re
from collections.abc import Mapping, Sequence

_MODIFIERS: Mapping[str, str] = {
    **dict.fromkeys(("ctrl", "control", "ctl", "controlormeta"), "Control"),
    **dict.fromkeys(("alt", "option", "opt"), "Alt"),
    **dict.fromkeys(("meta", "cmd", "command", "win", "windows", "super"), "Meta"),
    "shift": "Shift",
}
_KEYS: Mapping[str, str] = {
    **_MODIFIERS,
    **dict.fromkeys(("enter", "return", "numpadenter"), "Enter"),
    **dict.fromkeys(("escape", "esc"), "Escape"),
    **dict.fromkeys(("space", "spacebar"), "Space"),
    **dict.fromkeys(("delete", "del"), "Delete"),
    **dict.fromkeys(("up", "arrowup", "uparrow"), "ArrowUp"),
    **dict.fromkeys(("down", "arrowdown", "downarrow"), "ArrowDown"),
    **dict.fromkeys(("left", "arrowleft", "leftarrow"), "ArrowLeft"),
    **dict.fromkeys(("right", "arrowright", "rightarrow"), "ArrowRight"),
    **dict.fromkeys(("pageup", "pgup"), "PageUp"),
    **dict.fromkeys(("pagedown", "pgdn", "pgdown"), "PageDown"),
    **{name.casefold(): name for name in (
        "Tab", "Backspace", "Home", "End", "Insert", "CapsLock", "NumLock",
        "ScrollLock", "PrintScreen", "Pause", "ContextMenu",
    )},
    **{f"f{n}": f"F{n}" for n in range(1, 25)},
}  # fmt: skip
_BLANKS = re.compile(r"[ _-]")


def key_named(word: str) -> str | None:
    """The key or chord that a word names; None where it names none."""
    if word in ("+", "++"):
        return word[:1]
    *held, last = word.split("+") if word[-2:] != "++" else [*word[:-2].split("+"), "+"]
    modifiers = [_MODIFIERS.get(_plain(one)) for one in held]
    if not all(modifiers):
        return None
    key = last.strip() if len(last.strip()) == 1 else _KEYS.get(_plain(last))
    return "+".join([*filter(None, modifiers), key]) if key else None


def keys_in(text: str) -> Sequence[str]:
    """The keys that are pressed one after the other, `Tab Tab Enter`; none where the
    text is words to be typed."""
    whole = key_named(re.sub(r"\s*\+\s*", "+", text.strip()))
    if whole:
        return [whole]
    found = [key_named(word) for word in re.split(r"[\s,]+", text.strip())]
    words = [one for one in found if one]
    are_letters = all(len(one) == 1 for one in words)
    return words if len(words) == len(found) and not are_letters else []


def _plain(word: str) -> str:
    return _BLANKS.sub("", word).casefold()
