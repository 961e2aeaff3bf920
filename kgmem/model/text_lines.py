"""Text in bytes of any encoding: which one it is, and its lines as they are read."""

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

SAMPLE = 1 << 16
"""Bytes at a file's start by which its encoding is told."""
LONGEST_LINE = 100_000
"""Characters of a line that are read at once; a longer one comes in pieces."""
BROKEN = "\ufffd"
"""Stands for bytes that are no character."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CANDIDATES = [
    "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1252", "cp1250", "cp1251",
]  # fmt: skip
"""Encodings that are told apart where no mark names one and it is not UTF-8; with
more of them a short Chinese text is taken for a rare one."""
_CONTROLS = bytes({*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F})
_BINARY_SHARE = 0.02
"""Control characters in a text; compressed data has some 10 % of them."""
_PLAIN_SHARE = 0.9
"""Characters of ordinary kinds in what is taken for UTF-16."""


class TextLine(NamedTuple):
    """A line without its end, or a piece of a long one."""

    number: int
    """The first line is 1; the pieces of one line have the same number."""
    text: str
    ends: bool
    """False where the line goes on in the next piece."""


def encoding_of(sample: bytes) -> str | None:
    """The encoding of a file that begins so, as Python names it; None: no text.

    A byte order mark tells it; else UTF-16 by its NUL bytes; else UTF-8, if more of
    its characters are whole than broken; else what charset-normalizer says.
    """
    for mark, encoding in _MARKS:
        if sample.startswith(mark):
            return encoding
    if wide := _utf_16(sample):
        return wide
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls > _BINARY_SHARE * len(sample):
        return None
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(sample)
    broken = text.count(BROKEN)
    whole = sum(not ch.isascii() for ch in text) - broken if broken else 0
    return "utf-8" if broken <= whole else _guessed(sample)


def text_lines(data: BinaryIO, encoding: str) -> Iterator[TextLine]:
    """The lines from where `data` stands, never much more than LONGEST_LINE in memory.

    Bytes that are no character become U+FFFD; `data` stays open.
    """
    reader = io.TextIOWrapper(data, encoding, errors="replace")
    number = 1
    try:
        while piece := reader.readline(LONGEST_LINE):
            ends = piece.endswith("\n")
            yield TextLine(number, piece[:-1] if ends else piece, ends)
            number += ends
    finally:
        reader.detach()


def _utf_16(sample: bytes) -> str | None:
    """UTF-16 without a mark: NUL bytes in every second place only."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if (even == 0) == (odd == 0):
        return None
    encoding = "utf-16-be" if even else "utf-16-le"
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample)
    plain = sum(_is_plain(ch) for ch in text)
    return encoding if plain >= _PLAIN_SHARE * len(text) else None


def _is_plain(ch: str) -> bool:
    """White space, Latin letters, general and Chinese punctuation, Han characters."""
    return (
        " " <= ch <= "\u024f"
        or "\u2010" <= ch <= "\u2027"
        or "\u3000" <= ch <= "\u9fff"
        or "\uff00" <= ch <= "\uffef"
        or ch in "\t\r\n"
    )


def _guessed(sample: bytes) -> str:
    from charset_normalizer import from_bytes  # slow to import, seldom needed

    if len(sample) >= SAMPLE:  # its last character may be cut
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    best = from_bytes(sample, cp_isolation=_CANDIDATES).best()
    if best and best.encoding not in _ONE_BYTE:
        return best.encoding
    legible = min(
        ("gb18030", "big5"),
        key=lambda encoding: sample.decode(encoding, "replace").count(BROKEN),
    )
    return best.encoding if best else legible


_ONE_BYTE = frozenset({"cp1252", "cp1250", "cp1251"})
