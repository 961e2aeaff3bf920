"""What is known: entities, facts with the time they hold, and search hits."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kgmem.model.base import Count, Text, Utc, Value
from kgmem.model.experience import ItemError
from kgmem.model.why import Why


class Entity(Value):
    """Something that facts are about or that texts name."""

    entity_id: str
    name: str
    kind: str | None = None
    """Such as `person`, `place`, `organization`, `app`, `code`; None: not known."""
    aliases: tuple[str, ...] = ()
    facts: int = 0
    """Facts that it is subject or object of."""
    mentions: int = 0
    """Tasks, facts and parts of documents that name it."""


class Mention(Value):
    """A name in a text."""

    name: str
    start: int
    end: int
    """`text[start:end]` is where it stands."""
    kind: str | None = None


class Triple(Value):
    """What a sentence states, as it was extracted."""

    subject: str
    predicate: str
    object: str
    subject_kind: str | None = None
    object_kind: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    start: int
    end: int
    """`text[start:end]` is the sentence or clause that states it."""
    content: str | None = None
    """The words that say it, where no sentence does, as in a table."""
    confidence: float
    """0..1"""
    extractor: str
    """What found it: rules or prompt and model, with version."""


class Extraction(Value):
    """What a text names and states."""

    mentions: tuple[Mention, ...] = ()
    triples: tuple[Triple, ...] = ()
    dropped: int = 0
    """Triples of a chat model that the text does not bear out."""
    note: str | None = None
    """What could not be done as it should; None: nothing."""


class Fact(Value):
    """A statement; bounds of validity are [valid_from, valid_to)."""

    fact_id: str
    text: str
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime
    retracted_at: datetime | None = None
    confidence: float = 1.0
    source: str = "manual"
    sources: tuple[str, ...] = ()
    """All that state it, the first one first."""
    extractor: str | None = None
    """What took it from a text; None: it was given as it is."""
    messages: tuple[str, ...] = ()
    """Ids of the messages that say it."""
    keywords: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    why: tuple[Why, ...] = ()


class FactDraft(Value):
    """A fact on its way in: its own words (`content`), or a triple, or both."""

    content: Text | None = None
    subject: Text | None = None
    predicate: Text | None = None
    object: Text | None = None
    subject_kind: str | None = None
    object_kind: str | None = None
    valid_from: Utc | None = None
    valid_to: Utc | None = None
    recorded_at: Utc | None = None
    """None: when it is stored."""
    source: Text = "manual"
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    keywords: tuple[Text, ...] = ()
    app: str | None = None
    extractor: str | None = None
    messages: tuple[str, ...] = ()
    """Ids of the messages that say it."""


class FactReport(Value):
    """What became of facts that were given together."""

    stored: Count
    strengthened: Count
    """Known already, and now stated by another source or for another time."""
    unchanged: Count
    failed: Count
    ids: tuple[str | None, ...]
    """In their order; None for one that failed."""
    errors: tuple[ItemError, ...] = ()
    seconds: float


class Duplicates(Value):
    """Entities that may be one and the same."""

    entities: tuple[Entity, ...]
    reason: str


class Hit(Value):
    """One answer of `search`."""

    kind: Literal["chunk", "fact", "task", "message", "event", "profile"]
    id: str
    text: str
    score: float
    parts: dict[str, float] = Field(default_factory=dict)
    why: tuple[Why, ...] = ()
    document_id: str | None = None
    source: str | None = None
    conversation_id: str | None = None
    around: tuple[str, ...] = ()
    """What was said right before and after a message."""
    role: str | None = None
    """Who said a message."""
    answer: str | None = None
    """Of a question of the user or the assistant: how the other one's next message
    begins."""
    at: datetime | None = None
    """When it was said, happened or was written, where that is known."""


UNCERTAIN = 0.7
"""Confidence below which a fact is shown as uncertain."""


def describe_fact(fact: Fact) -> str:
    """The fact in a line: its words, when it holds, and what speaks against it."""
    notes = []
    if fact.valid_from:
        notes.append(f"from {fact.valid_from:%Y-%m-%d}")
    if fact.valid_to:
        notes.append(f"until {fact.valid_to:%Y-%m-%d}")
    if fact.confidence < UNCERTAIN:
        notes.append(f"uncertain, {fact.confidence:.2f}")
    if fact.contradicts:
        notes.append("others contradict it")
    return f"{fact.text} ({'; '.join(notes)})" if notes else fact.text
