"""What a step leads to, as a regular expression over addresses."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from kgmem.formats import is_opaque, template_parts, url_template

_MARK = re.compile(r"(\{(?:n|id)\})")
_VALUE = "[^/?#&]*"
_SPECIAL = frozenset("\\^$.|?*+()[]{}/")


def address_pattern(template: str, start: str | None) -> str:
    """Matches the addresses that `url_template` folds to this template, in Python and
    in JavaScript, ignoring case.

    A slot stands for any value. The host is left open where it is that of `start`, so
    that a script can be run against another one.
    """
    text = "".join(_plain(template))
    if text.startswith("about:"):
        return "^" + _escaped(text)
    place, _, route = text.partition("#")
    place, _, query = place.partition("?")
    host, slash, path = place.partition("/")
    own = url_template(start).partition("/")[0] if start else None
    if is_opaque(f"{text}:") and "/" not in text:
        return "^" + _escaped(text) + ":"
    names = r"[^/?#]*" if host == own else r"(?:[^/@?#]*@)?" + _piece(host) + _PORT
    ending = "/?" if path else ""
    return (
        rf"^[a-z][a-z0-9+.\-]*:\/\/{names}"
        + (_piece(slash + path) or "/?")
        + ending
        + "".join(_asked(query))
        + (r"(?:\?[^#]*)?#!?" + _piece(route) if route else r"(?:[?#]|$)")
    )


_PORT = r"(?::\d+)?"


def _plain(template: str) -> Iterator[str]:
    """The template with `{n}` for each value."""
    for part in template_parts(template):
        yield part if isinstance(part, str) else "{n}"


def _asked(query: str) -> Iterator[str]:
    """The keys of the query, in any order."""
    for key in filter(None, query.split("&")):
        yield rf"(?=\?(?:[^#]*&)?{_piece(key)}(?:[=&#]|$))"


def _piece(text: str) -> str:
    parts = _MARK.split(text)
    return "".join(_VALUE if _MARK.fullmatch(one) else _encoded(one) for one in parts)


def _encoded(text: str) -> str:
    """Each letter as it is, or percent-encoded."""
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    if letter == "/" or (letter.isascii() and letter.isalnum()):
        return _escaped(letter)
    coded = quote(letter, safe="", errors="replace")
    coded = f"%{ord(letter):02X}" if coded == letter else coded
    plus = r"|\+" if letter == " " else ""
    return f"(?:{_escaped(letter)}|{coded}{plus})"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in text)
