"""Sums of money, quantities with a unit, ordinals, in English and Chinese.

Each pattern has a group `n`, the number, and may have `scale` (万, million), `unit`,
`tail` (the 5 of 12块5), and `value`, the part that is said for itself (the 3 of 第3个).
"""

import re
from decimal import Decimal

from kgmem.language import numerals
from kgmem.language.stemming import stem
from kgmem.language.vocabulary import (
    any_character,
    either,
    meanings,
    not_behind,
    roles,
    within,
)

_START = r"(?<![A-Za-z\d_/])(?<!\d[.:])"
_END = r"(?![A-Za-z\d_])(?!\.\d)"
_HAN_START = rf"(?<![\d{numerals.HAN_DIGITS}])(?<!\d\.)"
_DIGITS = rf"(?P<n>{numerals.DECIMAL})"
_NAMED_SCALES = {word: int(scale) for word, scale in meanings("amount.scale").items()}
_SCALES = {"k": 1_000} | _NAMED_SCALES
_LONGEST_FIRST = "|".join(sorted(_NAMED_SCALES, key=len, reverse=True))
_SCALE = rf"\s?(?P<scale>k(?![A-Za-z])|{_LONGEST_FIRST})"
_DIGITS_OR_ENGLISH = rf"(?P<n>{numerals.SIGNED}|{numerals.SPELLED})"
_DIGITS_OR_HAN = rf"(?P<n>{numerals.SIGNED}|{numerals.HAN})"

_CURRENCY = r"USD|EUR|GBP|CNY|RMB|JPY|HKD|CAD|AUD|INR|Rs\.?"
_SYMBOL = r"(?:US|HK|NT|CA?|AU?)?\$|[€£¥￥₹]"
_CURRENCY_NAMES, _HAN_CURRENCY = (
    either(*within("amount.currency"), spaced=spaced) for spaced in (True, False)
)
_CODES = {
    **{"$": "USD", "US$": "USD", "HK$": "HKD", "NT$": "TWD", "C$": "CAD", "CA$": "CAD"},
    **{"A$": "AUD", "AU$": "AUD", "€": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY"},
    **{"₹": "INR", "RS": "INR", "RS.": "INR", "RMB": "CNY"},
}
"""Codes of currencies by what else is written for them."""
_TAIL = (
    rf"(?:(?<={either('amount.tail_after')})"
    rf"(?P<tail>\d{{1,2}}|[{numerals.HAN_ONES}]){any_character('amount.tail_unit')}?"
    rf"(?!\d|{either('amount.not_behind_tail')}))?"
)

_UNITS = (
    r"%|°[CF]?|(?-i:[gLlm])|kg|mg|lbs?|oz|ml|cl|km|cm|mm|mi|ft|mph|[kmgt]b|px|"
    + either("amount.unit", spaced=True)
)
"""Signs of units, units, and the words that count like Chinese measure words."""
UNIT_SIGNS = frozenset("%‰°$€£¥￥₹")
"""Those of units and currencies that are no letters."""
_MEASURES = either("amount.unit", spaced=False)
"""Chinese measure words and units."""


def _written(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


MONEY = _written(
    rf"(?<![A-Za-z\d_])(?:{_SYMBOL})\s?{_DIGITS}(?:{_SCALE})?{_END}",
    rf"(?<![A-Za-z\d_])(?:{_CURRENCY})\s?{_DIGITS}{_END}",
    rf"{_START}{_DIGITS_OR_ENGLISH}(?:{_SCALE})?\s?"
    rf"(?:{_CURRENCY}|{_CURRENCY_NAMES}|[€￥])(?![A-Za-z])",
    rf"{_HAN_START}(?!{either('amount.no_sum')}){_DIGITS_OR_HAN}(?:{_SCALE})?\s?"
    rf"(?:{_HAN_CURRENCY}){_TAIL}",
)
"""Wordings of sums of money."""

QUANTITIES = _written(
    rf"{_START}{_DIGITS_OR_ENGLISH}[\s-]?(?P<unit>{_UNITS})(?![A-Za-z\d_])(?!-[A-Za-z])",
    rf"{_HAN_START}{not_behind('ordinal.before', spaced=False)}"
    rf"(?!{either('amount.no_count')})(?:{_DIGITS_OR_HAN})\s?(?P<unit>{_MEASURES})",
)
"""Wordings of numbers with a unit or a measure word."""

_VALUE = rf"(?P<value>(?P<n>\d{{1,6}}|{numerals.HAN}))"

ORDINALS = _written(
    rf"(?<![A-Za-z\d_.])(?P<n>\d{{1,6}})(?:{either('ordinal.suffix')})(?![A-Za-z\d_])",
    rf"(?<![A-Za-z\d_-])(?P<n>{numerals.SPELLED_ORDINAL})(?![A-Za-z\d_-])",
    rf"(?:{either('ordinal.before', spaced=False)})\s?{_VALUE}"
    rf"(?:{either('ordinal.measure', spaced=False)})?",
    rf"{_HAN_START}{_VALUE}(?:{either('ordinal.behind', spaced=False)})",
    rf"(?<![A-Za-z])(?:{either('ordinal.before', spaced=True)})\s?"
    r"(?P<value>(?P<n>\d{1,6}))(?!\d)",
)
"""Wordings of places in an order."""


def number_of(match: re.Match[str]) -> Decimal | None:
    """The number in a match of one of the patterns above; None where its words make
    no number."""
    said = match.groupdict()
    number = _number(said["n"])
    if number is None:
        return None
    if scale := said.get("scale"):
        number = Decimal(numerals.plain((number * _SCALES[scale.lower()]).normalize()))
    if tail := said.get("tail"):
        number += Decimal(f"0.{numerals.read_whole(tail)}")
    return number


def unit_of(text: str) -> str | None:
    """What a sum or a quantity counts, a currency by its code; None where it is
    neither, or says none.

    >>> unit_of("60 euro"), unit_of("€60"), unit_of("3 hours"), unit_of("3")
    ('EUR', 'EUR', 'hour', None)
    """
    if (quantity := read(QUANTITIES, text)) is not None:
        return stem(quantity["unit"].casefold())
    sum_of = read(MONEY, text)
    if sum_of is None:
        return None
    start, end = sum_of.span("n")
    said = sum_of.groupdict()
    if said.get("scale"):
        end = sum_of.end("scale")
    last = sum_of.start("tail") if said.get("tail") else len(text)
    return _currency((text[:start] + text[end:last]).strip())


def _currency(said: str) -> str:
    for code in roles("amount.currency"):
        names = either(f"amount.currency.{code}")
        if re.fullmatch(names, said, re.IGNORECASE):
            return code
    return _CODES.get(said.upper(), said.upper())


def _number(said: str) -> Decimal | None:
    if (number := numerals.read_decimal(said)) is not None:
        return number
    for read in (numerals.read_words, numerals.read_ordinal):
        if (whole := read(said)) is not None:
            return Decimal(whole)
    return None


def read(patterns: tuple[re.Pattern[str], ...], text: str) -> re.Match[str] | None:
    """The match that is all of `text` and holds a number."""
    for pattern in patterns:
        match = pattern.fullmatch(text)
        if match and number_of(match) is not None:
            return match
    return None
