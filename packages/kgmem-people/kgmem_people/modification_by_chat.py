"""messages -> what they say of the person, and what happened, by a chat model.

Each statement and event carries the messages that it rests on and the words that say
it; what they don't bear out is dropped. Without a model, or without an answer that can
be read, it is done by rules."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import groupby

from pydantic import BaseModel, ConfigDict

from kgmem import Fact, Message, PersonEvent, ServiceError
from kgmem.people import chinese_words, clean, load, word_set, words, written
from kgmem.ports import LanguageModel
from kgmem_people.modification import (
    RULES,
    Learnt,
    Modification,
    event_of,
    modification,
    moments_up_to,
)
from kgmem_people.person import KINDS, NOTE, Said, note, said_as
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.shown import (
    Names,
    NotBorneOut,
    ShownMessages,
    answered,
    fold,
    is_asked,
    kept,
    led_up_to,
    parsed,
    sure,
)

PROMPT = "conversation/modification"
MOST = 100
"""Statements, and events, of an answer that are looked at."""
LONGEST = 300
"""Characters of a note or an event."""
OTHER = NOTE.split()[-1]
"""What is of no other kind."""
NEGATIVE = frozenset({"dislike", "allergy", "diet", OTHER})
"""Kinds that are told with a negation."""


NOTHING = Modification(
    by=RULES, note="no chat model reads what is said (KGMEM_EXTRACTION)"
)


class _Statement(BaseModel):
    """Something of the person, as the model gives it."""

    model_config = ConfigDict(frozen=True)

    kind: str
    value: str
    topic: str | None = None
    message: int
    quote: str
    confidence: float


class _Happened(BaseModel):
    """An event, as the model gives it."""

    model_config = ConfigDict(frozen=True)

    text: str
    messages: tuple[int, ...]
    quote: str


class _End(BaseModel):
    """Something that is known and no longer so, as the model gives it."""

    model_config = ConfigDict(frozen=True)

    known: int
    message: int
    quote: str


class ModificationAnswer(BaseModel):
    """The model's answer; its parts are looked at one by one."""

    model_config = ConfigDict(frozen=True)

    profile: list[object]
    events: list[object]
    ends: list[object] = []


@dataclass(frozen=True, slots=True)
class Modify:
    """Reads what messages say, by a chat model where there is one."""

    names: Names
    read: ReadPerson
    model: LanguageModel | None = None
    by_rules: bool = True
    """False: what no chat model reads is not read."""

    def __call__(
        self, agent_id: str, messages: Sequence[Message], known: Sequence[Fact] = ()
    ) -> Modification:
        """What the person said of himself, and what happened; what is `known` of him
        may end."""
        ruled = (
            modification(agent_id, messages, self.read) if self.by_rules else NOTHING
        )
        if self.model is None or not any(one.role == "user" for one in messages):
            return ruled
        try:
            return self._asked(agent_id, messages, known, ruled, self.model)
        except ServiceError as error:
            by = f"{RULES}: " if self.by_rules else ""
            return replace(ruled, note=f"{by}{error}"[:500])

    def _asked(
        self,
        agent_id: str,
        messages: Sequence[Message],
        known: Sequence[Fact],
        ruled: Modification,
        model: LanguageModel,
    ) -> Modification:
        shown = ShownMessages.of(messages, self.names)
        prompt = load(PROMPT, shown.language)
        told = known[:MOST]
        asked = prompt.fill(
            messages=shown.lines(),
            kinds=", ".join([*KINDS, OTHER]),
            known=_numbered(told),
        )
        answer = answered(ModificationAnswer, model.complete(asked), PROMPT)
        by = f"{prompt.provenance} {model.model}"
        learnt, unsaid = kept(partial(_learnt, shown, by), answer.profile, MOST)
        events, undone = kept(partial(_event, shown, agent_id), answer.events, MOST)
        ends, unended = kept(partial(_ended, shown, told, by), answer.ends, MOST)
        dropped = unsaid + undone + unended
        if dropped and not learnt and not events and not ends:
            raise ServiceError("the chat model says nothing that the messages bear out")
        seen = {one.message_id for one in shown.messages}
        return Modification(
            tuple(_in_order([*_of_unread(ruled.statements, seen), *learnt], messages)),
            (*(o for o in ruled.events if seen.isdisjoint(o.message_ids)), *events),
            (*_of_unread(ruled.denials, seen), *ends),
            tuple(_of_unread(ruled.others, seen)),
            tuple(one for one in ruled.over if one.message_id not in seen),
            ruled.until,
            by,
            f"{dropped} not borne out by the messages" if dropped else None,
        )


def _learnt(shown: ShownMessages, by: str, item: object) -> Learnt:
    told = parsed(_Statement, item)
    [message] = shown.quoted([told.message], told.quote, own=True)
    confidence = sure(told.confidence)
    if is_asked(message, told.quote):
        raise NotBorneOut("a question says nothing")
    said = _said(shown, told, message, confidence)
    return Learnt(said, message.at, (message.message_id,), by)


def _numbered(known: Sequence[Fact]) -> str:
    lines = (f"({n}) {' '.join(one.text.split())}" for n, one in enumerate(known, 1))
    return "\n".join(lines) or "–"


def _ended(
    shown: ShownMessages, known: Sequence[Fact], by: str, item: object
) -> Learnt:
    told = parsed(_End, item)
    [message] = shown.quoted([told.message], told.quote, own=True)
    if is_asked(message, told.quote):
        raise NotBorneOut("a question ends nothing")
    if not 1 <= told.known <= len(known):
        raise NotBorneOut(f"nothing that is known has the number {told.known}")
    fact = known[told.known - 1]
    said = Said(fact.predicate or NOTE, fact.object or fact.text, fact.text, told.quote)
    return Learnt(said, message.at, (message.message_id,), by)


def _said(
    shown: ShownMessages, told: _Statement, message: Message, confidence: float
) -> Said:
    quote, value = (
        str(clean(" ".join(one.split()))) for one in (told.quote, told.value)
    )
    if told.kind not in NEGATIVE and _turned(led_up_to(message, quote), value):
        raise NotBorneOut("the words around it turn it into its opposite")
    if told.kind == OTHER:
        shown.check(value, [message])
        return note(_short(value), quote, confidence)
    topic = " ".join((told.topic or "").split())
    for part in (value, topic):
        if fold(part) not in fold(message.content):
            raise NotBorneOut("it does not say the value")
    if fold(value) not in fold(quote) or told.kind not in KINDS:
        raise NotBorneOut("the quote does not have the value, or the kind is unknown")
    shown.check(value, [message])
    said = said_as(told.kind, value, topic, quote, confidence) if value else None
    if said is None:
        raise NotBorneOut("nobody knows whose it is")
    return said


def _event(shown: ShownMessages, agent_id: str, item: object) -> PersonEvent:
    told = parsed(_Happened, item)
    resting = shown.quoted(told.messages, told.quote, own=False)
    text = _short(str(clean(" ".join(told.text.split()))))
    shown.check(text, resting)
    ids = tuple(one.message_id for one in resting)
    return event_of(agent_id, text, max(one.at for one in resting), ids)


def _short(text: str) -> str:
    if not text or len(text) > LONGEST:
        raise NotBorneOut("it is empty or too long")
    return text


def _turned(clause: str, value: str) -> bool:
    """Is it denied, or said under a condition?"""
    before = clause.replace(fold(value), " ")
    first = next(iter(_pieces(clause)), "")
    asks = word_set("person.asks")
    return (
        first in asks
        or clause.startswith(written("person.asks", spaced=False))
        or not word_set("turning.negation").isdisjoint(_pieces(before))
    )


def _pieces(text: str) -> Iterator[str]:
    for one in words(text):
        yield one.fold
        yield from chinese_words(one.fold)


def _of_unread(learnt: Sequence[Learnt], seen: Set[str]) -> list[Learnt]:
    """What the rules read in messages that the model was not shown: of the others it
    decides."""
    return [one for one in learnt if seen.isdisjoint(one.message_ids)]


def _in_order(
    learnt: Sequence[Learnt], messages: Sequence[Message]
) -> Iterable[Learnt]:
    places = {one.message_id: n for n, one in enumerate(messages)}
    last = {
        (one.said.predicate, one.said.value.casefold()): one
        for one in sorted(learnt, key=lambda one: places[one.message_ids[0]])
    }
    for _, group in groupby(last.values(), key=lambda one: one.message_ids):
        same = list(group)
        yield from _apart(same, max(one.at for one in same))


def _apart(learnt: Sequence[Learnt], at: datetime) -> Iterable[Learnt]:
    for one, moment in zip(learnt, moments_up_to(at, len(learnt)), strict=True):
        yield replace(one, at=moment)
