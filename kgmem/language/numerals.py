"""Numbers as people write them: in digits, in English words, in Chinese characters."""

import re
from decimal import Decimal

from kgmem.language.vocabulary import words

MAX_DIGITS = 18
"""Of a number; a longer run of digits is a code."""
DIGITS = rf"\d{{1,3}}(?:,\d{{3}}){{1,5}}(?!\d)|\d{{1,{MAX_DIGITS}}}"
"""Regular expression of a whole number in digits, such as `1,200`."""
DECIMAL = rf"(?:{DIGITS})(?:\.\d{{1,6}})?"
HAN_DIGITS = "零〇一二两三四五六七八九十百千万亿"
HAN = f"[{HAN_DIGITS}]{{1,16}}"
"""Regular expression of a number in Chinese characters."""

_SMALL = words("numeral.small")
_TENS = words("numeral.tens")
_SMALL_TH = words("numeral.small_ordinal")
_TENS_TH = tuple(f"{word[:-1]}ieth" for word in _TENS)

_UP_TO_99 = rf"(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(_SMALL[1:10])}))?|" + "|".join(
    sorted(_SMALL, key=len, reverse=True)
)
_UP_TO_999 = (
    rf"(?:(?:{'|'.join(_SMALL[1:10])}) hundred(?: and)?(?: (?:{_UP_TO_99}))?"
    rf"|{_UP_TO_99})"
)
ENGLISH = rf"{_UP_TO_999}(?: thousand(?:(?: and)? {_UP_TO_999})?)?"
"""Regular expression of a number in lower-case English words, up to 999,999."""
ENGLISH_ORDINAL = (
    rf"(?:{'|'.join(_TENS)})[ -](?:{'|'.join(_SMALL_TH[1:10])})|"
    + "|".join(sorted([*_SMALL_TH[1:], *_TENS_TH], key=len, reverse=True))
)
"""The same of `first` … `ninety-ninth`."""

_HAN_NAMES = "零一二三四五六七八九"
_HAN_VALUES = {han: n for n, han in enumerate(_HAN_NAMES)} | {"〇": 0, "两": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_GROUPS = {"万": 10_000, "亿": 100_000_000}
_MYRIAD = 10_000


def english(n: int) -> str | None:
    """`twenty-one`; None outside of 0 to 999."""
    if not 0 <= n <= 999:
        return None
    if n < 20:
        return _SMALL[n]
    if n < 100:
        return _TENS[n // 10 - 2] + (f"-{_SMALL[n % 10]}" if n % 10 else "")
    rest = f" {english(n % 100)}" if n % 100 else ""
    return f"{_SMALL[n // 100]} hundred{rest}"


def english_ordinal(n: int) -> str | None:
    """`twenty-first`; None outside of 1 to 99."""
    if not 1 <= n <= 99:
        return None
    if n < 20:
        return _SMALL_TH[n]
    tens, ones = divmod(n, 10)
    return f"{_TENS[tens - 2]}-{_SMALL_TH[ones]}" if ones else _TENS_TH[tens - 2]


def chinese(n: int) -> str | None:
    """`二十一`; None outside of 0 to 99,999,999."""
    if not 0 <= n < _MYRIAD**2:
        return None
    high, low = divmod(n, _MYRIAD)
    if not high:
        return _chinese_group(low)
    gap = "零" if 0 < low < 1000 else ""
    tail = _chinese_group(low, leading=False) if low else ""
    return f"{_chinese_group(high)}万{gap}{tail}"


def _chinese_group(n: int, leading: bool = True) -> str:
    """A number below 10,000; a leading `一十` is `十`."""
    if n < 10:
        return _HAN_NAMES[n]
    written, pending_zero = "", False
    for unit, han in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = n // unit % 10
        if digit:
            gap = "零" if pending_zero else ""
            written += f"{gap}{_HAN_NAMES[digit]}{han}"
        pending_zero = bool(written) and not digit
    return written.removeprefix("一") if leading and n < 20 else written


_BY_ENGLISH = {str(english(n)).replace("-", " "): n for n in range(1000)}
_BY_ORDINAL = {str(english_ordinal(n)).replace("-", " "): n for n in range(1, 100)}


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
    """The number in English words or Chinese characters."""
    number = read_english(text)
    return read_chinese(text) if number is None else number


def read_english(text: str) -> int | None:
    """The number in `twelve`, `Twenty-one`, `two thousand and five`."""
    head, thousand, tail = _english_words(text).partition(" thousand")
    if not thousand:
        return _BY_ENGLISH.get(head)
    low = _BY_ENGLISH.get(tail.strip()) if tail else 0
    high = _BY_ENGLISH.get(head)
    return None if not high or low is None else high * 1000 + low


def read_english_ordinal(text: str) -> int | None:
    """The number in `third` or `Twenty-first`."""
    return _BY_ORDINAL.get(_english_words(text))


def _english_words(text: str) -> str:
    folded = text.casefold().replace("-", " ").replace(" and ", " ")
    return " ".join(folded.split())


def read_chinese(text: str) -> int | None:
    """The number in `两`, `三百二十` or, digit by digit, `二〇一六`.

    Two characters without a unit (`三五`, "a few") are no number.
    """
    if not re.fullmatch(HAN, text):
        return None
    if all(han in _HAN_VALUES for han in text):
        digits = "".join(str(_HAN_VALUES[han]) for han in text)
        return int(digits) if len(digits) != 2 else None
    number = _sum_of_units(text)
    return number if _same_chinese(chinese(number), text) else None


def _sum_of_units(text: str) -> int:
    total = section = digit = 0
    for han in text:
        if han in _HAN_VALUES:
            digit = _HAN_VALUES[han]
        elif han in _HAN_UNITS:
            section += (digit or 1) * _HAN_UNITS[han]
            digit = 0
        else:
            total = (total + section + digit) * _HAN_GROUPS[han]
            section = digit = 0
    return total + section + digit


def _same_chinese(written: str | None, text: str) -> bool:
    """The same up to 两 for 二, 〇 for 零 and 一十 for 十: what reads the same but is
    no number (十百) is written otherwise."""
    plain = text.replace("两", "二").replace("〇", "零")
    return written is not None and written in (plain, plain.removeprefix("一"))


def read_decimal(text: str) -> Decimal | None:
    """The number in `1,200.50` or `-3`."""
    if not re.fullmatch(rf"-?(?:{DECIMAL})", text):
        return None
    return Decimal(text.replace(",", ""))


def plain(number: Decimal) -> str:
    """In digits, without an exponent."""
    return format(number, "f")
