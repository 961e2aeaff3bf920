"""A value within a text: what stands around it, and what stands there in another."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.language.typed import typed_spans
from kgmem.language.words import whole
from kgmem.matching.transform import apply, explanations

MAX_AROUND = 24
"""Characters before a value that tell where it stands."""
MAX_TEXT = 2_000
"""Characters of a text that is looked through for a value in another form."""
_CLAUSE = re.compile(r"[.!?;,。！？；，\n|]\s*|\d\S*\s*")
"""Where a clause ends; a number is another one in another run."""
_LAST_WORD = re.compile(r"([\u3400-\u9fff]{2}|[^\W\d_\u3400-\u9fff]+|[^\w\s])\W*$")
_NEXT_WORD = re.compile(r"\s*([^\W\d_]+|[^\w\s]+)")
_DIGITS = re.compile(r"\d{2,}")
_ENDS = " \t\r\n.,;:!?。，；：！？、\"'“”‘’()（）[]"


@dataclass(frozen=True, slots=True)
class Within:
    """Where in a text a value stands."""

    before: str = ""
    after: str | None = ""
    transform: str | None = None


def within(text: str, value: str) -> Iterator[Within]:
    """The places of the value in the text, as typed or by a transform, the plainest
    first."""
    stripped = text.strip()
    for transform in explanations(stripped, value)[:1] if len(stripped) < 81 else ():
        yield Within(transform=transform)
    if value in text:
        for match in re.finditer(whole(value, re.escape(value)), text):
            yield from _around(text, match.start(), match.end(), None)
    elif may_be_written(text, value):
        for typed in typed_spans(text):
            start, end = typed.span
            if made := explanations(text[start:end], value):
                yield from _around(text, start, end, made[0])


def read_within(text: str, place: Within) -> Iterator[str]:
    """What stands there in this text, as the value is to be entered."""
    if not place.before and place.after == "":
        found = [text.strip()]
    else:
        found = [match[1].strip() for match in _pattern(place).finditer(text)]
    for one in found:
        told = one.strip(_ENDS) if place.after is None else one
        made = apply(place.transform, told) if told else None
        if made:
            yield made


def may_be_written(text: str, value: str) -> bool:
    """May the text have the value in another form? Cheap, and never wrong by a no for
    numbers of two digits or more."""
    if len(text) > MAX_TEXT:
        return False
    digits = "".join(filter(str.isdecimal, text))
    runs = (run.lstrip("0") for run in _DIGITS.findall(value))
    return any(run in digits for run in runs if run)


def _around(text: str, start: int, end: int, transform: str | None) -> Iterator[Within]:
    if not text[:start].strip() and not text[end:].strip():
        if transform is None:
            yield Within()
        return
    before, after = text[:start], text[end:]
    led = _led_by(before)
    follows = _NEXT_WORD.match(after)
    is_word = not any(map(str.isspace, text[start:end]))
    for lead in dict.fromkeys((led, _last_word(led))):
        if not lead and before.strip():
            continue
        if not after.strip():
            yield Within(lead, "", transform)
        if is_word and lead:
            yield Within(lead, None, transform)
        if after.strip() and follows and not _begins_number(after):
            yield Within(lead, follows[1], transform)


def _begins_number(after: str) -> bool:
    return after.lstrip()[:1].isdecimal()


def _led_by(before: str) -> str:
    """The words of the clause just before the value."""
    kept = before.rstrip()
    ends = [m.end() for m in _CLAUSE.finditer(kept) if m.end() < len(kept)]
    clause = kept[ends[-1] if ends else 0 :].lstrip()
    if len(clause) <= MAX_AROUND:
        return clause
    cut = clause[-MAX_AROUND:]
    return cut.partition(" ")[2] or cut if " " in cut else cut


def _last_word(led: str) -> str:
    match = _LAST_WORD.search(led)
    return led[match.start() :] if match else led


def _pattern(place: Within) -> re.Pattern[str]:
    lead = _loosely(place.before)
    if lead and place.before[0].isalnum() and place.before[0].isascii():
        lead = r"(?<![A-Za-z0-9])" + lead
    if place.after is None:
        return re.compile(lead + r"\s*([^\s，。；！？、]+)", re.I)
    if not place.after:
        return re.compile(lead + r"\s*(.+)$", re.I | re.S)
    start = "" if lead else r"^"
    return re.compile(
        start + lead + r"\s*(.+?)\s*" + _loosely(place.after), re.I | re.S
    )


def _loosely(text: str) -> str:
    return r"\s+".join(re.escape(part) for part in text.split())
