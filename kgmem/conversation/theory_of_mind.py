"""messages -> what they suggest of a person: intents, moods, habits, relations, trends.

By counts and small vocabularies. Each tag says what it rests on, and is no surer than
what it counts."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial

from kgmem.conversation.saying.reader import ReadPerson
from kgmem.language.intent import intent_of
from kgmem.language.lexicon import Lexicon, Terms
from kgmem.language.tokenizer import keywords
from kgmem.language.vocabulary import roles, written
from kgmem.model.conversation import Message, Tag

MOST = 3
"""Tags of one aspect, those that most speaks for."""
HABIT = 3
"""Messages that make a habit."""
SUREST = 0.9

Seen = Mapping[str, Sequence[str]]
"""Ids of messages, by what they suggest."""
Reading = Callable[[str], Iterable[str]]
"""What a text suggests."""


def theory_of_mind(messages: Sequence[Message], read: ReadPerson) -> list[Tag]:
    """What the person's own messages suggest."""
    own = [one for one in messages if one.role == "user"]
    return [
        *_tags("intent", _by(own, _intents), len(own)),
        *_tags("mood", _by(own, _moods), len(own)),
        *_tags("habit", _often(_by(own, _intents)), len(own)),
        *_tags("relation", _by(own, partial(_relations, read)), len(own)),
        *_tags("trend", _rising(own), len(own)),
    ]


def _tags(aspect: str, seen: Seen, of: int) -> Iterable[Tag]:
    best = sorted(seen.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:MOST]
    for value, ids in best:
        confidence = min(SUREST, (len(ids) + 1) / (of + 3))
        yield Tag.model_validate(
            {
                "aspect": aspect,
                "value": value,
                "confidence": round(confidence, 3),
                "message_ids": tuple(ids),
            }
        )


def _by(messages: Iterable[Message], read: Reading) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in messages:
        for value in dict.fromkeys(read(one.content[:4_000])):
            found[value].append(one.message_id)
    return found


def _often(seen: Seen) -> Seen:
    return {value: ids for value, ids in seen.items() if len(ids) >= HABIT}


def _rising(messages: Sequence[Message]) -> Seen:
    """What the second half of the messages speaks of more than the first."""
    half = len(messages) // 2
    before, after = _by(messages[:half], keywords), _by(messages[half:], keywords)
    return {
        word: ids
        for word, ids in after.items()
        if len(ids) >= 2 and len(ids) > len(before.get(word, ()))
    }


def _intents(text: str) -> Iterable[str]:
    found = intent_of(text)
    return [found] if found else []


def _moods(text: str) -> Iterable[str]:
    return [mood for mood, words in _mood_words().items() if text in words]


def _relations(read: ReadPerson, text: str) -> Iterable[str]:
    told = (one for one in read(text).of_self if one.predicate.startswith(_FAMILY))
    return [f"{one.predicate.removeprefix(_FAMILY)}: {one.value}" for one in told]


_FAMILY = "person family "


@cache
def _mood_words() -> dict[str, Lexicon]:
    return {
        mood: Lexicon(
            Terms(written(f"mood.{mood}", spaced=True)),
            Terms(written(f"mood.{mood}", spaced=False)),
        )
        for mood in roles("mood")
    }
