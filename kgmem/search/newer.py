"""What was said about one thing at several times -> the newest of it first.

Of messages of one speaker that hold the same words of the query and are worth about as
much, the newer one takes the better score: things change, and nobody takes back what he
said before. Their scores are exchanged among them, so that no other hit moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgmem.language.tokenizer import tokens
from kgmem.tuning import tuned

_TUNED = tuned("search.newer")

ALIKE = _TUNED["alike"]
"""Share of the best one's score that another one of the group has, at least."""
HELD = _TUNED["held"]
"""Share of the query's words in the best one that another one of the group holds."""
ABOUT = _TUNED["about"]
"""Share of the query's words that the best one of a group holds: a name alone does not
make two messages be about one thing."""
LOOKED_AT = 20
"""Messages, the best ones, that are compared."""
_ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was said, and what it is worth for the query."""

    of: tuple[str | None, ...]
    """Whose it is: only what has the same is compared."""
    text: str
    at: float
    """When, in any unit."""
    score: float


def newer_first(told: Sequence[Told], query: str) -> list[float]:
    """Their scores, in their order. A question changes nothing, so that none of them
    takes another score."""
    scores = [one.score for one in told]
    wanted = frozenset(tokens(query))
    for group in _groups(told, wanted):
        better_first = sorted((told[n].score for n in group), reverse=True)
        by_time = sorted(group, key=lambda n: (-told[n].at, -told[n].score))
        for n, score in zip(by_time, better_first, strict=True):
            scores[n] = score
    return scores


def _groups(told: Sequence[Told], wanted: frozenset[str]) -> Iterator[list[int]]:
    """Places of what is about the same, two and more of it each."""
    left = sorted(
        (n for n, one in enumerate(told) if _tells(one)), key=lambda n: -told[n].score
    )[:LOOKED_AT]
    held = {n: wanted.intersection(tokens(told[n].text)) for n in left}
    least = max(1.0, ABOUT * len(wanted))
    while left:
        best, *others = left
        group = [best, *(n for n in others if _alike(told, held, least, best, n))]
        left = [n for n in others if n not in group]
        if len(group) > 1:
            yield group


def _tells(one: Told) -> bool:
    return one.score > 0 and not asks(one.text)


def asks(text: str) -> bool:
    """Does it end with a question?"""
    return text.rstrip().endswith(_ASKS)


def _alike(
    told: Sequence[Told],
    held: dict[int, frozenset[str]],
    least: float,
    best: int,
    other: int,
) -> bool:
    if told[best].of != told[other].of or len(held[best]) < least:
        return False
    if told[other].score < ALIKE * told[best].score:
        return False
    return len(held[best] & held[other]) >= HELD * len(held[best])
