"""facts of a person -> what of that which a message says is so no longer."""

from collections.abc import Iterable, Mapping, Sequence

from kgmem import Fact
from kgmem.people import GoneFact, Language, WhyKind, phrase
from kgmem_people.paragraph import since

_ENDED: WhyKind = "time"
"""Of a reason that names what began when a fact ended."""

Changes = Mapping[str, Sequence[str]]
"""By a message's id, what stands beside it."""


def changes(
    ever: Iterable[Fact], gone: Iterable[GoneFact], language: Language
) -> Changes:
    """Of each message that says what has ended: what is so instead, and since when; of
    what was taken back, that it was."""
    held = {one.fact_id: one for one in ever}
    found: dict[str, list[str]] = {}
    for old in held.values():
        if (new := _last_after(old, held)) is not None:
            _put(found, old.messages, _changed(new, language))
    for one in gone:
        if one.messages:
            _put(found, one.messages, _gone(one, held.values(), language))
    return found


def _put(found: dict[str, list[str]], messages: Iterable[str], told: str) -> None:
    for key in messages:
        listed = found.setdefault(key, [])
        if told not in listed:
            listed.append(told)


def _last_after(old: Fact, held: Mapping[str, Fact]) -> Fact | None:
    """What took its place, and that one's, and so on."""
    seen, one, last = {old.fact_id}, old, None
    while (key := _ended_by(one)) in held and key not in seen:
        seen.add(str(key))
        last = one = held[str(key)]
    return last


def _ended_by(one: Fact) -> str | None:
    return next((o.source for o in one.why if o.kind == _ENDED and o.source), None)


def _changed(new: Fact, language: Language) -> str:
    said, day = new.text.rstrip(".。"), f"{since(new):%Y-%m-%d}"
    return phrase("line.changed", language, text=said, day=day)


def _gone(one: GoneFact, held: Iterable[Fact], language: Language) -> str:
    for new in held:
        if one.corrected_at is not None and new.recorded_at == one.corrected_at:
            return _changed(new, language)
    return phrase("line.gone", language, text=one.text.rstrip(".。"))
