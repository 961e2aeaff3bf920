"""Texts of the languages with curly brackets, without their escapes."""

import re

_ESCAPE = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})"
    r"|x([0-9A-Fa-f]{2})|(\r\n|.))",
    re.S,
)
_MEANT = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0",
    "\n": "", "\r\n": "",
}  # fmt: skip


def unescaped(raw: str) -> str:
    """The text that a literal's inside means."""
    text = _ESCAPE.sub(_meant, raw)
    # Letters beyond the first plane are written as two halves.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _meant(match: re.Match[str]) -> str:
    code = next(filter(None, match.groups()[:4]), None)
    if code is not None:
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _MEANT.get(match[5], match[5])


def dedented(raw: str) -> str:
    """A text of several lines without the room before them."""
    lines = raw.split("\n")
    if len(lines) == 1:
        return raw
    kept = lines[1:]
    room = min((len(one) - len(one.lstrip()) for one in kept if one.strip()), default=0)
    text = "\n".join(one[room:] for one in kept)
    return text[:-1] if text.endswith("\n") else text
