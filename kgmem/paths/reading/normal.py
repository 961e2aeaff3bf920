"""The normal form of a text that was read: a number, a sum, a date, or a text."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from decimal import Decimal

from kgmem.language import amounts, moments, numerals
from kgmem.language.typed import typed_spans
from kgmem.matching.transform import apply
from kgmem.model.answer import AnswerKind

_COMMA_DECIMAL = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[.\s’']\d{3})*|\d+),(\d{1,2})(?!\d)"
)
"""1.234,50 and 1 234,50: in the other style the comma parts thousands, three digits."""
_WITH_CODE = re.compile(
    rf"(?P<before>[A-Z]{{3}})?\s?(?P<n>-?{numerals.DECIMAL}(?<=\.\d\d))\s?(?P<behind>[A-Z]{{3}})?"
)
"""A sum in any currency, by its code in ISO 4217; without its cents it may be an id."""

Normal = tuple[AnswerKind, object]


def normal_form(text: str) -> Normal:
    """What kind of value it is, and the value: a number, `1234.50 EUR`, `12 kg`,
    `2026-11-28` or `2026-11-28T14:05`, else the text without needless white space."""
    plain = " ".join(text.split())
    told = _COMMA_DECIMAL.sub(_with_point, plain)
    for read, kind in _KIND_OF.items():
        if (value := read(told)) is not None:
            return kind, value
    return "text", plain


def _with_point(match: re.Match[str]) -> str:
    return f"{re.sub(r'[^0-9]', '', match[1])}.{match[2]}"


def _number(text: str) -> int | float | None:
    said = apply("number_word", text) if not text.isdigit() else text
    number = numerals.read_decimal(said or text)
    if number is None:
        return None
    return int(number) if number == number.to_integral() else float(number)


def _amount(text: str) -> str | None:
    coded = _WITH_CODE.fullmatch(text)
    if coded and bool(coded["before"]) != bool(coded["behind"]):
        number = numerals.read_decimal(coded["n"])
        return (
            None if number is None else f"{number} {coded['before'] or coded['behind']}"
        )
    money = amounts.read(amounts.MONEY, text)
    match = money or amounts.read(amounts.QUANTITIES, text)
    number = amounts.number_of(match) if match else None
    if match is None or number is None:
        return None
    if money:
        return f"{number:.2f} {amounts.unit_of(text)}"
    return f"{numerals.plain(number)} {match['unit']}"


def _date(text: str) -> str | None:
    """A day, or a day and a time of it, and nothing else."""
    with suppress(ValueError):
        if re.match(r"\d{4}-\d\d-\d\d[T ]", text):
            return datetime.fromisoformat(text).isoformat(timespec="minutes")
    spans = typed_spans(text)
    by_kind = {one.kind: text[slice(*one.span)] for one in spans}
    if "date" not in by_kind or not set(by_kind) <= {"date", "time"}:
        return None
    left = text
    for said in by_kind.values():
        left = left.replace(said, " ")
    said = by_kind["date"]
    date = moments.read_date(said)
    if len(spans) != len(by_kind) or any(map(str.isalnum, left.replace("T", ""))):
        return None
    if not date or not (date.year and date.month and date.day):
        return None
    day = f"{date.year:04}-{date.month:02}-{date.day:02}"
    time = moments.read_time(by_kind["time"]) if "time" in by_kind else None
    return f"{day}T{time.hour:02}:{time.minute:02}" if time else day


_KIND_OF: dict[Callable[[str], object], AnswerKind] = {
    _number: "number",
    _amount: "amount",
    _date: "date",
}


def number_in(value: object) -> Decimal:
    """The number of a number's or an amount's normal form."""
    return Decimal(str(value).split()[0])


def values_in(text: str) -> Iterator[str]:
    """The numbers, sums, dates and the like in a sentence, the longest first."""
    spans = sorted((one.span for one in typed_spans(text)), key=lambda s: s[0] - s[1])
    return (text[slice(*span)] for span in spans)
