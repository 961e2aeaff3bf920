"""messages -> what they suggest of a person: intents, moods, habits, relations, trends.

By small vocabularies: little, each with its quote and no surer than what it counts. Why
somebody thinks or decides so needs a chat model."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

from kgmem import Fact, Message, Tag
from kgmem.people import Lexicon, Terms, either, intent_of, roles, written
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.sentences import clauses, sentences

MOST = 3
"""Tags of one aspect, those that most speaks for."""
HABIT = 3
"""Messages that make a habit."""
SUREST = 0.9

OFTEN = 2
"""Messages of a mood that another one follows."""
KEPT = 60
"""Tags that are kept, the last ones."""

Evidence = tuple[Message, str]
"""A message, and its sentence that suggests it."""
Seen = Mapping[str, Sequence[Evidence]]
"""By what they suggest."""
Reading = Callable[[str], Iterable[str]]
"""What a text suggests."""


def theory_of_mind(messages: Sequence[Message], read: ReadPerson) -> list[Tag]:
    """What the person's own messages suggest."""
    own = [one for one in messages if one.role == "user"]
    intents = _by(own, _intents)
    return [
        *_tags("intent", intents, len(own)),
        *_tags("mood", _by(own, _moods), len(own)),
        *_tags("habit", _often(intents), len(own)),
        *_tags("relation", _by(own, partial(_relations, read)), len(own)),
    ]


def kept(known: Sequence[Tag], new: Sequence[Tag]) -> list[Tag]:
    """The tags of all conversations; what is suggested again rests on more."""
    found = {(one.aspect, one.value.casefold()): one for one in known}
    for one in new:
        key = one.aspect, one.value.casefold()
        found[key] = _both(found[key], one) if key in found else one
    ordered = sorted(
        found.values(), key=lambda o: (o.at is not None, o.at), reverse=True
    )
    return ordered[:KEPT]


def _both(a: Tag, b: Tag) -> Tag:
    newer = b if a.at is None or (b.at is not None and b.at >= a.at) else a
    times = [one for one in (a.since, b.since) if one is not None]
    return newer.model_copy(
        update={
            "message_ids": tuple(dict.fromkeys((*a.message_ids, *b.message_ids))),
            "confidence": max(a.confidence, b.confidence),
            "since": min(times, default=None),
        }
    )


def trends(tags: Sequence[Tag], facts: Sequence[Fact]) -> list[Tag]:
    """What changed: values that others took the place of, and moods."""
    return [*_changes(facts), *_turns(tags)]


def _changes(facts: Sequence[Fact]) -> Iterable[Tag]:
    ended = {one.predicate: one for one in facts if one.valid_to is not None}
    for one in facts:
        before = ended.get(one.predicate)
        if before is None or one.valid_to is not None or one.object == before.object:
            continue
        if one.valid_from == before.valid_to:
            role = (one.predicate or "").removeprefix("person ")
            value = f"{role}: {before.object} → {one.object}"
            sure = min(one.confidence, before.confidence, SUREST)
            yield Tag(
                aspect="trend",
                value=value,
                confidence=sure,
                since=before.valid_from,
                at=one.valid_from,
            )


def _turns(tags: Sequence[Tag]) -> Iterable[Tag]:
    """Of moods that were seen often, the last one and the one before it."""
    moods = [
        one
        for one in tags
        if one.aspect == "mood" and len(one.message_ids) >= OFTEN and one.at
    ]
    moods.sort(key=lambda one: (one.at is not None, one.at))
    for a, b in pairwise(moods):
        if a.at is not None and b.since is not None and a.at < b.since:
            yield Tag(
                aspect="trend",
                value=f"{a.value} → {b.value}",
                confidence=min(a.confidence, b.confidence),
                message_ids=(*a.message_ids, *b.message_ids),
                since=a.since,
                at=b.at,
            )


def _tags(aspect: str, seen: Seen, of: int) -> Iterable[Tag]:
    best = sorted(seen.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:MOST]
    for value, found in best:
        confidence = min(SUREST, (len(found) + 1) / (of + 3))
        times = [message.at for message, _ in found]
        yield Tag.model_validate(
            {
                "aspect": aspect,
                "value": value,
                "confidence": round(confidence, 3),
                "message_ids": tuple(message.message_id for message, _ in found),
                "quote": found[-1][1],
                "since": min(times),
                "at": max(times),
            }
        )


def _by(messages: Iterable[Message], read: Reading) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = defaultdict(list)
    for one in messages:
        told: dict[str, str] = {}
        for sentence in sentences(one.content[:4_000]):
            for value in read(sentence):
                told.setdefault(value, sentence)
        for value, quote in told.items():
            found[value].append((one, quote))
    return found


def _often(seen: Seen) -> Seen:
    return {value: found for value, found in seen.items() if len(found) >= HABIT}


def _intents(text: str) -> Iterable[str]:
    """What is asked for; what is told of as over is not."""
    if _OVER.search(text):
        return []
    found = intent_of(text)
    return [found] if found else []


def _moods(text: str) -> Iterable[str]:
    """Feelings of who says it: none that is denied, asked for or somebody else's."""
    if text.rstrip().endswith(_ASKS):
        return []
    felt = [one for one in clauses(text) if not _NOT_FELT.search(one)]
    words = _mood_words().items()
    return [mood for mood, lexicon in words if any(one in lexicon for one in felt)]


def _relations(read: ReadPerson, text: str) -> Iterable[str]:
    told = (one for one in read(text).of_self if one.predicate.startswith(_FAMILY))
    return [f"{one.predicate.removeprefix(_FAMILY)}: {one.value}" for one in told]


_FAMILY = "person family "


_ASKS = ("?", "？")
_OVER = re.compile(either("event.over"), re.IGNORECASE)
_NOT_FELT = re.compile(
    rf"\b(?:{either('mood_not', spaced=True)})|{either('mood_not', spaced=False)}"
    rf"|^(?:{either('person.others', spaced=True)})\b"
    r"|^(?:my|our)\b"
    rf"|^(?:{either('person.others', spaced=False)})",
    re.IGNORECASE,
)
"""Denied, or of somebody else: he is sad, my sister is."""


@cache
def _mood_words() -> dict[str, Lexicon]:
    return {
        mood: Lexicon(
            Terms(written(f"mood.{mood}", spaced=True)),
            Terms(written(f"mood.{mood}", spaced=False)),
        )
        for mood in roles("mood")
    }
