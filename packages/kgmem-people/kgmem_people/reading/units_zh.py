"""Words of a Chinese sentence put together: names as one, each word with a letter for
what it can be."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kgmem.people import Mention, word_set, words_in
from kgmem.ports import Token
from kgmem_people.reading.validity import Validity

_FILLERS = word_set("statement.filler")
_PERCENT = "%％℃°"
_DEPARTMENTS = words_in("statement.department", "zh")
OF, AT, IS = "的", "于", "是"
JOINING = frozenset("和与及、跟同") | {"以及"}
BEING = frozenset("是为系")
DOER = frozenset("由被")

LETTERS = {
    **dict.fromkeys(JOINING, "C"),
    **dict.fromkeys(BEING, "B"),
    **dict.fromkeys(DOER, "y"),
    OF: "D",
    "在": "Z",
    AT: "Y",
}
_BY_TAG = {
    **dict.fromkeys(("m", "q", "r", "mq"), "q"),
    **dict.fromkeys(("a", "ad", "ag", "z", "t", "b", "d"), "a"),
    **dict.fromkeys(("j", "l", "i", "eng", "an", "s", "vn"), "n"),
    **dict.fromkeys(("p", "c"), "P"),
    "f": "f",
}
"""Letters of words: E a name, n noun, q amount, a modifier, v verb, D 的, C and, B 是,
y by, Z 在, Y 于, P another preposition, f a side."""

_MENDED = (
    (r"(?<=n)q(?=[vyD]|$)|(?<=Bv)q(?=D)", "n"),  # 小说集
    (r"(?<=[BDv])v(?=n)|(?<=C)v(?=E)", "n"),  # 依赖支付服务
    (r"(?<=D)[avoPq](?=B|$)|(?<=[nE])a$", "n"),  # 意大利的首都
    (r"(?<=D)v$|(?<=v[qanEC]n)v$|(?<=Cn)v$", "n"),  # 支持短信登录
    (r"(?<=[nE])n(?=[ZY](?:[aq]*[nE]+f?)?$)", "v"),  # 存储在
)
"""Verbs that jieba takes for nouns, and nouns that it takes for verbs, by what stands
around them."""
_NO_VERB = ((r"(?<=[PyZ])([EnC]+)n$", r"\1v"), (r"(?<=[nE])n(?=q)", "v"))
"""The same where no word is a verb."""


@dataclass(frozen=True, slots=True)
class SentenceUnit:
    """A word, or all of a name."""

    text: str
    letter: str
    start: int
    end: int
    name: Mention | None = None


Units = tuple[SentenceUnit, ...]


def units_of(
    text: str,
    tokens: Sequence[Token],
    named: Sequence[Mention],
    when: Validity,
    has_subject: bool,
) -> Units:
    """The words of a part, names as one, without times, marks and fillers."""
    start, end = tokens[0].start, tokens[-1].end
    spans = [(start + a, start + b) for a, b in when.spans]
    units: list[SentenceUnit] = []
    at = start
    for n, token in enumerate(tokens):
        first = max(
            [token.start, *(b for a, b in spans if token.start < b and a < token.end)]
        )
        if token.start < at or first >= token.end:
            continue
        name = next((one for one in named if one.start <= token.start < one.end), None)
        after = tokens[n + 1].pos if n + 1 < len(tokens) else ""
        if name is not None and name.end <= end and after not in ("ul", "ug", "uz"):
            units.append(SentenceUnit(name.name, "E", name.start, name.end, name))
            at = name.end
        elif token.text not in _FILLERS and (letter := _letter(token, after)):
            units.append(
                SentenceUnit(text[first : token.end], letter, first, token.end)
            )
    return _mended(units, has_subject)


def _letter(token: Token, after: str) -> str:
    if token.text in LETTERS:
        return LETTERS[token.text]
    if token.text in _PERCENT:
        return "q"
    if not any(mark.isalnum() for mark in token.text) or token.pos[:1] in "ueyo":
        return "n" if token.pos == "eng" else ""
    if after in ("ul", "ug", "uz") or token.pos == "v":
        return "v"
    return _BY_TAG.get(token.pos, "n" if token.pos[:1] == "n" else "o")


def _mended(units: Sequence[SentenceUnit], has_subject: bool) -> Units:
    """With verbs that jieba takes for nouns, and nouns that it takes for verbs, by what
    stands around them."""
    letters = "".join(unit.letter for unit in units)
    for pattern, letter in _MENDED:
        letters = re.sub(pattern, letter, letters)
    if not has_subject:
        letters = re.sub(r"^v(?=n+[vByZ])|^a(?=[vByZ])", "n", letters)
    if not re.search("[vB]", letters):
        again = (*_NO_VERB, (r"^n(?=[qa]*E)", "v")) if has_subject else _NO_VERB
        for pattern, letter in again:
            letters = re.sub(pattern, letter, letters, count=1)
    return tuple(
        replace(unit, letter=letter)
        for unit, letter in zip(units, letters, strict=True)
    )


def has(units: Units, letters: str) -> bool:
    return any(unit.letter in letters for unit in units)


def text_of(units: Sequence[SentenceUnit]) -> str:
    """The words as they stand, without the marks that are cut off between them."""
    text = ""
    for n, unit in enumerate(units):
        gap = n and units[n - 1].end < unit.start
        is_span = text[-1:].isdigit() and unit.text[:1].isdigit()
        mark = "–" if is_span else " " if text[-1:].isascii() else ""
        text += f"{mark if gap else ''}{unit.text}"
    return text


def parts_of(units: Units) -> list[Units]:
    """The parts between "and" and its like."""
    return [
        tuple(part)
        for is_and, part in groupby(units, key=lambda unit: unit.letter == "C")
        if not is_and
    ]


def owned(units: Units) -> tuple[Units, Units] | None:
    """(Y, R) of Y的R."""
    places = [n for n, unit in enumerate(units) if unit.letter == "D"]
    if not places:
        return None
    at = places[-1]
    return (units[:at], units[at + 1 :]) if 0 < at < len(units) - 1 else None


def sort_of(units: Units) -> str:
    if any(unit.name for unit in units):
        return "name"
    last = units[-1].text
    is_office = len(last) > 2 and last.endswith(_DEPARTMENTS)
    if is_office or (len(units) > 1 and all(unit.letter == "n" for unit in units)):
        return "compound"
    return "noun"
