"""Sums of money, quantities with a unit, ordinals, in English and Chinese.

Each pattern has a group `n`, the number, and may have `scale` (万, million), `unit`,
`tail` (the 5 of 12块5), and `value`, the part that is said for itself (the 3 of 第3个).
"""

import re
from decimal import Decimal

from kgmem.language import numerals

_START = r"(?<![A-Za-z\d_/])(?<!\d[.:])"
_END = r"(?![A-Za-z\d_])(?!\.\d)"
_HAN_START = rf"(?<![\d{numerals.HAN_DIGITS}])(?<!\d\.)"
_DIGITS = rf"(?P<n>{numerals.DECIMAL})"
_SCALE = r"\s?(?P<scale>k(?![A-Za-z])|thousand|million|billion|[百千]?万|亿)"
_DIGITS_OR_ENGLISH = rf"(?P<n>{numerals.DECIMAL}|{numerals.ENGLISH})"
_DIGITS_OR_HAN = rf"(?P<n>{numerals.DECIMAL}|{numerals.HAN})"

_CURRENCY = r"USD|EUR|GBP|CNY|RMB|JPY|HKD|CAD|AUD|INR|Rs\.?"
_SYMBOL = r"(?:US|HK|NT|CA?|AU?)?\$|[€£¥￥₹]"
_HAN_CURRENCY = "元|块钱?|美元|美金|欧元|英镑|日元|港[元币]|人民币"
_TAIL = r"(?:(?<=块)(?P<tail>\d{1,2}|[一二三四五六七八九])[毛角]?(?![\d个份张只]))?"

_UNITS = "|".join(
    (
        r"%|percent|°[CF]?|(?-i:[gLlm])|kg|mg|lbs?|oz|ml|cl|km|cm|mm|mi|ft|mph",
        r"[kmgt]b|px|mins?|hrs?|secs?",
        r"(?:second|minute|hour|day|night|week|month|year)s?",
        r"(?:gram|kilogram|kilo|pound|ounce|ton|litre|liter|gallon)s?",
        r"(?:metre|meter|kilomet(?:er|re)|mile|yard|acre|degree)s?",
        r"inch(?:es)?|foot|feet|person|people",
        r"(?:pair|piece|cup|bottle|bag|pack|slice|page|star|time)s?|box(?:es)?",
    )
)
"""English units, and the words that count like Chinese measure words."""
_MEASURES = (
    "公斤|千克|毫克|公里|千米|厘米|毫米|毫升|分钟|小时|秒钟|星期|礼拜|个月|平米|平方米"
    "|[个件份本次张条位杯瓶盒袋只台部双套间晚天人名篇首页斤克吨米升秒周年岁倍度折遍趟"
    "场集期季章节箱包颗片根支把束朵辆座层]"
)
"""Chinese measure words and units."""


def _written(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


MONEY = _written(
    rf"(?<![A-Za-z\d_])(?:{_SYMBOL})\s?{_DIGITS}(?:{_SCALE})?{_END}",
    rf"(?<![A-Za-z\d_])(?:{_CURRENCY})\s?{_DIGITS}{_END}",
    rf"{_START}{_DIGITS_OR_ENGLISH}(?:{_SCALE})?\s?"
    rf"(?:{_CURRENCY}|dollars?|euros?|bucks|yuan|[€￥])(?![A-Za-z])",
    rf"{_HAN_START}(?!一块(?!钱)){_DIGITS_OR_HAN}(?:{_SCALE})?\s?"
    rf"(?:{_HAN_CURRENCY}){_TAIL}",
)
"""Wordings of sums of money."""

QUANTITIES = _written(
    rf"{_START}{_DIGITS_OR_ENGLISH}[\s-]?(?P<unit>{_UNITS})(?![A-Za-z\d_])(?!-[A-Za-z])",
    # As a count 二 is 两; 二次元 counts nothing.
    rf"{_HAN_START}(?<!第)(?!二[^十百千万])(?:{_DIGITS_OR_HAN})\s?(?P<unit>{_MEASURES})",
)
"""Wordings of numbers with a unit or a measure word."""

_VALUE = rf"(?P<value>(?P<n>\d{{1,6}}|{numerals.HAN}))"

ORDINALS = _written(
    r"(?<![A-Za-z\d_.])(?P<n>\d{1,6})(?:st|nd|rd|th)(?![A-Za-z\d_])",
    rf"(?<![A-Za-z\d_-])(?P<n>{numerals.ENGLISH_ORDINAL})(?![A-Za-z\d_-])",
    rf"第\s?{_VALUE}个?",
    rf"{_HAN_START}{_VALUE}号",
    r"(?<![A-Za-z])No\.\s?(?P<value>(?P<n>\d{1,6}))(?!\d)",
)
"""Wordings of places in an order."""

_SCALES = {
    "k": 1_000,
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "万": 10_000,
    "百万": 1_000_000,
    "千万": 10_000_000,
    "亿": 100_000_000,
}


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


def _number(said: str) -> Decimal | None:
    if (number := numerals.read_decimal(said)) is not None:
        return number
    for read in (numerals.read_words, numerals.read_english_ordinal):
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
