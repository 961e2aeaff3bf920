"""Selenium IDE's `sendKeys`: texts, keys and chords in the order of the value."""

from collections.abc import Iterator

from kgmem import InvalidInput
from kgmem_formats.importers.selenium_words import CHORDS, KEYS
from kgmem_formats.importers.variables import FilledText, Variables

PREFIX = "KEY_"


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
        if is_key and name in CHORDS:
            held.append(CHORDS[name])
        elif is_key and name in KEYS:
            yield True, FilledText("+".join([*held, KEYS[name]]))
        elif is_key:
            raise InvalidInput(f"no key is known as {part[:60]!r}")
    if text or not value:
        yield False, variables.filled(text)
