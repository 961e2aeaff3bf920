"""Candidates -> their worth: words, meaning, the graph, time, importance.

    text      = 0.6 dense + 0.4 sparse
    relevance = 1 - (1 - text) (1 - graph)
    score     = relevance * time * importance

All lie in 0..1 and mean the same for every kind and query, so that kinds can be ranked
together and a least score be asked for. `dense` is the cosine on the embedder's
calibrated scale: 0.5 where two texts are as likely as not about the same. `sparse` is
the BM25 score as a share of the best one's of its kind, times the share of the query's
words that the best one holds. Only where an embedder has no scale, `dense` is relative
to the best and the worst that were found.
"""

import time
from collections.abc import Iterable, Mapping, Sequence

from kgmem.language.tokenizer import tokens
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Reranker
from kgmem.search.candidate import SearchCandidate, either
from kgmem.search.expand import validity
from kgmem.search.newer import Told, asks, newer_first
from kgmem.search.seed import Key
from kgmem.tuning import tuned

_TUNED = tuned("search.score")

MEANING, WORDS = _TUNED["meaning"], _TUNED["words"]
"""Chosen on the tuning half of `kgmem bench documents`."""
TIME_SHARE = _TUNED["time_share"]
"""What age may take away, at most."""
HALF_LIFE_MS = 365 * 86_400_000
"""An age that takes half of it."""
IMPORTANCE_SHARE = _TUNED["importance_share"]
"""What a low confidence, or failed runs, may take away, at most."""
ASKED = _TUNED["asked"]
"""How sure what a question tells is taken to be."""
CUT = 20
"""Candidates that a reranker sees."""


def weigh_text(
    candidates: Mapping[Key, SearchCandidate],
    query: str,
    calibration: SimilarityScale | None,
    *,
    indexed: bool = True,
) -> None:
    """Set what words and meaning are worth. Without `indexed`, where the index gave
    no scores, words count by how many of the query's there are."""
    wanted = frozenset(tokens(query))
    scale = calibration or _relative(candidates.values())
    shares = _shares(candidates.values(), wanted)
    for one in candidates.values():
        dense = 0.0 if one.cosine is None else _unit(scale(one.cosine))
        by_index = one.words * shares.get(one.item.kind, 0.0)
        sparse = _unit(by_index) if indexed else held(one, wanted)
        one.parts |= {"dense": dense, "sparse": sparse}
        one.text = MEANING * dense + WORDS * sparse


def held(candidate: SearchCandidate, wanted: frozenset[str]) -> float:
    """The share of these tokens that it holds, 0..1."""
    if not wanted:
        return 0.0
    return len(wanted.intersection(tokens(candidate.wording))) / len(wanted)


def _relative(candidates: Iterable[SearchCandidate]) -> SimilarityScale:
    """From the worst to the best cosine there is; the cosine itself of fewer."""
    known = sorted(c.cosine for c in candidates if c.cosine is not None)
    if len(known) < 2 or known[-1] - known[0] < 1e-9:
        return SimilarityScale(((0.0, 0.0), (1.0, 1.0)))
    return SimilarityScale(((known[0], 0.0), (known[-1], 1.0)))


def _shares(
    candidates: Iterable[SearchCandidate], wanted: frozenset[str]
) -> dict[str, float]:
    """By kind, what one point of BM25 is worth."""
    best: dict[str, SearchCandidate] = {}
    for one in candidates:
        if one.words > 0 and (
            one.item.kind not in best or one.words > best[one.item.kind].words
        ):
            best[one.item.kind] = one
    return {kind: held(one, wanted) / one.words for kind, one in best.items()}


def rerank(
    candidates: Iterable[SearchCandidate], query: str, reranker: Reranker
) -> None:
    """Put a reranker's relevance in the place of what words and meaning are worth, for
    the CUT best. Raises ServiceError if it fails."""
    seen = sorted(candidates, key=lambda c: (-_relevance(c), c.item.key))[:CUT]
    if not seen:
        return
    relevances = reranker.rerank(query, [one.wording for one in seen])
    for one, relevance in zip(seen, relevances, strict=True):
        one.parts["reranker"] = one.text = _unit(relevance)


def weigh(candidates: Iterable[SearchCandidate], now_ms: float | None = None) -> None:
    """Set the scores."""
    now = time.time() * 1e3 if now_ms is None else now_ms
    for one in candidates:
        one.parts["graph"] = _graph(one)
        one.parts["time"] = _time(one, now)
        one.parts["importance"] = _importance(one)
        one.score = _relevance(one) * one.parts["time"] * one.parts["importance"]


def _relevance(candidate: SearchCandidate) -> float:
    return either(candidate.text, _graph(candidate))


def _graph(candidate: SearchCandidate) -> float:
    asked = candidate.asked.weight if candidate.asked else 0.0
    return either(asked, candidate.path.weight if candidate.path else 0.0)


def _time(candidate: SearchCandidate, now: float) -> float:
    """1 for what is new or has no time, falling to 1 - TIME_SHARE; so much too for a
    fact that no longer holds."""
    at = candidate.item.at
    if candidate.item.kind == "fact":
        _, end = validity(candidate.item)
        if end is not None and end <= now:
            return 1 - TIME_SHARE
    if at is None:
        return 1.0
    age = max(0.0, now - at)
    left: float = 0.5 ** (age / HALF_LIFE_MS)
    return 1 - TIME_SHARE * (1 - left)


def _importance(candidate: SearchCandidate) -> float:
    """By the confidence of a fact and the share of a task's runs that succeeded (of
    two more, one); a message that asks tells little; 1 for a part of a document."""
    item, sure = candidate.item, 1.0
    if item.kind == "fact" and item.confidence is not None:
        sure = _unit(item.confidence)
    if item.kind == "message" and asks(item.text):
        sure = ASKED
    if item.kind == "task":
        sure = (item.wins + 1) / (item.wins + item.losses + 2)
    return 1 - IMPORTANCE_SHARE * (1 - sure)


def put_newer_first(candidates: Iterable[SearchCandidate], query: str) -> None:
    """Of messages about one thing, give the newer one the better score."""
    said = [
        (one, one.item, one.item.at)
        for one in candidates
        if one.item.kind == "message" and one.item.at is not None
    ]
    told = [
        Told((item.source, item.role), item.text, float(at), one.score)
        for one, item, at in said
    ]
    for (one, _, _), score in zip(said, newer_first(told, query), strict=True):
        one.score = score


def ranked(candidates: Iterable[SearchCandidate]) -> Sequence[SearchCandidate]:
    """Best first; ties by kind and id."""
    return sorted(candidates, key=lambda one: (-one.score, one.item.key))


def _unit(value: float) -> float:
    return 0.0 if value < 0.0 else min(value, 1.0)
