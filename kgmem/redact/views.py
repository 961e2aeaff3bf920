"""A text as its readers will decode it, with the way back to the raw positions.

Secrets hide in URL encoding, JSON escapes and HTML entities, one inside another.
"""

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_ESCAPE = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+"
    r"|(?:\\u[0-9A-Fa-f]{4})+"
    r"|\\+[nrtbf\"'/\\]"
    r"|&(?:quot|apos|amp|lt|gt|nbsp|#[0-9]{2,6}|#x[0-9A-Fa-f]{2,5});"
)
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}
_UNREADABLE = "\ufffd"
_DEPTH = 3
"""JSON in a URL in JSON; deeper nesting is not looked for."""


@dataclass(frozen=True, slots=True)
class TextView:
    """One reading of a text; `origins` is None where it is the raw text."""

    text: str
    origins: list[int] | None = None
    """Raw position of each character, and of the end."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] stands in the raw text."""
        if self.origins is None:
            return start, end
        return self.origins[start], self.origins[end]


def views(text: str) -> list[TextView]:
    """The raw text and each further decoding of it, the most decoded one last."""
    found = [TextView(text)]
    for _ in range(_DEPTH):
        decoded = _decoded(found[-1])
        if decoded is None:
            break
        found.append(decoded)
    return found


def _decoded(view: TextView) -> TextView | None:
    text = view.text
    if "%" not in text and "\\" not in text and "&" not in text:
        return None
    if not _ESCAPE.search(text):
        return None
    decoded, origins = _rewritten(text, _ESCAPE, _characters)
    if view.origins is not None:
        origins = [view.origins[at] for at in origins]
    return TextView(decoded, origins)


def _rewritten(
    text: str,
    form: re.Pattern[str],
    told: Callable[[str], Iterable[tuple[str, int]]],
) -> tuple[str, list[int]]:
    """The text with what is `told` of each match in its place, and the positions that
    its characters come from."""
    pieces: list[str] = []
    origins: list[int] = []
    done = 0
    for match in form.finditer(text):
        pieces.append(text[done : match.start()])
        origins.extend(range(done, match.start()))
        for char, offset in told(match[0]):
            pieces.append(char)
            origins.append(match.start() + offset)
        done = match.end()
    pieces.append(text[done:])
    origins.extend(range(done, len(text) + 1))
    return "".join(pieces), origins


def _characters(escape: str) -> list[tuple[str, int]]:
    """What an escape stands for: characters, and where in it each begins."""
    if escape[0] == "%":
        return _percent(escape)
    if escape[0] == "&":
        return [(html.unescape(escape)[:1] or _UNREADABLE, 0)]
    if escape[1] == "u":
        units = [escape[at + 2 : at + 6] for at in range(0, len(escape), 6)]
        return [(_unit(unit), 6 * at) for at, unit in enumerate(units)]
    slashes, last = escape[:-1], escape[-1]
    if last == "\\":
        return [("\\", at) for at in range(0, len(escape) - 1, 2)]
    kept = [("\\", at) for at in range((len(slashes) - 1) // 2)]
    return [*kept, (_CONTROLS.get(last, last), len(kept))]


def _unit(digits: str) -> str:
    """A UTF-16 unit; halves of a pair are no characters and stay unread."""
    char = chr(int(digits, 16))
    return _UNREADABLE if "\ud800" <= char <= "\udfff" else char


def _percent(escape: str) -> list[tuple[str, int]]:
    """UTF-8 where it is that, else one character per byte."""
    raw = bytes.fromhex(escape.replace("%", ""))
    try:
        decoded = raw.decode()
    except UnicodeDecodeError:
        return [(chr(byte), 3 * at) for at, byte in enumerate(raw)]
    found, at = [], 0
    for char in decoded:
        found.append((char, at))
        at += 3 * len(char.encode())
    return found


_FOLDED = {
    **{at: at - 0xFEE0 for at in range(0xFF10, 0xFF1A)},  # full-width digits
    **{at: at - 0xFEE0 for at in (*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))},
    **{ord(wide): ord(wide) - 0xFEE0 for wide in "－＿＠．＋＝＆％＃＄＊"},
    **dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), 0x20),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212), 0x2D),
    **dict.fromkeys((173, *range(8203, 8208), *range(8288, 8293), 65279)),
}  # fmt: skip
"""Full-width letters and digits, unusual spaces and hyphens as the plain ones;
characters without a width as nothing. Chinese punctuation stays: it ends values."""
_FOLDABLE = re.compile(
    f"[{''.join(re.escape(chr(at)) for at in _FOLDED)}\U0001d7ce-\U0001d7ff]"
)
"""These, and mathematical digits."""


def fold(text: str) -> TextView | None:
    """The text in plain letters, digits and spaces; None where it is that already.
    Its origins are places in `text`."""
    if text.isascii() or not _FOLDABLE.search(text):
        return None
    return TextView(*_rewritten(text, _FOLDABLE, _plain))


def folded(text: str) -> str:
    """The same, as a text alone."""
    view = fold(text)
    return view.text if view else text


def _plain(char: str) -> list[tuple[str, int]]:
    """One character, at its place, or none."""
    code = _FOLDED.get(ord(char), ord(char))
    if code is None:
        return []
    return [(str((code - 0x1D7CE) % 10) if code >= 0x1D7CE else chr(code), 0)]
