"""statements of one thing that has one value at a time -> which of them holds.

The surer wins; of those as sure the more exact; of those as exact the newer. What lost
although it was said later is kept as history, as known no longer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from kgmem.people import language_of, normalize, predicate_key, tuned
from kgmem_people.reading.dates import read_period

_TUNED = tuned("kgmem_people.conflicts")
SURER = _TUNED["surer"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A value that something is said to have."""

    value: str
    text: str
    at: datetime
    confidence: float
    key: str
    """Whose claim it is: a fact's id, or what its caller calls it."""
    predicate: str = ""

    @property
    def kind(self) -> str:
        """What it has one value of at a time, if that is single-valued."""
        return predicate_key(self.predicate)


@dataclass(frozen=True, slots=True)
class Lost:
    """A claim that does not hold, and why."""

    claim: Claim
    to: Claim
    because: str


def lost_of(claims: Iterable[Claim]) -> list[Lost]:
    """The claims that would hold by their time, but lost to an earlier one. What an
    earlier claim says until a later one takes its place has not lost: it is history by
    its time already."""
    ordered = sorted(claims, key=lambda one: (one.at, one.key))
    lost: list[Lost] = []
    standing: Claim | None = None
    for one in ordered:
        because = _why_not(one, standing) if standing else None
        if standing is None or because is None:
            standing = one
        else:
            lost.append(Lost(one, standing, because))
    return lost


def _why_not(later: Claim, earlier: Claim) -> str | None:
    """Why the later claim does not take the place of the earlier one."""
    if normalize(later.value) == normalize(earlier.value):
        return None
    if later.confidence < earlier.confidence - SURER:
        return "surer"
    if later.confidence <= earlier.confidence + SURER and is_more_exact(
        earlier.value, later.value
    ):
        return "more exact"
    return None


def is_more_exact(one: str, other: str) -> bool:
    """Does it tell what the other tells, and more: a day of that month, the whole of
    that name, a part of that town?"""
    a, b = read_period(one), read_period(other)
    if a and b:
        inside = b.since <= a.since and a.until <= b.until
        return inside and a.until - a.since < b.until - b.since
    if language_of(other) == "zh":
        folded, part = normalize(one), normalize(other)
        return folded != part and folded.startswith(part)
    return _continues(one.split(), [normalize(word) for word in other.split()])


def _continues(words: Sequence[str], part: Sequence[str]) -> bool:
    """Do words follow the part, or such that make no other name of it go before?"""
    folded = [normalize(word) for word in words]
    more = len(words) - len(part)
    if more <= 0 or not part:
        return False
    if folded[: len(part)] == part:
        return True
    return folded[more:] == part and not any(w[:1].isupper() for w in words[:more])
