"""Everything sensitive in one text, quickly where there is nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.language import numerals
from kgmem.language.vocabulary import any_character, either
from kgmem.redact.finding import PLACEHOLDER, Sensitive
from kgmem.redact.rules.markup import MARKUP_HINT, markup
from kgmem.redact.rules.numbers import NUMBER_HINT, numbers
from kgmem.redact.rules.shapes import KEY_HINT, shapes
from kgmem.redact.rules.worldwide import worldwide
from kgmem.redact.views import TextView, fold, views

_CLEAN_TEXTS = 50_000
_ESCAPED = re.compile(r"[%\\&]")

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+\-])[A-Za-z0-9._%+\-]{1,64}@"
    r"(?:[A-Za-z0-9\-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9\-])"
)
_ADDRESS = re.compile(
    r"(?<![0-9A-Za-z#$.])[0-9]{1,6}[A-Za-z]? (?:[NSEW]\.? )?"
    r"(?:[A-Z][A-Za-z'.\-]{0,24} ){1,4}"
    rf"(?:{either('address.street', spaced=True)})(?![A-Za-z])\.?"
    rf"(?:,? (?:{either('address.unit', spaced=True)})\.? ?[0-9A-Za-z]{{1,6}})?"
    rf"|(?:[\u4e00-\u9fff]{{2,9}}{any_character('address.region')}){{0,4}}"
    rf"[\u4e00-\u9fff]{{1,9}}(?:{either('address.street', spaced=False)})"
    rf"[0-9{numerals.HAN_UP_TO_10}]{{1,5}}{any_character('address.number')}"
    rf"(?:[0-9A-Za-z\-]{{1,6}}(?:{either('address.unit', spaced=False)})){{0,4}}"
)


_clean: set[int] = set()
"""Hashes of texts in which nothing was found; the texts are not kept."""


def scan(text: str, *, email: bool = False, address: bool = False) -> list[Sensitive]:
    """Findings in the raw positions of `text`; they may overlap.

    Placeholders in it are passed over. Linear in the text's length.
    """
    key = hash((text, email, address))
    if key in _clean:
        return []
    reading = readings(text, folding=False)[-1]
    plain = fold(reading.text)
    found = [
        _raw(reading, _unfolded(reading.text, plain, finding))
        for finding in _scan((plain or reading).text, email=email, address=address)
        if finding.start < finding.end
    ]
    if not found:
        if len(_clean) >= _CLEAN_TEXTS:
            _clean.clear()
        _clean.add(key)
    return found


def readings(text: str, *, folding: bool = True) -> list[TextView]:
    """Views of the text in which each placeholder is blanked out by line breaks; the
    last one `folding` full-width characters and the like, where there are any."""
    all_views = views(text) if _ESCAPED.search(text) else [TextView(text)]
    found = [TextView(PLACEHOLDER.sub(_blank, v.text), v.origins) for v in all_views]
    plain = fold(found[-1].text) if folding else None
    if plain and plain.origins:
        last = found[-1].origins
        origins = plain.origins if last is None else [last[at] for at in plain.origins]
        found.append(TextView(plain.text, origins))
    return found


def _blank(match: re.Match[str]) -> str:
    return "\n" * len(match[0])


def _unfolded(text: str, plain: TextView | None, finding: Sensitive) -> Sensitive:
    """The finding in the text that was folded, its value as it is written there."""
    if plain is None:
        return finding
    start, end = plain.span(finding.start, finding.end)
    return replace(finding, start=start, end=end, value=text[start:end])


def _raw(view: TextView, finding: Sensitive) -> Sensitive:
    start, end = view.span(finding.start, finding.end)
    kind, value = finding.kind, finding.value
    return Sensitive(start, end, kind, value, finding.rank, finding.spread)


def _scan(text: str, *, email: bool, address: bool) -> Iterator[Sensitive]:
    low = _lower(text)
    if NUMBER_HINT.search(low):
        yield from numbers(text, low)
    if KEY_HINT.search(low):
        yield from shapes(text)
    if MARKUP_HINT.search(low):
        yield from markup(text)
    yield from worldwide(text)
    if email and "@" in text:
        yield from (Sensitive.of(one, "email") for one in _EMAIL.finditer(text))
    if address:
        yield from (Sensitive.of(one, "address") for one in _ADDRESS.finditer(text))


def _lower(text: str) -> str:
    """In lower case, every character in its place."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
