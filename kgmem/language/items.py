"""The items of an enumeration: "a, b and c", "甲、乙和丙", "甲 乙 丙"."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from kgmem.language.vocabulary import either, word_set
from kgmem.language.words import HAN, Span
from kgmem.model.base import normalize

MAX_ITEMS = 200

NOTHING = word_set("nothing")
"""What a text says in the place of a list without items."""

_AND = either("item.joint", spaced=True)
_AND_ZH = either("item.joint", spaced=False)
_AFTER_ZH = either("item.joint", "item.only_after_comma", spaced=False)
_MARK = rf"\s{{0,9}}(?:[;；、，]|,(?!\d))\s{{0,9}}(?:(?:{_AND})\s{{1,9}}|{_AFTER_ZH})?"
_COMMA = rf"{_MARK}|\s{{1,9}}(?:{_AND}|{either('item.sign')})\s{{1,9}}"
_SEPARATOR = re.compile(rf"{_COMMA}|(?<=\S\S)(?:{_AND_ZH})(?=\S\S)")
"""A lone 和 beside a single character is part of a name, such as 和平."""
_AFTER_COMMA = re.compile(rf"{_COMMA}|(?<=\S)(?:{_AND_ZH})(?=\S)")
_AT_MARKS = re.compile(_MARK)
_BLANK = rf"(?:(?<=[{HAN}])\s{{1,9}}|\s{{1,9}}(?=[{HAN}]))(?:(?:{_AND_ZH})\s{{1,9}})?"
"""A blank beside Chinese, which is written without."""
_WRAPPING = " \t\n\r\u3000[]'\"“”‘’「」『』"


def split_items(
    text: str, known: Sequence[str] = (), *, at_blanks: bool = False
) -> tuple[list[str], tuple[str, ...]]:
    """The items of `text` and what stands between them; one that is `known` is not
    cut, and where such hold an "and", others may: then commas alone cut. Brackets and
    quotes around items belong to what stands between. Words for nothing are no item.

    `at_blanks`: the text is known to be a list, so blanks beside Chinese part it too.
    """
    if normalize(text) in NOTHING and text not in known:
        return [], ()
    spans = item_spans(text, known, at_blanks=at_blanks)
    return (
        [text[start:end] for start, end in spans],
        tuple(text[a[1] : b[0]] for a, b in pairwise(spans)),
    )


def item_spans(
    text: str, known: Sequence[str] = (), *, at_blanks: bool = False
) -> list[Span]:
    """Where the items of `text` stand; a text without separators is one item."""
    separator, within = _separator(text, known), _SEPARATOR
    if at_blanks:
        separator, within = _or_blank(separator), _or_blank(within)
    whole = [match.span() for match in _known(known, text, within)]
    cuts = [
        match.span()
        for match in separator.finditer(text)
        if not any(a < match.end() and match.start() < b for a, b in whole)
    ][: MAX_ITEMS - 1]
    cuts = _with_last_joint(text, cuts)
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    found = (_unwrapped(text, span) for span in zip(starts, ends, strict=True))
    return [span for span in found if span[0] < span[1]]


def _with_last_joint(text: str, cuts: Sequence[Span]) -> list[Span]:
    """Where marks part the items, of the words that may join two the last one behind
    them alone: others are parts of names, as in 甲、沈和平和乙."""
    marks = [cut for cut in cuts if not text[slice(*cut)].strip().isalnum()]
    if not marks:
        # A word that follows one at once begins an item: 苹果醋和和风沙拉酱.
        ends = {end for _, end in cuts}
        return [cut for cut in cuts if cut[0] not in ends]
    joints = [cut for cut in cuts if cut not in marks and cut > marks[-1]]
    return [*marks, *joints[-1:]]


def _separator(text: str, known: Sequence[str]) -> re.Pattern[str]:
    """What stands between the items of the text."""
    if not re.search("[,，、;；]", text):
        return _SEPARATOR
    holds_and = (_SEPARATOR.search(one) and not _AT_MARKS.search(one) for one in known)
    return _AT_MARKS if any(holds_and) else _AFTER_COMMA


@cache
def _or_blank(separator: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(f"{separator.pattern}|{_BLANK}")


def _known(
    known: Sequence[str], text: str, separator: re.Pattern[str]
) -> list[re.Match[str]]:
    """Where items that hold a separator themselves stand."""
    return [
        match
        for item in known
        if separator.search(item) and item in text
        for match in re.finditer(re.escape(item), text)
    ]


def _unwrapped(text: str, span: Span) -> Span:
    """The span without brackets and quotes at both of its ends."""
    piece = text[slice(*span)]
    return (
        span[0] + len(piece) - len(piece.lstrip(_WRAPPING)),
        span[1] - len(piece) + len(piece.rstrip(_WRAPPING)),
    )
