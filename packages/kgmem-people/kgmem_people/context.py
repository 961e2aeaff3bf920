"""query -> what an agent should know before it answers, within a budget of tokens."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from kgmem import Context, ConversationInfo, Fact, Hit, Message, Piece, Why
from kgmem.people import (
    Language,
    Person,
    PieceKind,
    Place,
    SaidIn,
    answers_of,
    entity_key,
    epoch_ms,
    language_of,
    phrase,
    source_of,
    tuned,
)
from kgmem_people.dates import days_meant
from kgmem_people.flow import Conversations
from kgmem_people.paragraph import since
from kgmem_people.sentences import said_by, sentences, shortened
from kgmem_people.shown import fold
from kgmem_people.telling.changed import Changes, changes
from kgmem_people.telling.finding import FOUND, Days, FindKnown, asked_days
from kgmem_people.telling.room import (
    ORDER,
    Count,
    Rank,
    Room,
    checked,
    estimate,
)
from kgmem_people.update import UpdatePerson

_TUNED = tuned("kgmem_people.context")

PROFILE, SUMMARY = _TUNED["profile_share"], _TUNED["summary_share"]
RECENT = _TUNED["recent_share"]
LEAST, OF_BEST = _TUNED["least"], _TUNED["of_best"]
LINKED, LINKED_OF_BEST = int(_TUNED["linked"]), _TUNED["linked_of_best"]
LONGEST = 1_200
"""Characters of a piece that was found."""
LED = 3
"""Facts that the query is about, and later ones of each, whose messages are told."""
DAYS_BESIDE = 3
"""Words of a message beside which the day stands that they mean."""
OF_DAYS = 100
"""Messages of the days that are asked for."""
SHORT = 8
"""Characters from which on a sentence is no chance part of an event."""

_KINDS: dict[str, PieceKind] = {"task": "experience"}
"""Kinds of hits that are called otherwise."""
_TIMED = ("message", "event")
"""Kinds of hits that are told with their day, in the order of their times."""


@dataclass(frozen=True, slots=True)
class Assemble:
    """Puts a context together."""

    conversations: Conversations
    people: UpdatePerson
    find: FindKnown

    def __call__(
        self,
        person: Person,
        query: str,
        budget: int,
        count: Count | None = None,
        language: Language | None = None,
    ) -> Context:
        """The profile, the summary, the last messages, and what matters for the query,
        in this order, as far as there is room."""
        counted = checked(count or estimate)
        room = Room(budget, counted, language or language_of(query))
        ever = self.people.profile.ever(person)
        gone = self.people.profile.asking.gone(person.space, person.name)
        telling = _Telling(room, changes(ever, gone, room.language))
        latest = self._latest(person)
        recent = self._recent(person, latest)
        self._always(telling, self.people.told_of(ever), latest)
        telling.last(recent, RECENT)
        notes = self._found(telling, person, query)
        telling.last(recent)
        text = room.text()
        return Context(
            text=text,
            pieces=tuple(room.pieces()),
            tokens=counted(text) if text else 0,
            left_out=len(room.left_out),
            notes=tuple(notes),
        )

    def _latest(self, person: Person) -> ConversationInfo | None:
        store = self.conversations.store
        if person.run is not None:
            return store.find(Place(person.space, person.talks, person.run))
        found = store.of_agent(person.space, person.talks, 1, topics=False)
        return found[0] if found else None

    def _recent(self, person: Person, latest: ConversationInfo | None) -> list[Message]:
        if latest is None:
            return []
        place = Place(person.space, person.talks, latest.session_id)
        return self.conversations.verbatim(place)

    def _always(
        self, telling: "_Telling", profile: str, latest: ConversationInfo | None
    ) -> None:
        """What belongs to every context, shortened to its share."""
        why = Why("what is known of the user")
        telling.room.place_short("profile", profile, why, PROFILE)
        if latest is not None:
            why = Why(
                f"stands for {latest.folded} earlier messages, made by "
                f"{latest.summary_by or 'nobody'}"
            )
            telling.room.place_short("summary", latest.summary, why, SUMMARY)

    def _found(self, telling: "_Telling", person: Person, query: str) -> list[str]:
        """Place what matters for the query, best first, then the messages that are next
        best, the person's own before the answers; what could not be asked."""
        days = asked_days(query)
        own = [*self._said(person, query, days), *self._led(person, query)]
        others = self.find.find(
            person.space, query, ("fact", "chunk", "task"), top_n=FOUND
        )
        answers = answers_of(person.talks)
        hits = [*own, *(o for o in others if not _is_of_a_person(o, answers))]
        hits = [one for one in _once(hits) if not telling.room.holds(one.id)]
        telling.found(_worth(hits))
        self._named(telling.room, person, query)
        rest = [one for one in hits if one.kind == "message"]
        telling.found(sorted(rest, key=lambda one: one.role == "assistant"))
        if days is not None:
            telling.found(self._of_days(person, days))
        missed = (str(why) for hit in hits for why in hit.why if why.kind == "degraded")
        return list(dict.fromkeys(missed))

    def _said(self, person: Person, query: str, days: Days | None) -> list[Hit]:
        """What was said, and what happened; in the days that are asked for, if there is
        anything of them."""
        kinds = ("message", "event")
        if days is not None:
            found = self.find.of_days(person, query, kinds, days)
            if found:
                return found
        return [hit for one in kinds for hit in self.find(person, query, (one,))]

    def _of_days(self, person: Person, days: Days) -> Iterator[Hit]:
        """All that was said in these days, the last first."""
        start, end = epoch_ms(days[0]), epoch_ms(days[1])
        said = self.conversations.said.of_days(
            person.space, person.talks, start, end, OF_DAYS
        )
        why = Why("said in the days that are asked for")
        return (
            _hit_of(one, 0.0, why) for one in reversed(said) if _of_run(one, person)
        )

    def _led(self, person: Person, query: str) -> list[Hit]:
        """The facts that the query is about, and the messages that say them, or what
        has become of them since."""
        best = _worth(self.find(person, query, ("fact",)))[:LED]
        known = self.people.profile.asking.beside(person.space, [o.id for o in best])
        leading = {
            key: (hit, fact)
            for hit in reversed(best)
            for fact in _since(hit, known)
            for key in fact.messages
        }
        said = self.conversations.said.by_ids(person.space, person.talks, [*leading])
        now = {one.fact_id for one in known if one.valid_to is None}
        return [
            *(one for one in best if one.id in now),
            *(
                _hit_of(
                    one, hit.score, Why(f"says: {fact.text}", "graph", source=hit.id)
                )
                for one in said
                if _of_run(one, person)
                for hit, fact in (leading[one.message.message_id],)
            ),
        ]

    def _named(self, room: Room, person: Person, query: str) -> None:
        """Place the entities that are to be remembered and that the query names."""
        asked = entity_key(query)
        for one in self.people.store.remembered(person.space, person.talks):
            if entity_key(one.name) in asked:
                text = f"{one.name} ({one.kind})" if one.kind else one.name
                why = Why("the query names it", "graph", source=one.entity_id)
                room.place(room.piece("entity", text, (why,), one.entity_id))


@dataclass(slots=True)
class _Telling:
    """Messages and hits, as they are told in a room."""

    room: Room
    changes: Changes
    told: list[str] = field(default_factory=list)
    """What the messages say that have a place."""

    def last(self, recent: Sequence[Message], share: float = math.inf) -> None:
        """Place the last messages of the latest conversation, in a share of the
        room."""
        spent = 0
        for message in reversed(recent):
            piece = self._last(message)
            spent += piece.tokens
            if spent > share * self.room.budget:
                return
            self._place(piece, message.content, (message.at.timestamp(), message.n))

    def found(self, hits: Iterable[Hit]) -> None:
        """Place hits, best first; last the events that no message tells."""
        listed = list(hits)
        for one in sorted(listed, key=lambda one: one.kind == "event"):
            if not self._is_told(one):
                at = one.at.timestamp() if one.at and one.kind in _TIMED else 0.0
                said = one.text if one.kind == "message" else ""
                self._place(self._of_hit(one, listed), said, (at, -1))

    def _place(self, piece: Piece, said: str, rank: Rank) -> None:
        if self.room.place(piece, rank) and said:
            self.told.append(said)

    def _is_told(self, hit: Hit) -> bool:
        """Is it a fact that the profile tells, or an event that a message tells?"""
        text = fold(hit.text)
        if hit.kind == "fact":
            return any(
                text.rstrip(".。") in fold(o.text) for o in self.room.of("profile")
            )
        if hit.kind != "event":
            return False
        parts = (fold(one) for said in self.told for one in sentences(said))
        return any(len(one) >= SHORT and one in text for one in parts)

    def _last(self, message: Message) -> Piece:
        text = said_by(message.role, _line(message.content), self.room.language)
        text += self._beside(message.message_id, message.content, message.at)
        why = Why("said last")
        return self.room.piece("message", text, (why,), message.message_id)

    def _of_hit(self, hit: Hit, listed: Sequence[Hit]) -> Piece:
        text = shortened(_line(hit.text), LONGEST)
        if hit.kind == "message" and hit.role is not None:
            text = said_by(hit.role, text, self.room.language)
            text += self._beside(hit.id, hit.text, hit.at)
        told = (*self.told, *(one.text for one in listed))
        if hit.answer and not any(one.startswith(hit.answer) for one in told):
            answer = shortened(_line(hit.answer), LONGEST)
            answers = "user" if hit.role == "assistant" else "assistant"
            text += f" → {said_by(answers, answer, self.room.language)}"
        if hit.kind in _TIMED and hit.at is not None:
            text = f"{hit.at:%Y-%m-%d}: {text}"
        kind: PieceKind = _KINDS.get(hit.kind) or _same(hit.kind)
        return self.room.piece(kind, text, hit.why, hit.id)

    def _beside(self, key: str, said: str, at: datetime | None) -> str:
        """The days that a message means, and what of it is so no longer."""
        days = days_meant(said[: LONGEST * 4], at) if at is not None else {}
        told = [
            phrase(
                "line.day", self.room.language, words=" ".join(words.split()), day=day
            )
            for words, day in islice(days.items(), DAYS_BESIDE)
        ]
        return "".join(f" {one}" for one in (*told, *self.changes.get(key, ())))


def _is_of_a_person(hit: Hit, own_answers: str) -> bool:
    """Is it a fact by way of an agent? Those about one's own person are asked for
    apart; what is told of others is theirs."""
    source = hit.source or ""
    return source.startswith(source_of("")) and source != own_answers


def _once(hits: Iterable[Hit]) -> list[Hit]:
    """Each as it scores best."""
    ordered = sorted(hits, key=lambda one: one.score)
    return list({one.id: one for one in ordered}.values())[::-1]


def _worth(hits: Iterable[Hit]) -> list[Hit]:
    """The hits that are worth their place, best first: those that are not far behind
    the best of their kind, and a few to which the graph leads from these."""
    by_kind: dict[str, list[Hit]] = {}
    for one in sorted(hits, key=lambda one: -one.score):
        by_kind.setdefault(one.kind, []).append(one)
    kept = [one for listed in by_kind.values() for one in _worth_of_kind(listed)]
    return sorted(kept, key=lambda one: -one.score)


def _worth_of_kind(hits: Sequence[Hit]) -> list[Hit]:
    best = hits[0].score
    if best < LEAST:
        return []
    near = [one for one in hits if one.score >= max(LEAST, OF_BEST * best)]
    linked = (
        one
        for one in hits[len(near) :]
        if one.parts.get("graph", 0.0) >= LINKED_OF_BEST * best
    )
    return [*near, *islice(linked, LINKED)]


def _since(hit: Hit, known: Sequence[Fact]) -> list[Fact]:
    """The fact that was found, and the last that were said of the same since."""
    own = next((one for one in known if one.fact_id == hit.id), None)
    if own is None:
        return []
    later = [
        one
        for one in known
        if (one.subject, one.predicate) == (own.subject, own.predicate)
        and since(one) > since(own)
    ]
    return [own, *sorted(later, key=since)[-LED:]]


def _hit_of(said: SaidIn, score: float, why: Why) -> Hit:
    one = said.message
    return Hit(
        kind="message",
        id=one.message_id,
        text=one.content[: LONGEST * 4],
        score=score,
        why=(why,),
        conversation_id=said.conversation_id,
        role=one.role,
        at=one.at,
    )


def _of_run(said: SaidIn, person: Person) -> bool:
    """Is it of the run that is asked for, if any is?"""
    if person.run is None:
        return True
    return said.conversation_id == Place(person.space, person.talks, person.run).key


def _same(kind: str) -> PieceKind:
    return next(one for one in ORDER if one == kind)


def _line(text: str) -> str:
    """On one line, so that no text can pass for a heading."""
    return " ".join(text[: LONGEST * 4].split())
