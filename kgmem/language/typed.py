"""Spans of a text whose form tells their kind, and the kind of a value by itself.

Only what the form shows: persons, places and products look alike without a model.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kgmem.language import amounts, moments, numerals
from kgmem.language.flights import FLIGHTS
from kgmem.language.read_text import part_of_text
from kgmem.language.words import Span
from kgmem.model.kind import Kind

MAX_QUOTED = 300
"""Characters within quotation marks; what is longer is no value."""
MAX_VALUE = 200
"""Characters of a value that has a kind other than text."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A span of a text and its kind."""

    span: Span
    kind: Kind


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of a kind are written."""

    kind: Kind
    patterns: tuple[re.Pattern[str], ...]
    holds: Callable[[re.Match[str]], bool] = lambda match: True
    """Is a match really one?"""
    needs: re.Pattern[str] | None = None
    """A character that stands in every value: most texts have none of the rarer
    ones, and are not searched for the patterns then."""


def _patterns(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


_APOSTROPHE = r"(?<=[^\W\d_])['’](?=[A-Za-z])"
_INCHES = rf'(?<=\d)"(?=(?:\s[^"\n]{{0,{MAX_QUOTED}}}[^"\s])?"(?!\w))'
"""A mark behind a number, and the next one closes: "5" pipe", but not "5" and "7"."""


def _quotation(opening: str, closing: str, besides: str = "(?!)") -> str:
    """A pair of marks, `besides` what may stand between them."""
    inside = rf"(?:[^{opening}{closing}\n]|{besides}){{1,{MAX_QUOTED}}}"
    return rf"{opening}(?P<value>{inside}){closing}"


def _apart(pattern: str) -> str:
    """Not next to a letter or number, which has such marks as well (5", dogs')."""
    return rf"(?<![A-Za-z\d]){pattern}(?![A-Za-z\d])"


_QUOTED = _patterns(
    _quotation("“", "”"),
    _quotation("「", "」"),
    _quotation("『", "』"),
    _quotation("《", "》"),
    _apart(_quotation("‘", "’", _APOSTROPHE)),
    _apart(_quotation('"', '"', _INCHES)),
    _apart(_quotation("'", "'", _APOSTROPHE)),
)
_SECRET = _patterns(r"\[REDACTED:[^\[\]\s]{1,60}\]")
_EMAIL = _patterns(
    r"(?<![A-Za-z\d_])[A-Za-z\d_][A-Za-z\d_.+%'-]{0,63}@(?:[A-Za-z\d-]{1,63}\.){1,5}"
    r"[A-Za-z]{2,24}(?![A-Za-z\d])"
)
_REST = r"[A-Za-z\d_~%@$&*+=#/:.,;!?()'-]{0,2000}[A-Za-z\d_/=&#-]"
_TOP_DOMAINS = "com|org|net|edu|gov|io|cn|dev|app|co|ai|me|info|tv|uk|de|jp|hk|tw"
_URL = _patterns(
    rf"(?<![A-Za-z\d])(?:https?|ftp)://{_REST}",
    rf"(?<![A-Za-z\d@._/-])(?:[A-Za-z\d-]{{1,63}}\.){{1,5}}(?:{_TOP_DOMAINS})"
    rf"(?![A-Za-z\d-])(?!\.[A-Za-z\d])(?::\d{{2,5}})?(?:/(?:{_REST})?)?",
)
_PARTS = r"(?:/\.?[A-Za-z\d_~%@+-]{1,99}(?:\.[A-Za-z\d_~%@+-]{1,99}){0,9})"
_PATH = _patterns(
    rf"(?<![^\s\"'“‘「『《(（\[【:：,，、;；=])(?:~|\.{{1,2}})?{_PARTS}{{1,20}}/?(?![A-Za-z\d_/])",
    # Behind a Chinese sign a single slash may stand between two words: 文档/PDF.
    rf"(?<=[\u3400-\u9fff])(?:{_PARTS}{{1,20}}/|{_PARTS}{{2,20}})(?![A-Za-z\d_/])",
)
_TOKEN = _patterns(
    r"(?<![A-Za-z\d_#@.-])#?[A-Za-z\d][A-Za-z\d_-]{1,99}(?![A-Za-z\d_-])"
)
_CODE = _patterns(
    # 412-555-1234, but 2020-2021 is two numbers.
    r"(?<![A-Za-z\d_.-])\d{2,6}(?:-\d{2,6}){2,5}(?![A-Za-z\d_-])",
    r"(?<![A-Za-z\d_])(?:\+\d{1,3}[ -]?)?\(\d{2,4}\) ?\d{3,4}[ -]\d{3,4}(?![\w-])",
    r"(?<![A-Za-z\d_.-])v?\d{1,5}(?:\.\d{1,5}){2,5}(?![A-Za-z\d_-])(?!\.\d)",
)
_NUMBER = _patterns(
    rf"(?<![A-Za-z\d_])(?<!\d\.){numerals.SIGNED}"
    r"(?![A-Za-z\d_])(?!\.\d)",
    rf"(?<![A-Za-z\d_'’-])(?i:{numerals.SPELLED})(?![A-Za-z\d_'’-])",
    rf"(?<![{numerals.HAN_DIGITS}]){numerals.HAN}",
)
_MIXED = re.compile(r"(?=\d*[A-Za-z])(?=[A-Za-z]*\d)(?!\d+(?:st|nd|rd|th)$)\w{3,}")
_NOUN_ONE = re.compile(  # "the other one", "no one"
    r"\b(?:no|any|every|each|some|this|that|the|which|another|other|new|last|next)\s$",
    re.IGNORECASE,
)
NAME = re.compile(
    r"[A-Z][\w.'’&-]*(?:\s(?:(?:of|the|and|de|van|von|&)\s)?[A-Z][\w.'’&-]*){0,5}"
)


def _is_date(match: re.Match[str]) -> bool:
    return any(moments.date_of(match, day_first) for day_first in (False, True))


def _is_time(match: re.Match[str]) -> bool:
    return moments.time_of(match) is not None


def _is_amount(match: re.Match[str]) -> bool:
    return amounts.number_of(match) is not None


def _is_code(match: re.Match[str]) -> bool:
    """Digits and letters where people write them only in ids: in one word, joined by
    `_`, after `#`, next to capitals (ABC-12, but not top-1); or more digits than a
    number has."""
    token = match[0]
    if not any(ch.isdigit() for ch in token):
        return False
    if not any(ch.isalpha() for ch in token):
        return token.isdecimal() and len(token) > numerals.MAX_DIGITS
    if token.startswith("#") or "_" in token:
        return True
    parts = token.split("-")
    return any(_MIXED.fullmatch(part) for part in parts) or (
        len(parts) > 1 and any(part.isupper() and part.isalpha() for part in parts)
    )


def _is_path(match: re.Match[str]) -> bool:
    """Not a number behind a slash."""
    return any(map(str.isalpha, match[0]))


def _is_number(match: re.Match[str]) -> bool:
    """Not the pronoun "one", not a Chinese character that is a piece of a word (三 of
    三明治), not what makes no number (千万)."""
    said = match[0].casefold()
    if said == "one":
        before = match.string[max(0, match.start() - 12) : match.start()]
        return not _NOUN_ONE.search(before)
    return said[0] not in numerals.HAN_DIGITS or (
        len(said) > 1 and numerals.read_characters(said) is not None
    )


_DIGIT = re.compile(rf"[\d{numerals.HAN_DIGITS}]")

FORMS = (
    _Form("secret", _SECRET, needs=re.compile(r"\[")),
    _Form("quoted", _QUOTED, needs=re.compile("[“「『《‘\"']")),
    _Form("email", _EMAIL, needs=re.compile("@")),
    _Form("url", _URL, needs=re.compile("[.:]")),
    _Form("path", _PATH, _is_path, re.compile("/")),
    _Form("date", moments.DATES, _is_date, _DIGIT),
    _Form("time", moments.TIMES, _is_time),
    _Form("money", amounts.MONEY, _is_amount),
    _Form("quantity", amounts.QUANTITIES, _is_amount),
    _Form("ordinal", amounts.ORDINALS, _is_amount),
    _Form("flight_number", FLIGHTS, needs=_DIGIT),
    _Form("code", _CODE, needs=_DIGIT),
    _Form("code", _TOKEN, _is_code, _DIGIT),
    _Form("number", _NUMBER, _is_number),
)
"""Most specific first."""


@part_of_text
def typed_spans(text: str) -> tuple[Typed, ...]:
    """The typed spans of `text` in order; where some overlap, the longest, and of
    equal ones the most specific kind.

    Of a quotation the span is the inside, of 第3个 the number. Linear in the text's
    length.
    """
    taken = bytearray(len(text))
    kept = []
    for typed in sorted(_candidates(text), key=lambda t: t.span[0] - t.span[1]):
        start, end = typed.span
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            kept.append(typed)
    return tuple(sorted(kept, key=lambda typed: typed.span))


def _candidates(text: str) -> Iterator[Typed]:
    for form in FORMS:
        if form.needs is not None and not form.needs.search(text):
            continue
        for pattern in form.patterns:
            group = "value" if "value" in pattern.groupindex else 0
            for match in pattern.finditer(text):
                if form.holds(match):
                    yield Typed(match.span(group), form.kind)


@part_of_text
def kind_of(value: str) -> Kind:
    """The kind of a value by itself, as far as its form tells; `name` for English words
    with capitals, else `text`."""
    value = value.strip()
    if not value or len(value) > MAX_VALUE:
        return "text"
    for form in FORMS:
        if form.kind != "quoted" and _is_whole(form, value):
            return form.kind
    if numerals.read_words(value) is not None:
        return "number"
    return "name" if NAME.fullmatch(value) else "text"


@lru_cache(maxsize=8192)
def is_of(value: str, kinds: frozenset[str]) -> bool:
    """Is the value by itself of one of these kinds, which have a form? As `kind_of`
    tells, but most values are told without a look at every form."""
    plain = value.strip()
    if len(plain) > MAX_VALUE:
        return False
    of_form = any(form.kind in kinds and _is_whole(form, plain) for form in FORMS)
    of_words = "number" in kinds and numerals.read_words(plain) is not None
    return (of_form or of_words) and kind_of(value) in kinds


def _is_whole(form: _Form, value: str) -> bool:
    if form.needs is not None and not form.needs.search(value):
        return False
    for pattern in form.patterns:
        match = pattern.fullmatch(value)
        if match is not None and form.holds(match):
            return True
    return False
