"""The log of a statement: what happened to it and when; nothing in it is overwritten.

From the log follows what was known at any moment: whether the statement stood, by which
sources, and how sure they were of it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kgmem.model.base import to_json

What = Literal["stated", "withdrawn", "retracted", "corrected"]
"""`withdrawn`: its source no longer states it; others may go on to."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a statement."""

    what: What
    at: int
    """In milliseconds since 1970, UTC; so are all times here."""
    source: str | None = None
    extractor: str | None = None
    confidence: float = 1.0
    undated: bool = False
    """It was said without bounds: it was seen to hold at that time."""
    reason: str | None = None
    messages: tuple[str, ...] = ()
    """Ids of those that say it."""

    def line(self) -> str:
        """As one line of JSON, without what is unknown."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        unknown = (None, False, ())
        known = {k: v for k, v in fields.items() if not any(v is o for o in unknown)}
        return to_json(known)


def events_of(lines: Iterable[str]) -> list[Event]:
    """Events in the order of their time; those of one moment as they were written."""
    return sorted((_event(line) for line in lines), key=lambda e: e.at)


@lru_cache(maxsize=4096)
def _event(line: str) -> Event:
    # Earlier versions left out zeros: these two are written always otherwise.
    given = {"at": 0, "confidence": 0.0} | json.loads(line)
    return Event(**given | {"messages": tuple(given.get("messages", ()))})


@dataclass(frozen=True, slots=True)
class Standing:
    """A statement as it stood at a moment."""

    recorded_at: int
    """When it was stated first or, after a retraction, anew."""
    confidence: float
    sources: tuple[str, ...]
    """All that state it, the first one first."""
    extractor: str | None
    seen: tuple[int, ...]
    """When it was said without bounds, in order, each moment once."""
    messages: tuple[str, ...] = ()
    """That say it."""


def standing(events: Sequence[Event], known_at: int | None = None) -> Standing | None:
    """How a statement stood at `known_at` (None: with all that is logged); None if it
    was not known then, or no longer. `events` are in the order of their time."""
    stated: list[Event] = []
    for event in events:
        if known_at is not None and event.at > known_at:
            break
        if event.what == "stated":
            stated.append(event)
        elif event.what == "withdrawn":
            stated = [one for one in stated if one.source != event.source]
        else:
            stated = []
    if not stated:
        return None
    sure: dict[str, float] = {}
    for event in stated:
        sure.setdefault(event.source or "", event.confidence)
    return Standing(
        recorded_at=stated[0].at,
        confidence=noisy_or(sure.values()),
        sources=tuple(source for source in sure if source),
        extractor=stated[0].extractor,
        seen=tuple(dict.fromkeys(event.at for event in stated if event.undated)),
        messages=tuple(dict.fromkeys(key for one in stated for key in one.messages)),
    )


def noisy_or(confidences: Iterable[float]) -> float:
    """How sure independent sources make one together: 1 - prod(1 - c), in 0..1."""
    doubt = 1.0
    for confidence in confidences:
        doubt *= 1.0 - confidence
    return round(1.0 - doubt, 6)
