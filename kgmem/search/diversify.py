"""Ranked candidates -> the hits that differ."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from kgmem.language.tokenizer import tokens
from kgmem.search.candidate import SearchCandidate
from kgmem.tuning import tuned

_TUNED = tuned("search.diversify")

PER_DOCUMENT = 3
"""Parts of one document among the first FIRST hits, while there is anything else."""
FIRST = 10
SAME = _TUNED["same"]
"""Share of the tokens of two texts that both have, from which one stands for both."""


def diversify(ranked: Sequence[SearchCandidate], top_n: int) -> list[SearchCandidate]:
    """The best `top_n`, without what another one says in nearly the same words, and
    with no document crowding out the others."""
    distinct = _distinct(ranked)
    first: list[SearchCandidate] = []
    held_back: list[SearchCandidate] = []
    parts: Counter[str] = Counter()
    for one in distinct:
        document = one.item.document_id or one.item.id
        parts[document] += 1
        if parts[document] > PER_DOCUMENT:
            held_back.append(one)
            continue
        first.append(one)
        if len(first) == min(top_n, FIRST):
            break
    wanted = top_n - len(first)
    rest = [*held_back[:wanted], *islice(distinct, wanted)]
    rest.sort(key=lambda one: (-one.score, one.item.key))
    return [*first, *rest[:wanted]]


def _distinct(ranked: Sequence[SearchCandidate]) -> Iterator[SearchCandidate]:
    """Those whose words no better one of the same kind has."""
    kept: dict[str, list[frozenset[str]]] = {}
    for one in ranked:
        words = frozenset(tokens(one.wording))
        known = kept.setdefault(one.item.kind, [])
        if not any(_are_same(words, other) for other in known):
            known.append(words)
            yield one


def _are_same(a: frozenset[str], b: frozenset[str]) -> bool:
    """By Jaccard's measure; texts without words are all different."""
    if not a or not b or min(len(a), len(b)) < SAME * max(len(a), len(b)):
        return False
    return len(a & b) >= SAME * len(a | b)
