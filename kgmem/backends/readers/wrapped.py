"""Lines that the width of a page has cut are put together again."""

import re
from collections.abc import Sequence

from kgmem.language.numerals import HAN_UP_TO_10
from kgmem.model.texts.text_lines import WIDE

MIN_WIDTH = 40
"""Columns; narrower text is not wrapped, its lines were meant."""
_ROOM = 0.85
"""A line is cut where the next word would pass this share of the widest line: letters
of printed text are not equally wide."""
_BETWEEN_WIDE = re.compile(rf"(?<={WIDE.pattern})[ \t]*\n\s*(?={WIDE.pattern})")
_HYPHEN = "-\u2010\u00ad"
_ITEM = re.compile(
    r"(?:[-*+‣–—]|\(?[0-9A-Za-z]{1,3}[.)])\s"
    r"|[•◦▪·●○■□]"
    rf"|[（(]?(?:\d{{1,3}}|[{HAN_UP_TO_10}]{{1,3}})[)）、]"
)
"""The beginning of a list's item."""


def columns(text: str) -> int:
    """How wide a text stands; Han characters take two columns."""
    return len(text) + sum(1 for _ in WIDE.finditer(text))


def flowing(text: str) -> str:
    """White space folded as a browser does it, but for the ends of Chinese lines, which
    are no space."""
    return " ".join(_BETWEEN_WIDE.sub("", text).split())


def unwrapped(lines: Sequence[str]) -> str:
    """The lines as a text in which only those line ends are left that were meant.

    A line ends because of the width if the next one's first word would not have fit
    in it. A word that was hyphenated is whole again; Chinese is joined without a space.
    """
    width = max(map(columns, lines), default=0)
    parts: list[str] = []
    for line in lines:
        if not parts:
            parts.append(line)
        elif width < MIN_WIDTH or not _is_cut(parts[-1], line, width):
            parts += ["\n", line]
        else:
            parts += _joint(parts, line)
    return "".join(parts)


def _is_cut(line: str, following: str, width: int) -> bool:
    if _ITEM.match(following) or not following:
        return False
    word = following[0] if WIDE.match(following) else following.split(maxsplit=1)[0]
    return columns(line) + 1 + columns(word) > _ROOM * width


def _joint(parts: list[str], following: str) -> list[str]:
    """What goes on; the hyphen of a word that was cut is taken off `parts`."""
    last = parts[-1]
    if last[-1:] in _HYPHEN and last[-2:-1].isalpha() and following[:1].islower():
        parts[-1] = last[:-1]
        return [following]
    if WIDE.match(last[-1:]) and WIDE.match(following):
        return [following]
    return [" ", following]
