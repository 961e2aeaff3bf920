"""Text in bytes of any encoding: which one it is, and its lines as they are read."""

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

SAMPLE = 1 << 16
"""Bytes at a file's start by which its encoding is told."""
LONGEST_LINE = 100_000
"""Characters of a line that are read at once; a longer one comes in pieces."""
BROKEN = "\ufffd"
"""Stands for bytes that are no character."""
WIDE = re.compile(
    r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff]"
)
"""A character as wide as two Latin letters: Han, kana, Hangul, full-width marks.
Between two of them a line's end is no space."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CANDIDATES = ("gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1252")
"""Encodings that are told apart where no mark names one and it is not UTF-8; with
more of them a short Chinese text is taken for a rare one."""
_OTHER_ALPHABET = "cp1251"
"""One more where few letters are Latin ones; accents would be taken for it, too."""
_COMMON = {
    "gb18030": ("gb2312", frozenset({0xA1, 0xA3, *range(0xB0, 0xD8)})),
    "big5": ("big5", frozenset(range(0xA1, 0xC7))),
}
"""First bytes of punctuation and of the characters of the first level, those in common
use, as GB 2312 and Big5 order them."""
_FAMILIAR_SHARE = 0.8
"""Common characters among all that are not ASCII in what is taken for Chinese."""
_FEW = 128
"""Bytes; from fewer that are not ASCII no language can be told by its letters."""
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
    goes_on: bool
    """Is it a piece that the next one continues?"""


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
    text = _decoded(sample, "utf-8")
    broken = text.count(BROKEN)
    if not broken or broken < sum(not ch.isascii() for ch in text) - broken:
        return "utf-8"
    return _guessed(sample)


def sample_of(data: BinaryIO) -> bytes:
    """Bytes to tell the encoding by: from the start of `data`, or from where it is no
    longer ASCII. `data` stands at its start afterwards."""
    data.seek(0)
    first = sample = data.read(SAMPLE)
    while sample and sample.isascii() and b"\0" not in sample:
        sample = data.read(SAMPLE)
    data.seek(0)
    if sample is first or not sample:
        return first
    return sample[sample.find(b"\n") + 1 :]  # it may begin within a character


def text_lines(data: BinaryIO, encoding: str) -> Iterator[TextLine]:
    """The lines from where `data` stands, never much more than LONGEST_LINE in memory.

    Bytes that are no character become U+FFFD; `data` stays open.
    """
    reader = io.TextIOWrapper(data, encoding, errors="replace")
    number = 1
    try:
        while piece := reader.readline(LONGEST_LINE):
            goes_on = len(piece) == LONGEST_LINE and not piece.endswith("\n")
            yield TextLine(number, piece.removesuffix("\n"), goes_on)
            number += not goes_on
    finally:
        if not data.closed:
            reader.detach()  # else it closes `data`


def _utf_16(sample: bytes) -> str | None:
    """UTF-16 without a mark: it has NUL bytes (line ends, spaces, digits), and read so
    it is of ordinary characters."""
    nuls = sample.count(0)
    if not nuls or (
        nuls < len(sample) / 10 and BROKEN not in _decoded(sample, "utf-8")
    ):
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        text = _decoded(sample, encoding)
        if sum(_is_plain(ch) for ch in text) >= _PLAIN_SHARE * len(text) > 0:
            return encoding
    return None


def _decoded(sample: bytes, encoding: str) -> str:
    """Broken bytes are U+FFFD, a character that is cut at the end is left out."""
    return codecs.getincrementaldecoder(encoding)("replace").decode(sample)


def _is_plain(ch: str) -> bool:
    """White space, Latin letters, general and Chinese punctuation, Han characters."""
    return (
        " " <= ch <= "\u024f"
        or "\u2010" <= ch <= "\u2027"
        or 0x3000 <= ord(ch) <= 0x9FFF
        or "\uff00" <= ch <= "\uffef"
        or ch in "\t\r\n"
    )


def _guessed(sample: bytes) -> str:
    from charset_normalizer import from_bytes  # slow to import, seldom needed

    if len(sample) >= SAMPLE:  # its last character may be cut
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    foreign = sum(byte >= 0x80 for byte in sample)
    latin = sum(chr(byte).isalpha() for byte in sample if byte < 0x80)
    candidates = [*_CANDIDATES, *([_OTHER_ALPHABET] if foreign > latin else [])]
    best = from_bytes(sample, cp_isolation=candidates).best()
    shares = {encoding: _familiar(sample, encoding) for encoding in _COMMON}
    chinese = max(shares, key=lambda encoding: shares[encoding])
    if best is None:
        return chinese
    familiar = foreign < _FEW and shares[chinese] >= _FAMILIAR_SHARE
    return chinese if familiar else best.encoding


def _familiar(sample: bytes, encoding: str) -> float:
    """The share, 0..1, of common Chinese characters among those that are not ASCII."""
    charset, leads = _COMMON[encoding]
    foreign = [ch for ch in sample.decode(encoding, "replace") if not ch.isascii()]
    common = sum(ch.encode(charset, "replace")[0] in leads for ch in foreign)
    return common / len(foreign) if foreign else 0.0


def brief(text: str, most: int = 60) -> str:
    """In one line of at most `most` characters; an ellipsis says that it went on."""
    words = " ".join(text.split())
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
