"""What a text states, by a chat model. Each triple must quote the text; what it does
not say is dropped."""

import re
from collections.abc import Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict

from kgmem.people import (
    Mention,
    Triple,
    clean,
    entity_key,
    load,
    said,
)
from kgmem.ports import LanguageModel
from kgmem_people.reading.dates import periods, read_period
from kgmem_people.reading.names import MAX_NAME, stated
from kgmem_people.reading.validity import Bounds
from kgmem_people.shown import (
    MAX_CONFIDENCE,
    NotBorneOut,
    answered,
    fold,
    kept,
    parsed,
    sure,
)

PROMPT = "facts/triples"
MAX_TEXT = 6_000
"""Characters of a text in a prompt."""
MAX_KNOWN = 50
"""Names that are shown with it."""
MAX_ITEMS = 200
"""Triples of an answer that are looked at."""
LONGEST_PREDICATE = 60
HIDDEN = "[REDACTED:"
"""What the redactor's placeholders begin with."""


class _Item(BaseModel):
    """A triple as the model gives it."""

    model_config = ConfigDict(frozen=True)

    subject: str
    predicate: str
    object: str
    quote: str
    valid_from: str | None = None
    valid_to: str | None = None
    confidence: float = MAX_CONFIDENCE


class ReadingAnswer(BaseModel):
    """The model's answer; its triples are read one by one."""

    model_config = ConfigDict(frozen=True)

    triples: list[object]


def triples(
    text: str, model: LanguageModel, named: Sequence[Mention], today: date | None = None
) -> tuple[list[Triple], int]:
    """The triples that can be used, and how many can't.

    Raises ServiceError if the model fails or its answer is no JSON of the kind.
    """
    prompt = load(PROMPT)
    shown = text[:MAX_TEXT]
    answer = answered(
        ReadingAnswer,
        model.complete(
            prompt.fill(
                text=shown,
                today=today.isoformat() if today else said("unknown"),
                names="; ".join(dict.fromkeys(one.name for one in named[:MAX_KNOWN]))
                or said("(none)"),
            )
        ),
        "triples",
    )
    folded = fold(shown)
    years = {period.since.year for period in periods(shown, today)}
    extractor = f"{prompt.provenance} {model.model}"
    keys = {entity_key(one.name) for one in named}

    def read(item: object) -> Triple:
        """The triple, if the text says it where it is quoted from."""
        told = parsed(_Item, item)
        parts = (told.subject, told.predicate, told.object)
        subject, predicate, thing = (clean(" ".join(one.split())) for one in parts)
        if not (
            0 < len(predicate) <= LONGEST_PREDICATE
            and _occurs(subject, folded, keys)
            and _occurs(thing, folded, keys)
            and entity_key(subject) != entity_key(thing)
        ):
            raise NotBorneOut("the text does not name it")
        return stated(
            (subject, predicate, thing),
            named,
            _bounds(told, years, today),
            _place(told.quote, shown),
            sure(told.confidence),
            extractor,
        )

    found, _ = kept(read, answer.triples, MAX_ITEMS)
    once = list(dict.fromkeys(found))
    return once, len(answer.triples) - len(once)


def _occurs(name: str, folded: str, known: set[str]) -> bool:
    """Does the text say it, up to case and white space, or is it named there?"""
    key = entity_key(name)
    if HIDDEN in name:
        return False
    return 0 < len(key) <= MAX_NAME and (key in known or fold(name) in folded)


def _bounds(said: _Item, years: set[int], today: date | None) -> Bounds:
    """First moment, and first moment after; a bound counts where it can be read and
    lies in a year that the text names."""
    start = read_period(said.valid_from, today) if said.valid_from else None
    end = read_period(said.valid_to, today) if said.valid_to else None
    since = start.since if start and start.since.year in years else None
    until = end.until if end and end.since.year in years else None
    if since and until and since >= until:
        return None, None
    return since, until


def _place(quote: str, text: str) -> tuple[int, int]:
    """Where the text says so; NotBorneOut where it does not."""
    words = r"\s+".join(map(re.escape, quote.split()))
    match = re.search(words, text, re.IGNORECASE) if words else None
    if match is None:
        raise NotBorneOut("the text does not say it")
    return match.span()
