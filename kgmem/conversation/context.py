"""query -> what an agent should know before it answers, within a budget of tokens."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from kgmem.conversation.flow import Conversations
from kgmem.conversation.profile import Person
from kgmem.conversation.sentences import in_language, said_by, sentences, shortened
from kgmem.conversation.shown import fold
from kgmem.conversation.update import UpdatePerson
from kgmem.errors import InvalidInput
from kgmem.graph.people.conversations import Place, answers_of, source_of
from kgmem.model.base import Language, language_of
from kgmem.model.conversation import (
    Context,
    ConversationInfo,
    Message,
    Piece,
    PieceKind,
)
from kgmem.model.fact import Hit
from kgmem.model.keys.identity import entity_key
from kgmem.model.values.arguments import shown
from kgmem.model.why import Why
from kgmem.tuning import tuned

LOOKED_AT = 100
"""Messages of all runs among which those of one are sought."""
_TUNED = tuned("conversation.context")

PROFILE, SUMMARY = _TUNED["profile_share"], _TUNED["summary_share"]
RECENT = _TUNED["recent_share"]
LEAST, OF_BEST = _TUNED["least"], _TUNED["of_best"]
LINKED, LINKED_OF_BEST = int(_TUNED["linked"]), _TUNED["linked_of_best"]
FOUND = 20
"""Hits that are looked at."""
LONGEST = 1_200
"""Characters of a piece that was found."""
PER_TOKEN = 3
"""ASCII characters that are taken for a token: a tokenizer needs about four; any other
character counts for two."""

ORDER: tuple[PieceKind, ...] = (
    "profile",
    "event",
    "summary",
    "fact",
    "entity",
    "chunk",
    "experience",
    "message",
)
"""How the text is laid out."""
_KINDS: dict[str, PieceKind] = {"task": "experience"}
"""Kinds of hits that are called otherwise."""

_TIMED = ("message", "event")
"""Kinds of hits that are told with their day, in the order of their times."""
SHORT = 8
"""Characters from which on a sentence is no chance part of an event."""

Count = Callable[[str], int]


class Find(Protocol):
    """Search, as the context asks it."""

    def __call__(
        self,
        space: str,
        query: str,
        kinds: Sequence[str],
        *,
        source: str | None = None,
        top_n: int = FOUND,
    ) -> list[Hit]:
        """The best of these kinds, best first."""


def estimate(text: str) -> int:
    """Tokens of a text, rather too many than too few."""
    plain = sum(ch.isascii() for ch in text)
    return math.ceil(plain / PER_TOKEN) + 2 * (len(text) - plain)


@dataclass(slots=True)
class _Room:
    """Pieces that have a place, as long as the text of all of them fits."""

    budget: int
    count: Count
    language: Language
    placed: list[tuple[int, Piece]] = field(default_factory=list)
    left_out: int = 0

    def place(self, piece: Piece, rank: int = 0, share: float = 1.0) -> bool:
        """Take a piece, if it fits; `rank` is its place among those of its kind."""
        if piece.tokens > share * self.budget or self._over(piece, rank):
            self.left_out += 1
            return False
        self.placed.append((rank, piece))
        return True

    def _over(self, piece: Piece, rank: int) -> bool:
        return self.count(self._text([*self.placed, (rank, piece)])) > self.budget

    def text(self) -> str:
        return self._text(self.placed)

    def _text(self, placed: Sequence[tuple[int, Piece]]) -> str:
        parts = []
        for kind in ORDER:
            texts = [
                one.text
                for _, one in sorted(placed, key=lambda pair: pair[0])
                if one.kind == kind
            ]
            if texts:
                parts.append(_section(kind, texts, self.language))
        return "\n\n".join(parts)

    def pieces(self) -> list[Piece]:
        return [one for _, one in self.placed]


def _section(kind: PieceKind, texts: Sequence[str], language: Language) -> str:
    heading = f"## {in_language(f'heading.{kind}', language)}"
    listed = kind not in ("profile", "summary")
    return "\n".join([heading, *(f"- {one}" if listed else one for one in texts)])


@dataclass(frozen=True, slots=True)
class Assemble:
    """Puts a context together."""

    conversations: Conversations
    people: UpdatePerson
    find: Find

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
        counted = _checked(count or estimate)
        room = _Room(budget, counted, language or language_of(query))
        latest = self._latest(person)
        recent = self._recent(person, latest)
        self._always(room, person, latest)
        older = self._last_messages(room, recent)
        notes, rest = self._found(room, person, query, recent)
        for one in older:
            room.place(one, _rank(recent, one))
        self._fill(room, rest, recent)
        text = room.text()
        return Context(
            text=text,
            pieces=tuple(room.pieces()),
            tokens=counted(text) if text else 0,
            left_out=room.left_out,
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
        self, room: _Room, person: Person, latest: ConversationInfo | None
    ) -> None:
        """What belongs to every context, shortened to its share."""
        profile = self.people.told(person)
        why = Why("what is known of the user")
        _place_short(room, "profile", profile, why, PROFILE)
        if latest is not None:
            why = Why(
                f"stands for {latest.folded} earlier messages, made by "
                f"{latest.summary_by or 'nobody'}"
            )
            _place_short(room, "summary", latest.summary, why, SUMMARY)

    def _last_messages(self, room: _Room, recent: Sequence[Message]) -> list[Piece]:
        """Place the last messages while they have a share; those that have none."""
        left: list[Piece] = []
        spent = 0
        for message in reversed(recent):
            text = said_by(message.role, _line(message.content), room.language)
            why = Why("said last")
            piece = _piece(room, "message", text, (why,), message.message_id)
            spent += piece.tokens
            if left or spent > RECENT * room.budget:
                left.append(piece)
            else:
                room.place(piece, message.n)
        return left

    def _found(
        self, room: _Room, person: Person, query: str, recent: Sequence[Message]
    ) -> tuple[list[str], list[Hit]]:
        """Place what matters for the query, best first; what could not be asked, and
        the messages that are next best."""
        told = {one.message_id for one in recent}
        own = self._own(person, query)
        others = self.find(person.space, query, ("fact", "chunk", "task"))
        hits = [
            *(one for one in own if one.id not in told),
            *(
                one
                for one in others
                if not _is_of_a_person(one, answers_of(person.talks))
            ),
        ]
        chosen = _untold(_worth(hits), recent)
        told_elsewhere = [one.content for one in recent] + [one.text for one in chosen]
        places = _in_time(one for one in chosen if one.kind in _TIMED)
        for rank, hit in enumerate(chosen):
            piece = _of_hit(room, hit, told_elsewhere)
            room.place(piece, places.get(hit.id, rank) - FOUND * 4)
        self._named(room, person, query)
        missed = (str(why) for hit in hits for why in hit.why if why.kind == "degraded")
        placed = {one.id for one in chosen}
        rest = [one for one in hits if one.kind == "message" and one.id not in placed]
        return list(dict.fromkeys(missed)), rest

    def _fill(
        self, room: _Room, rest: Sequence[Hit], recent: Sequence[Message]
    ) -> None:
        """What room is left goes to the next best messages."""
        told = [one.content for one in recent]
        for rank, hit in enumerate(rest):
            if not any(one.id == hit.id for one in room.pieces()):
                room.place(_of_hit(room, hit, told), rank - FOUND * 8)

    def _own(self, person: Person, query: str) -> list[Hit]:
        """What was said, and what happened."""
        name, said = person.name, source_of(person.talks)
        if person.run is None and name == said:
            return self.find(person.space, query, ("message", "event"), source=name)
        events = self.find(person.space, query, ("event",), source=name)
        if person.run is None:
            told = self.find(person.space, query, ("message",), source=said)
            return [*told, *events]
        key = Place(person.space, person.talks, person.run).key
        told = self.find(
            person.space, query, ("message",), source=said, top_n=LOOKED_AT
        )
        of_run = [one for one in told if one.conversation_id == key]
        return [*of_run[:FOUND], *events]

    def _named(self, room: _Room, person: Person, query: str) -> None:
        """Place the entities that are to be remembered and that the query names."""
        asked = entity_key(query)
        for one in self.people.store.remembered(person.space, person.talks):
            if entity_key(one.name) in asked:
                text = f"{one.name} ({one.kind})" if one.kind else one.name
                why = Why("the query names it", "graph", source=one.entity_id)
                room.place(_piece(room, "entity", text, (why,), one.entity_id))


def _is_of_a_person(hit: Hit, own_answers: str) -> bool:
    """Is it a fact by way of an agent? The profile tells those about one's own person;
    what is told of others is theirs."""
    source = hit.source or ""
    return source.startswith(source_of("")) and source != own_answers


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


def _in_time(hits: Iterable[Hit]) -> dict[str, int]:
    """Places of hits, the oldest first, so that what changed is read in its order."""
    ordered = sorted(hits, key=lambda one: one.at.timestamp() if one.at else 0.0)
    return {one.id: n for n, one in enumerate(ordered)}


def _untold(hits: Sequence[Hit], recent: Iterable[Message]) -> list[Hit]:
    """Without the events that repeat a sentence of a message that is there, too."""
    texts = [one.content for one in recent]
    texts += [one.text for one in hits if one.kind == "message"]
    told = {fold(part) for text in texts for part in sentences(text)}
    return [one for one in hits if one.kind != "event" or not _repeats(one.text, told)]


def _repeats(event: str, told: Iterable[str]) -> bool:
    text = fold(event)
    return any(len(one) >= SHORT and one in text for one in told)


def _of_hit(room: _Room, hit: Hit, told: Sequence[str]) -> Piece:
    text = shortened(_line(hit.text), LONGEST)
    if hit.kind == "message" and hit.role is not None:
        text = said_by(hit.role, text, room.language)
    if hit.answer and not any(one.startswith(hit.answer) for one in told):
        answer = shortened(_line(hit.answer), LONGEST)
        answers = "user" if hit.role == "assistant" else "assistant"
        text += f" → {said_by(answers, answer, room.language)}"
    if hit.kind in _TIMED and hit.at is not None:
        text = f"{hit.at:%Y-%m-%d}: {text}"
    kind: PieceKind = _KINDS.get(hit.kind) or _same(hit.kind)
    return _piece(room, kind, text, hit.why, hit.id)


def _same(kind: str) -> PieceKind:
    return next(one for one in ORDER if one == kind)


def _piece(
    room: _Room, kind: PieceKind, text: str, why: Iterable[Why], key: str | None
) -> Piece:
    return Piece(kind=kind, text=text, why=tuple(why), tokens=room.count(text), id=key)


def _place_short(
    room: _Room, kind: PieceKind, text: str, why: Why, share: float
) -> None:
    if not text:
        return
    tokens, fits = room.count(text), int(share * room.budget)
    if tokens > fits:
        text = shortened(text, len(text) * fits // tokens)
    if text:
        room.place(_piece(room, kind, text, (why,), None))


def _rank(recent: Sequence[Message], piece: Piece) -> int:
    return next(one.n for one in recent if one.message_id == piece.id)


def _line(text: str) -> str:
    """On one line, so that no text can pass for a heading."""
    return " ".join(text[: LONGEST * 4].split())


def _checked(count: Count) -> Count:
    def counted(text: str) -> int:
        number = count(text)
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise InvalidInput(
                f"count: it has to give a whole number of tokens, not {shown(number)}"
            )
        return number

    return counted
