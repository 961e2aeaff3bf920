"""Numbers as people write them: in digits, in words, in characters as Chinese does."""

import re
from decimal import Decimal

from kgmem.language.number_names import number_names
from kgmem.language.vocabulary import languages, roles, words, written
from kgmem.language.words import MINUS

MAX_DIGITS = 18
"""Of a number; a longer run of digits is a code."""
DIGITS = rf"\d{{1,3}}(?:,\d{{3}}){{1,5}}(?!\d)|\d{{1,{MAX_DIGITS}}}"
"""Regular expression of a whole number in digits, such as `1,200`."""
DECIMAL = rf"(?:{DIGITS})(?:\.\d{{1,6}})?"

SIGNED = rf"(?:{MINUS})?(?:{DECIMAL})"

_NAMES = number_names()
SPELLED = "|".join(f"(?:{names.pattern})" for names in _NAMES.values())
"""Regular expression of a number in lower-case words, up to 999,999."""
SPELLED_ORDINAL = "|".join(
    f"(?:{names.ordinal_pattern})" for names in _NAMES.values() if names.ordinals
)
"""The same of `first` … `ninety-ninth`."""

_HAN_VALUES = {
    han: int(value)
    for value in roles("numeral.value")
    for han in written(f"numeral.value.{value}", spaced=False)
}
HAN_DIGITS = "".join(_HAN_VALUES)
HAN_ONES = "".join(words(f"numeral.value.{value}")[0] for value in range(1, 10))
"""The characters of 1 to 9."""
HAN_UP_TO_10 = HAN_ONES + words("numeral.value.10")[0]
HAN = f"[{HAN_DIGITS}]{{1,16}}"
"""Regular expression of a number in Chinese characters."""
_HAN_OF = {value: han for han, value in reversed(_HAN_VALUES.items())}
"""How a value is written, the first of its characters."""
_PLAIN = str.maketrans({han: _HAN_OF[value] for han, value in _HAN_VALUES.items()})
_MYRIAD = 10_000
_UNITS = (1000, 100, 10, 1)
IN_WORDS = tuple(_NAMES)
"""Codes of the languages that spell numbers with letters."""
SPELLING = (
    *IN_WORDS,
    *(each.code for each in languages() if each.words("numeral.value.1")),
)
"""Codes of the languages in which numbers are written out."""


def spelled(n: int, language: str) -> str | None:
    """`twenty-one`, `二十一`; None for what the language has no words for here: outside
    of 0 to 999, or in Chinese to 99,999,999."""
    if language in _NAMES:
        return _NAMES[language].cardinals.get(n)
    return _in_characters(n)


def _in_characters(n: int) -> str | None:
    if not 0 <= n < _MYRIAD**2:
        return None
    high, low = divmod(n, _MYRIAD)
    if not high:
        return _group(low)
    gap = _HAN_OF[0] if 0 < low < 1000 else ""
    tail = _group(low, leading=False) if low else ""
    return f"{_group(high)}{_HAN_OF[_MYRIAD]}{gap}{tail}"


def _group(n: int, leading: bool = True) -> str:
    """A number below 10,000; a leading `一十` is `十`."""
    if n < 10:
        return _HAN_OF[n]
    said, pending_zero = "", False
    for unit in _UNITS:
        digit = n // unit % 10
        if digit:
            gap = _HAN_OF[0] if pending_zero else ""
            said += f"{gap}{_HAN_OF[digit]}{_HAN_OF[unit] if unit > 1 else ''}"
        pending_zero = bool(said) and not digit
    return said.removeprefix(_HAN_OF[1]) if leading and n < 20 else said


def read_whole(text: str) -> int | None:
    """The whole number that is all of `text`, in digits or in words; None for
    anything else."""
    digits = read_digits(text)
    return read_words(text) if digits is None else digits


def read_digits(text: str) -> int | None:
    """The number in `05`, `1,200`, `-3` or `１２`."""
    if not re.fullmatch(rf"-?(?:{DIGITS})", text):
        return None
    return int(text.replace(",", ""))


def read_words(text: str) -> int | None:
    """The number in words or Chinese characters."""
    number = read_spelled(text)
    return read_characters(text) if number is None else number


def read_spelled(text: str) -> int | None:
    """The number in `twelve`, `Twenty-one`, `two thousand and five`."""
    found = (names.read(text) for names in _NAMES.values())
    return next((number for number in found if number is not None), None)


def read_ordinal(text: str) -> int | None:
    """The number in `third` or `Twenty-first`."""
    found = (names.read_ordinal(text) for names in _NAMES.values())
    return next((number for number in found if number is not None), None)


def read_characters(text: str) -> int | None:
    """The number in `两`, `三百二十` or, digit by digit, `二〇一六`.

    Two characters without a unit (`三五`, "a few") are no number.
    """
    if not re.fullmatch(HAN, text):
        return None
    values = [_HAN_VALUES[han] for han in text]
    if max(values) < 10:
        return int("".join(map(str, values))) if len(values) != 2 else None
    number = _sum_of_units(values)
    return number if _is_same(_in_characters(number), text) else None


def _sum_of_units(values: list[int]) -> int:
    total = section = digit = 0
    for value in values:
        if value < 10:
            digit = value
        elif value < _MYRIAD:
            section += (digit or 1) * value
            digit = 0
        else:
            total = (total + section + digit) * value
            section = digit = 0
    return total + section + digit


def _is_same(said: str | None, text: str) -> bool:
    """The same up to 两 for 二, 〇 for 零 and 一十 for 十: what reads the same but is
    no number (十百) is written otherwise."""
    plain = text.translate(_PLAIN)
    return said is not None and said in (plain, plain.removeprefix(_HAN_OF[1]))


def read_decimal(text: str) -> Decimal | None:
    """The number in `1,200.50` or `-3`."""
    if not re.fullmatch(rf"-?(?:{DECIMAL})", text):
        return None
    return Decimal(text.replace(",", ""))


def plain(number: Decimal) -> str:
    """In digits, without an exponent."""
    return format(number, "f")
