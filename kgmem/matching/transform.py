"""How a value as a task's text says it becomes the value that a step holds.

A transform goes one way, from the text to the step, and gives one result: so there is
none for "whatever the case", and none for relative dates ("tomorrow", 明天), which
depend on the day on which they are said.

Dates: `date:iso` takes the first number of 12/05/2016 for the month, `dmy:iso` for the
day; the data shows which. What follows the colon is a name of
`moment_forms.DATE_FORMS`, of `time:` one of `moment_forms.TIME_FORMS`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from urllib.parse import quote, quote_plus

from kgmem.errors import InvalidInput
from kgmem.language import amounts, moment_forms, moments, numerals
from kgmem.language.options import option_meant
from kgmem.language.read_text import part_of_text
from kgmem.language.vocabulary import written
from kgmem.model.option import Option

MAX_TYPED = 80
"""Characters of a value that may be a number, a date, a time, …; longer ones are
text."""
MAX_NAME = 4
"""Words of a person's name."""

_COUNTS = ("integer", "number_word", "quantity")
_CLOSING = " \t\r\n.,;:!?。，；：！？、\"'“”‘’「」『』《》"


def _title(value: str) -> str:
    """Each word with a capital; a value that has both cases is spelled as it should."""
    if value not in (value.lower(), value.upper()):
        return value
    return re.sub(r"\S+", lambda word: word[0][:1].upper() + word[0][1:].lower(), value)


_TEXT: Mapping[str, Callable[[str], str]] = {
    "trim": lambda value: " ".join(value.strip(_CLOSING).split()),
    "narrow": lambda value: unicodedata.normalize("NFKC", value),
    "lower": str.lower,
    "upper": str.upper,
    "title": _title,
    "capitalize": lambda value: value[:1].upper() + value[1:],
    "no_spaces": lambda value: "".join(value.split()),
    "underscores": lambda value: "_".join(value.split()),
    "hyphens": lambda value: "-".join(value.split()),
    "snake": lambda value: "_".join(value.lower().split()),
    "slug": lambda value: "-".join(value.lower().split()),
    "url_plus": quote_plus,
    "url_quote": lambda value: quote(value, safe=""),
}
"""Any value has a result."""

TRANSFORMS: tuple[str, ...] = (
    *_TEXT,
    "integer",
    "decimal",
    "number_word",
    "ordinal",
    "money",
    "money:2",
    "quantity",
    "quantity:unit",
    *(f"date:{form}" for form in moment_forms.DATE_FORMS),
    *(f"dmy:{form}" for form in moment_forms.DATE_FORMS),
    *(f"time:{form}" for form in moment_forms.TIME_FORMS),
    *(f"spelled:{language}" for language in numerals.SPELLING),
    "digits",
    "first_word",
    "last_word",
)
"""The known names, most plausible first."""
_KNOWN = frozenset(TRANSFORMS)


def apply(transform: str | None, value: str) -> str | None:
    """The value after the transform; None where the transform does not fit it.

    No transform leaves the value as it is. Raises InvalidInput for a name that is not
    known.
    """
    if transform is None:
        return value
    if transform not in _KNOWN:
        raise InvalidInput(f"no such transform: {transform[:80]!r}")
    return results(value).get(transform)


def option_made(
    value: str, options: tuple[Option, ...], transform: str | None
) -> Option | None:
    """The option that the value means, as it is or after the transform."""
    found = option_meant(value, options)
    if found or not options or transform is None:
        return found
    return option_meant(apply(transform, value) or "", options)


def count_in(value: str) -> int | None:
    """How often a value such as `3`, `three` or `三次` says; None if it does not
    say."""
    for transform in _COUNTS:
        told = apply(transform, value)
        if told and told.isdecimal():
            return int(told)
    return None


def explanations(value: str, wanted: str) -> tuple[str | None, ...]:
    """The transforms that make exactly `wanted` from `value`, most plausible first.

    None stands for "as it is" and comes first if the two are equal; empty if no
    transform does it.
    """
    names = tuple(name for name, made in results(value).items() if made == wanted)
    return (None, *names) if value == wanted else names


def results(value: str) -> Mapping[str, str]:
    """What each transform that fits makes of the value, most plausible first."""
    if len(value) > MAX_TYPED:
        return MappingProxyType(dict(_made(value)))
    return _remembered(value)


@part_of_text
def _remembered(value: str) -> Mapping[str, str]:
    return MappingProxyType(dict(_made(value)))


def _made(value: str) -> Iterator[tuple[str, str]]:
    for name, rewrite in _TEXT.items():
        if made := rewrite(value):
            yield name, made
    if len(value) > MAX_TYPED:
        return
    value = unicodedata.normalize("NFKC", value).strip()
    for read in (_numbers, _amounts, _dates, _times, _renumbered, _words):
        yield from read(value)


def _counted(value: str) -> str:
    """The number of 三个, without what only says that it counts."""
    measure = next(filter(value.endswith, written("ordinal.measure", spaced=False)), "")
    return value.removesuffix(measure)


def _numbers(value: str) -> Iterator[tuple[str, str]]:
    digits = numerals.read_digits(value)
    if digits is not None:
        yield "integer", str(digits)
    if (number := numerals.read_decimal(value)) is not None:
        yield "decimal", numerals.plain(number.normalize())
    if (said := numerals.read_whole(_counted(value))) is not None:
        yield "number_word", str(said)
    if place := amounts.read(amounts.ORDINALS, value):
        yield "ordinal", str(amounts.number_of(place))
    elif digits is not None:
        yield "ordinal", str(digits)


def _amounts(value: str) -> Iterator[tuple[str, str]]:
    """Of a sum or a quantity; of a number, too, whose unit goes without saying."""
    number = numerals.read_decimal(value)
    for name, patterns in (("money", amounts.MONEY), ("quantity", amounts.QUANTITIES)):
        match = amounts.read(patterns, value)
        found = amounts.number_of(match) if match else number
        if found is None:
            continue
        yield name, numerals.plain(found)
        if name == "money":
            yield "money:2", f"{found:.2f}"
        elif match:
            yield "quantity:unit", match["unit"]


def _dates(value: str) -> Iterator[tuple[str, str]]:
    for prefix, day_first in (("date", False), ("dmy", True)):
        if date := moments.read_date(value, day_first):
            for form, made in moment_forms.write_date(date).items():
                yield f"{prefix}:{form}", made
    if (day := moments.weekday_of(value)) is not None:
        yield "date:weekday", moments.ENGLISH_WEEKDAYS[day]


def _times(value: str) -> Iterator[tuple[str, str]]:
    if time := moments.read_time(value):
        for form, made in moment_forms.write_time(time).items():
            yield f"time:{form}", made


def _renumbered(value: str) -> Iterator[tuple[str, str]]:
    """A number in words, and the digits of what has no letters (a phone number)."""
    number = numerals.read_digits(value)
    for language in numerals.SPELLING:
        if number is not None and (said := numerals.spelled(number, language)):
            yield f"spelled:{language}", said
    digits = "".join(ch for ch in value if ch.isdecimal())
    if digits and not any(ch.isalpha() for ch in value):
        yield "digits", digits


def _words(value: str) -> Iterator[tuple[str, str]]:
    """Of a name in two to four words, each with a capital."""
    words = value.split()
    if 2 <= len(words) <= MAX_NAME and all(word[0].isupper() for word in words):
        yield "first_word", words[0]
        yield "last_word", words[-1]
