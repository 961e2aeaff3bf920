"""statements -> which of them hold -> facts about a person -> a paragraph."""

import hashlib
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from kgmem import Fact, FactDraft, InvalidInput, Json
from kgmem.people import (
    Asking,
    Facts,
    Person,
    chinese_words,
    epoch_ms,
    language_of,
    normalize,
    predicate_key,
    tokens,
    word_set,
)
from kgmem.ports import Row
from kgmem_people.conflicts import Claim, Lost, lost_of
from kgmem_people.dates import days_named
from kgmem_people.modification import Learnt, Over
from kgmem_people.paragraph import as_known, since, text_with
from kgmem_people.person import (
    INSTRUCTION,
    SPEAKER,
    Said,
    exchanges_tongue,
    is_new,
    told_apart,
)
from kgmem_people.saying.reader import ReadPerson

_POINTING = word_set("person.deictic") | word_set("person.others")
_PREFERRED = "person preference "
PASSING = tuple(f"person {one}" for one in ("habit", "goal", "has", "trait"))
"""Kinds of what may be over once its day is."""
NEW = "new "
"""Before the number of a statement, where the claims of facts have their ids."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Statements, and which of them and of what is held do not hold."""

    statements: tuple[Learnt, ...] = ()
    lost: tuple[Lost, ...] = ()

    def tell(self) -> Json:
        """For the log."""
        return [
            {"text": one.claim.text, "to": one.to.text, "because": one.because}
            for one in self.lost
        ]


@dataclass(frozen=True, slots=True)
class Profile:
    """What is held for true of people, as facts."""

    facts: Facts
    asking: Asking
    read: ReadPerson

    def said(self, person: Person) -> list[Fact]:
        """What is held for true of the person now, as a profile tells it."""
        return self.now(self.ever(person))

    def now(self, ever: Sequence[Fact]) -> list[Fact]:
        """The same of all that was held for true at some time."""
        moment = datetime.now(UTC)
        held = [
            one
            for one in ever
            if since(one) <= moment and (one.valid_to is None or moment < one.valid_to)
        ]
        return as_known(held, self.read)

    def ever(self, person: Person) -> list[Fact]:
        """All that was held for true of the person at some time, by its time."""
        found = self.asking.facts(person.space, person.name)
        return sorted((o for o in found if o.subject == person.name), key=since)

    def settle(
        self,
        person: Person,
        statements: Sequence[Learnt],
        denials: Sequence[Learnt] = (),
    ) -> Settled:
        """Which of the statements, and of what is held, gives way to another one
        although it was said later, or was denied since."""
        single = self._single(person, statements)
        new = [_claim_of(one, n) for n, one in enumerate(statements)]
        known = self.said(person) if single or denials else ()
        claims = [*new, *map(_claimed, known)]
        lost = [
            one
            for kind in single
            for one in lost_of(claim for claim in claims if claim.kind == kind)
        ]
        lost += _denied(claims, denials)
        lost += _outdated(claims, zip(statements, new, strict=True))
        return Settled(tuple(statements), tuple(lost))

    def state(self, person: Person, settled: Settled) -> list[Fact]:
        """Keep what was said as facts; those that gave way at once. The later one of
        two that can't both hold ends the earlier one by its time; one that lost is
        known no longer, and stays in the log with the reason."""
        told = settled.statements
        for one in {one.said.predicate for one in told if one.said.single}:
            self.facts.declare(person.space, one, True)
        ids = {f"{NEW}{n}": key for n, key in enumerate(self.add(person, told))}
        lost = {ids.get(one.claim.key, one.claim.key): one for one in settled.lost}
        gone = [key for key in ids.values() if key and key in lost]
        found = self.asking.by_id(person.space, gone)
        for key, why in lost.items():
            if key:
                self.retract(person, [key], f"{why.because}: {why.to.text}")
        return found

    def end(
        self, person: Person, over: Sequence[Over], others: Iterable[str] = ()
    ) -> None:
        """Hold for true no longer what is over, of what was said before of the person
        and of these others."""
        subjects = {person.name, *(told_apart(one, person.name) for one in others)}
        held = [
            fact
            for subject in sorted(subjects if over else ())
            for fact in self.asking.facts(person.space, subject)
            if fact.subject == subject and fact.valid_to is None
        ]
        for one in over:
            is_order = one.part.sort == "unorder"
            before = [
                fact
                for fact in held
                if since(fact) < one.at
                and one.message_id not in fact.messages
                and (fact.predicate == INSTRUCTION) == is_order
            ]
            n = self.read.near(one.part, [fact.text for fact in before])
            if n is not None:
                held.remove(before[n])
                self.retract(person, [before[n].fact_id], f"denied: {one.part.text}")

    def let_pass(self, person: Person, at: datetime) -> None:
        """End what was said of a day to come that is over by then."""
        for one in self.said(person):
            if one.predicate in PASSING:
                named = days_named(one.text, since(one))
                day = max((o.until for o in named if o.precision == "day"), default=at)
                if since(one) < day < at:
                    self.correct(person, one, {"content": one.text, "valid_to": day})

    def retract(self, person: Person, fact_ids: Iterable[str], reason: str) -> None:
        """Hold these for true no longer."""
        for one in fact_ids:
            self.facts.retract(person.space, one, None, reason)

    def erase(
        self, person: Person, alone: Sequence[str], shared: Sequence[str]
    ) -> None:
        """Delete facts that nobody else states, and him as a source of the others."""
        self.facts.erase(person.space, alone)
        for source in person.sources:
            self.facts.withdraw(person.space, shared, source)

    def correct(self, person: Person, fact: Fact, changes: Row) -> str:
        """Put other parts in the place of a fact's; its id. Its text follows, and of a
        sentence that says the same kind of thing the value counts."""
        value = changes.get("object")
        if isinstance(value, str):
            value = self._value_said(fact, value)
            changes = {**changes, "object": value}
        if "content" not in changes and isinstance(value, str):
            told = text_with(fact.predicate or "", value, fact.text)
            if told is not None and fact.subject == person.name:
                changes = {**changes, "content": told}
        known_by = {"source": person.name, "confidence": fact.confidence}
        return self.facts.correct(person.space, fact.fact_id, {**known_by, **changes})

    def _value_said(self, fact: Fact, text: str) -> str:
        heard = [*self.read(text).of_self, *self.read(text, told=True).of_self]
        key = predicate_key(fact.predicate or "")
        values = (o.value for o in heard if predicate_key(o.predicate) == key)
        return next(values, text)

    def repeated(self, person: Person, fact: Fact) -> list[Fact]:
        """The fact, and each other one that says the same of the same."""
        found = self.asking.facts(person.space, fact.subject or person.name)
        same = (_what(fact), fact.subject)
        return [one for one in found if (_what(one), one.subject) == same] or [fact]

    def say_again(self, person: Person, fact: Fact) -> None:
        """Hold for true from now on what was known before."""
        draft = FactDraft(
            content=fact.text,
            subject=fact.subject,
            predicate=fact.predicate,
            object=fact.object,
            source=person.name,
            confidence=fact.confidence,
            valid_from=datetime.now(UTC),
        )
        self.facts.add(person.space, draft)

    def _single(self, person: Person, statements: Sequence[Learnt]) -> set[str]:
        keys = {predicate_key(one.said.predicate) for one in statements}
        single = self.asking.predicates.single_valued(person.space, keys)
        return single | {
            predicate_key(one.said.predicate) for one in statements if one.said.single
        }

    def untold(
        self, person: Person, told: Iterable[Learnt], forgotten: Container[str]
    ) -> list[Learnt]:
        """The statements, without those that were taken back, lost or were forgotten
        since the same was read before: said anew, they hold again."""
        listed = list(told)
        subjects = dict.fromkeys(_subject_of(person, one) for one in listed)
        gone = {
            key
            for subject in subjects
            for one in self.asking.gone(person.space, subject)
            for key in _traces(
                person, subject, one.predicate, one.value, one.since, one.messages
            )
        }
        return [
            one
            for one in listed
            if not any(o in gone or o in forgotten for o in _traces_of(person, one))
        ]

    def add(self, person: Person, told: Sequence[Learnt]) -> list[str | None]:
        """Keep what the person said, as facts about whom it is about; their ids. Said
        again, they are the same."""
        if not told:
            return []
        report = self.facts.add_many(person.space, [_draft(person, o) for o in told])
        if report.errors:
            raise InvalidInput(f"profile: {report.errors[0].error}")
        return list(report.ids)


def _denied(claims: Sequence[Claim], denials: Sequence[Learnt]) -> list[Lost]:
    """What was said, and is said not to be so since."""
    return [
        Lost(claim, denial, "denied")
        for one in denials
        for denial in [replace(_claim_of(one, 0), text=one.said.quote)]
        for claim in claims
        if claim.kind == denial.kind
        and _names(one.said, claim.value)
        and claim.at < one.at
    ]


def _names(denied: Said, value: str) -> bool:
    """Is it the value, its last word, as the hospital of Barnsley Hospital, or words of
    it, as smoking of "smokes a pack a day"?"""
    if denied.broad:
        words = {*tokens(denied.value)} - _POINTING
        return bool(words) and words <= {*tokens(value)}
    whole = normalize(value)
    return normalize(denied.value) in ("", whole, whole.split(" ")[-1])


def _outdated(
    claims: Sequence[Claim], told: Iterable[tuple[Learnt, Claim]]
) -> Iterator[Lost]:
    """The last thing that was preferred before something else of as many words is
    preferred *now*, and orders of which a newer one exchanges the language."""
    for one, new in told:
        before = [claim for claim in claims if claim.at < new.at]
        if new.predicate == INSTRUCTION:
            for claim in before:
                same = claim.predicate == INSTRUCTION
                if same and exchanges_tongue(claim.value, new.value):
                    yield Lost(claim, new, "newer")
        if not (new.predicate.startswith(_PREFERRED) and is_new(one.said)):
            continue
        older = [
            claim
            for claim in before
            if claim.predicate.startswith(_PREFERRED)
            and claim.predicate != new.predicate
            and _length(claim.value) == _length(new.value)
        ]
        if older:
            yield Lost(max(older, key=lambda claim: claim.at), new, "newer")


def _length(value: str) -> int:
    zh = language_of(value) == "zh"
    return len(chinese_words(value) if zh else value.split())


def _claim_of(one: Learnt, n: int) -> Claim:
    said, key = one.said, f"{NEW}{n}"
    return Claim(said.value, said.text, one.at, said.confidence, key, said.predicate)


def _claimed(fact: Fact) -> Claim:
    value, told = fact.object or fact.text, fact.predicate or ""
    return Claim(value, fact.text, since(fact), fact.confidence, fact.fact_id, told)


def _what(one: Fact) -> tuple[str, str]:
    return predicate_key(one.predicate or ""), normalize(one.object or one.text)


def trace(
    person: Person,
    subject: str,
    predicate: str,
    value: str,
    said: datetime | str | None,
) -> str:
    """Names what was said, and when or in which message, without saying it."""
    when = said if isinstance(said, str) else str(epoch_ms(said))
    parts = predicate_key(predicate), normalize(value), when
    key = "\n".join((person.key, subject, *parts))
    return hashlib.sha256(key.encode()).hexdigest()[:24]


def _traces(
    person: Person,
    subject: str,
    predicate: str,
    value: str,
    at: datetime | None,
    messages: Iterable[str],
) -> list[str]:
    return [trace(person, subject, predicate, value, o) for o in (at, *messages)]


def traces_of(person: Person, fact: Fact) -> list[str]:
    """The traces of a fact: by its time, and by each message that says it."""
    said = fact.predicate or "", fact.object or fact.text, fact.valid_from
    return _traces(person, fact.subject or "", *said, fact.messages)


def _traces_of(person: Person, one: Learnt) -> list[str]:
    said = one.said.predicate, one.said.value, one.at
    return _traces(person, _subject_of(person, one), *said, one.message_ids)


def _subject_of(person: Person, one: Learnt) -> str:
    about = one.said.about
    return person.name if about == SPEAKER else told_apart(about, person.name)


def _draft(person: Person, one: Learnt) -> FactDraft:
    return FactDraft(
        content=one.said.text,
        subject=_subject_of(person, one),
        predicate=one.said.predicate,
        object=one.said.value,
        subject_kind="person",
        source=person.name,
        confidence=one.said.confidence,
        valid_from=one.at,
        extractor=one.by,
        messages=one.message_ids,
    )
