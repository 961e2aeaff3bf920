"""events + new ones -> a list ordered by time, no longer than it may be."""

import re
from collections.abc import Iterable, Sequence

from kgmem import PersonEvent
from kgmem.people import tokens
from kgmem_people.modification import event_of
from kgmem_people.sentences import sentences, shortened
from kgmem_people.shown import fold

SAME = 0.7
"""Share of their words that two events of one day have in common, from which they are
one."""
LONGEST = 2_000
"""Characters of an event that older ones were folded into."""
_BETWEEN = "; "
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}: ")


def joined(
    known: Sequence[PersonEvent], new: Iterable[PersonEvent]
) -> list[PersonEvent]:
    """All of them by time; of two that tell the same, the one that tells more."""
    kept = list(known)
    for one in new:
        place = next((n for n, k in enumerate(kept) if _tell_the_same(k, one)), None)
        if place is None:
            kept.append(one)
        else:
            kept[place] = _both(kept[place], one)
    return sorted(kept, key=lambda one: (one.at, one.event_id))


def within(
    agent_id: str, events: Sequence[PersonEvent], most: int
) -> list[PersonEvent]:
    """No more than `most`: the oldest ones become one, which tells of all of them."""
    if len(events) <= most:
        return list(events)
    old, left = events[: len(events) - most + 1], events[len(events) - most + 1 :]
    texts = list(dict.fromkeys(_undated(one) for one in old))
    text = _BETWEEN.join(texts)
    if len(text) > LONGEST:  # all a little shorter, so that none is dropped
        room = max(12, LONGEST // len(texts) - len(_BETWEEN))
        text = _BETWEEN.join(shortened(one, room) for one in texts)
    ids = dict.fromkeys(key for one in old for key in one.message_ids)
    return [event_of(agent_id, text, old[-1].at, tuple(ids)), *left]


def without_parts(text: str, said: str) -> str:
    """An event that older ones were folded into, without those that a message told;
    empty if it told all."""
    words = fold(said)
    parts = text.split(_BETWEEN)
    return _BETWEEN.join(one for one in parts if not _tells(fold(one), words))


def _tells(part: str, words: str) -> bool:
    return any(fold(one) in part for one in sentences(words) if one.strip())


def _undated(event: PersonEvent) -> str:
    """In its words, with its day."""
    text = event.text.rstrip(".。")
    return text if _DAY.match(text) else f"{event.at:%Y-%m-%d}: {text}"


def _tell_the_same(a: PersonEvent, b: PersonEvent) -> bool:
    if a.at.date() != b.at.date():
        return False
    words, others = set(tokens(a.text)), set(tokens(b.text))
    common = len(words & others)
    numbers, others_numbers = ({*filter(_numeric, o)} for o in (words, others))
    if not (numbers <= others_numbers or others_numbers <= numbers):
        return False  # parcel 3 is not parcel 4
    return a.text == b.text or (common > 0 and common >= SAME * len(words | others))


def _numeric(token: str) -> bool:
    return any(ch.isdigit() for ch in token)


def _both(a: PersonEvent, b: PersonEvent) -> PersonEvent:
    longer = a if len(a.text) >= len(b.text) else b
    ids = tuple(dict.fromkeys((*a.message_ids, *b.message_ids)))
    return longer.model_copy(update={"message_ids": ids})
