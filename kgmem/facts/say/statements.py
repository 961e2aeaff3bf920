"""draft -> redact -> check -> statement."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kgmem.errors import InvalidInput
from kgmem.graph.facts.entities import Name, checked_kind, checked_name
from kgmem.graph.facts.statement import Statement
from kgmem.graph.rows import epoch_ms
from kgmem.language import amounts, moments, numerals
from kgmem.language.vocabulary import word_set
from kgmem.model.base import clean
from kgmem.model.fact import FactDraft, Triple
from kgmem.model.keys.identity import predicate_key
from kgmem.redact import Redactor

MAX_CONTENT = 20_000
"""Longest fact in characters; longer texts belong into a document."""
MAX_VALUE = 80
"""An object of more characters is a value, not the name of anything."""
MAX_PREDICATE = 200
MAX_KEYWORDS = 100
MAX_QUOTE = 300
"""Characters that are kept of the sentence that states a fact."""
SURE_KINDS = ("code", "app")
"""Kinds that are known by more than a tagger's guess. A guess must not tell two things
of one name apart, or it is two things in one text and one in the next."""

_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.\-]{1,20}://\S+|www\.\S+|[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@.]{2,24}",
    re.IGNORECASE,
)
_TRUTH = word_set("truth.value")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class StatedIn:
    """What a redacted text states."""

    text: str
    source: str
    triples: Sequence[Triple]

    def drafts(self) -> list[FactDraft]:
        """Each in the words of its sentence."""
        return [
            FactDraft(
                content=quoted(self.text, triple),
                subject=triple.subject,
                predicate=triple.predicate,
                object=triple.object,
                subject_kind=sure_kind(triple.subject_kind),
                object_kind=sure_kind(triple.object_kind),
                valid_from=triple.valid_from,
                valid_to=triple.valid_to,
                source=self.source,
                confidence=triple.confidence,
                extractor=triple.extractor,
            )
            for triple in self.triples
        ]


def statement_of(draft: FactDraft, redactor: Redactor) -> Statement:
    """The statement that a draft makes, without what is sensitive in it.

    Raises InvalidInput naming the bad field.
    """
    start, end = bounds(draft.valid_from, draft.valid_to)
    triple = (draft.subject, draft.predicate, draft.object)
    if any(part is not None for part in triple):
        said = _triple(draft, redactor)
    elif draft.content is not None:
        said = Statement(_content(redactor.text(draft.content)))
    else:
        raise InvalidInput("a fact needs content, or subject, predicate and object")
    keywords = dict.fromkeys(
        " ".join(clean(redactor.text(word)).split()) for word in draft.keywords
    )
    if len(keywords) > MAX_KEYWORDS:
        raise InvalidInput(f"keywords: {len(keywords):,} of them; {MAX_KEYWORDS} fit")
    app = _without(draft.app, redactor)
    return Statement(
        text=said.text,
        subject=said.subject,
        predicate=said.predicate,
        object=said.object,
        object_value=said.object_value,
        start=start,
        end=end,
        recorded_at=epoch_ms(draft.recorded_at),
        source=_line("source", redactor.text(draft.source), MAX_CONTENT),
        confidence=draft.confidence,
        extractor=_without(draft.extractor, redactor),
        keywords=tuple(word for word in keywords if word),
        app=app,
        messages=draft.messages,
        mentions=(Name(app, "app"),) if app else (),
    )


def bounds(
    valid_from: datetime | None, valid_to: datetime | None
) -> tuple[int | None, int | None]:
    """[from, to) in milliseconds. Raises InvalidInput if it ends before it starts."""
    start, end = epoch_ms(valid_from), epoch_ms(valid_to)
    if start is not None and end is not None and end <= start:
        raise InvalidInput(
            f"valid_to ({valid_to:%Y-%m-%d %H:%M}) is not after valid_from "
            f"({valid_from:%Y-%m-%d %H:%M}); a fact holds from the one until just "
            "before the other"
        )
    return start, end


def quoted(text: str, triple: Triple) -> str | None:
    """The words in which `text` states it, on one line; None if there are none."""
    words = " ".join((triple.content or text[triple.start : triple.end]).split())
    if len(words) <= MAX_QUOTE:
        return words or None
    return words[: MAX_QUOTE - 1].rstrip() + "…"


def sure_kind(kind: str | None) -> str | None:
    """The kind, if it may tell an entity from others of its name."""
    return kind if kind in SURE_KINDS else None


def is_value(text: str) -> bool:
    """Is it a number, an amount, a date, an address, a truth value, or too long for a
    name?"""
    whole = unicodedata.normalize("NFKC", text).strip()
    if len(whole) > MAX_VALUE or whole.casefold() in _TRUTH:
        return True
    if not any(ch.isalpha() for ch in whole):
        return any(ch.isdigit() for ch in whole)
    date = moments.read_date(whole)
    return bool(
        _ADDRESS.fullmatch(whole)
        or numerals.read_decimal(whole) is not None
        or amounts.read(amounts.MONEY + amounts.QUANTITIES, whole)
        or (date and date.year)
    )


def sentence(subject: str, predicate: str, object: str) -> str:
    """A triple as readable words; Chinese is written without spaces."""
    words = re.sub(r"(?<=[a-z])[A-Z](?=[a-z])", lambda m: f" {m[0].lower()}", predicate)
    words = " ".join(words.replace("_", " ").split())
    text = subject
    for part in (words, object):
        close = _HAN.match(text[-1:]) and _HAN.match(part)
        text += part if close else f" {part}"
    return text


def _triple(draft: FactDraft, redactor: Redactor) -> Statement:
    given = {"subject": draft.subject, "predicate": draft.predicate}
    missing = [name for name, part in given.items() if part is None]
    if missing or draft.object is None:
        missing += ["object"] if draft.object is None else []
        raise InvalidInput(f"a triple needs {' and '.join(missing)}, too")
    predicate = _line("predicate", redactor.text(draft.predicate or ""), MAX_PREDICATE)
    if not predicate_key(predicate):
        raise InvalidInput("predicate: nothing but marks")
    subject = _name("subject", redactor.text(draft.subject or ""))
    said = redactor.behind(f"{draft.subject} {draft.predicate} ", draft.object)
    object = _line("object", redactor.text(said, predicate), MAX_CONTENT)
    value = len(object) > MAX_VALUE or (draft.object_kind is None and is_value(object))
    text = (
        sentence(subject, predicate, object)
        if draft.content is None
        else _content(redactor.text(draft.content))
    )
    return Statement(
        text=text,
        subject=Name(subject, checked_kind(_without(draft.subject_kind, redactor))),
        predicate=predicate,
        object=None
        if value
        else Name(object, checked_kind(_without(draft.object_kind, redactor))),
        object_value=object if value else None,
    )


def _without(text: str | None, redactor: Redactor) -> str | None:
    return text and redactor.text(text)


def _name(field: str, text: str) -> str:
    try:
        return checked_name(text)
    except InvalidInput as error:
        raise InvalidInput(str(error).replace("name", field, 1)) from error


def _line(field: str, text: str, most: int) -> str:
    folded = " ".join(clean(text).split())
    if not folded:
        raise InvalidInput(f"{field}: it is blank")
    if len(folded) > most:
        raise InvalidInput(f"{field}: {len(folded):,} characters long; {most:,} fit")
    return folded


def _content(text: str) -> str:
    kept = str(clean(text)).strip()
    if not kept:
        raise InvalidInput("content: it is blank; say in a sentence what is so")
    if len(kept) > MAX_CONTENT:
        raise InvalidInput(
            f"content: {len(kept):,} characters long; {MAX_CONTENT:,} fit: a longer "
            "text is a document, see add_document"
        )
    return kept
