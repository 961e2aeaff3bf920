"""Selenium IDE's `sendKeys`: texts, keys and chords in the order of the value."""

import re
from collections.abc import Iterator

from kgmem import InvalidInput
from kgmem_formats.browsers.keys import key_named
from kgmem_formats.importers.selenium_words import SIGNS
from kgmem_formats.importers.variables import FilledText, Variables

PREFIX = "KEY_"
HELD = ("Control", "Alt", "Shift", "Meta")
"""Keys that are held until the command ends."""
_BEFORE = re.compile(r"(?:LEFT|NUMPAD|NUM|N)_?(?=[A-Z]{3}|\d$)")
"""Before the name of a key: where on the keyboard it is."""


def keys_in(value: str, variables: Variables) -> Iterator[tuple[bool, FilledText]]:
    """What is entered, one after the other: whether it is a key, and the key or text.
    Raises InvalidInput for a key that has no name, or a chord of what is asked for."""
    held: list[str] = []
    text = ""
    parts = variables.form.split(value)
    for n, part in enumerate(parts):
        name = part.removeprefix(PREFIX)
        is_key = bool(n % 2) and part.startswith(PREFIX)
        if not is_key and held:
            written = f"${{{part}}}" if n % 2 else part
            for sign in variables.filled(written).literal():
                yield True, FilledText("+".join([*held, sign]))
        elif not is_key:
            text += f"${{{part}}}" if n % 2 else part
            continue
        elif text:
            yield False, variables.filled(text)
            text = ""
        key = _key(name) if is_key else ""
        if key in HELD:
            held.append(key)
        elif key:
            yield True, FilledText("+".join([*held, key]))
        elif is_key:
            raise InvalidInput(f"no key is known as {part[:60]!r}")
    if text or not value:
        yield False, variables.filled(text)


def _key(name: str) -> str:
    """The key as Playwright calls it; empty where none is known."""
    bare = _BEFORE.sub("", name, count=1)
    known = (
        SIGNS.get(one) or (len(one) > 1 and key_named(one)) for one in (name, bare)
    )
    return next((key for key in known if key), "")
