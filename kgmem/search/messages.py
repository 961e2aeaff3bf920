"""Messages in the order of their own worth: words, meaning, neighbours, the graph.

    own   = 0.6 z(BM25) + z(cosine)
    worth = own + 0.4 own of the one before + 0.1 own of the one after
            + 1.0 graph - 0.8 if it asks

z: how many standard deviations above the mean of the messages found. The scores that
they have are exchanged among them, so that no other kind of hit moves.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean, pstdev

from kgmem.search.candidate import SearchCandidate
from kgmem.search.newer import asks
from kgmem.tuning import tuned

_TUNED = tuned("search.messages")

WORDS = _TUNED["words"]
BEFORE, AFTER = _TUNED["before"], _TUNED["after"]
ASKING = _TUNED["asking"]
GRAPH = _TUNED["graph"]


LEAST = 8
"""Of fewer messages a deviation tells nothing: they stay as they are."""


def put_messages_in_order(candidates: Iterable[SearchCandidate]) -> None:
    """Give the best score of the messages to the one that is worth most, and so on.
    Their parts have to be set."""
    said = [one for one in candidates if one.item.kind == "message"]
    if len(said) < LEAST:
        return
    worths = worth(said)
    best_first = sorted(range(len(said)), key=lambda n: (-worths[n], said[n].item.key))
    scores = sorted((one.score for one in said), reverse=True)
    for n, score in zip(best_first, scores, strict=True):
        said[n].score = score


def worth(said: Sequence[SearchCandidate]) -> list[float]:
    """What each is worth, in their order, in standard deviations."""
    words = _standard([one.words for one in said])
    meaning = _standard([one.cosine or 0.0 for one in said])
    own = {
        (one.item.conversation_id, one.item.n): WORDS * a + b
        for one, a, b in zip(said, words, meaning, strict=True)
    }
    return [
        sum(
            share * own.get((one.item.conversation_id, one.item.n + step), 0.0)
            for step, share in ((0, 1.0), (-1, BEFORE), (1, AFTER))
        )
        + GRAPH * one.parts.get("graph", 0.0)
        - ASKING * asks(one.item.text)
        for one in said
    ]


def _standard(values: Sequence[float]) -> list[float]:
    if not values:
        return []
    mean, deviation = fmean(values), pstdev(values) or 1.0
    return [(one - mean) / deviation for one in values]
