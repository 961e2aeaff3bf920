"""Which candidates matter: composite similarity, closeness, a remote reranker."""

from collections.abc import Mapping, Sequence

from kgmem.graph.recalled.neighbours import Link
from kgmem.index.seeds import Seed
from kgmem.language.intent import intent_match
from kgmem.matching.word_overlap import Wording
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.values.similarity import SimilarityScale, composite
from kgmem.ports import Reranker
from kgmem.recall.expand import Candidate, bounded
from kgmem.recall.request import Request
from kgmem.tuning import tuned

_TUNED = tuned("recall.rerank")

SIMILARITY, RANK, CLOSENESS = _TUNED["similarity"], _TUNED["rank"], _TUNED["closeness"]
"""Weights of the composite similarity, of the fused rank as a seed and of the graph's
closeness in a candidate's score: chosen on the tuning half of `kgmem bench routing`."""
VECTORS = _TUNED["vectors"]
"""What a calibrated cosine counts for within one language, where the words of the same
kind could have been the same: chosen on the tuning half of `kgmem bench routing`."""
WORDS_ONLY = _TUNED["words_only"]
"""What the best hit's rank counts for where there is no vector: too little to guide."""
CUT = 20
"""Candidates that a reranker sees."""


def score(
    candidates: Sequence[Candidate],
    request: Request,
    calibration: SimilarityScale | None,
) -> list[Candidate]:
    """The candidates, best first; similarity and score are set on them."""
    by_id = {candidate.task_id: candidate for candidate in candidates}
    kind, app = request.kind, fold_app(request.app)
    apps = {one: _app_match(app, one) for one in {c.task.app for c in candidates}}
    kinds = {
        one: intent_match(kind, one) for one in {c.task.intent for c in candidates}
    }
    words, wording = normalize(request.task), Wording(request.task)
    for candidate in candidates:
        seed = candidate.seed  # what has the same words is always one
        candidate.semantic = (
            _own_similarity(candidate, seed, words, wording, calibration)
            if seed
            else None
        )
    for candidate in candidates:
        semantic = candidate.semantic
        if semantic is None:
            semantic = _inherited(candidate.links, by_id)
        candidate.similarity = composite(
            semantic,
            apps[candidate.task.app],
            kinds[candidate.task.intent],
        )
        candidate.score = (
            SIMILARITY * candidate.similarity
            + RANK * (candidate.seed.score if candidate.seed else 0.0)
            + CLOSENESS * candidate.closeness
        )
    return sorted(candidates, key=lambda c: (-c.score, c.task_id))


def _own_similarity(
    candidate: Candidate,
    seed: Seed,
    words: str,
    wording: Wording,
    calibration: SimilarityScale | None,
) -> float:
    text = candidate.task.text
    if normalize(text) == words:
        return 1.0
    by_words = wording.same_kind(text)
    if seed.cosine is None or calibration is None:
        # A rank is no probability; it orders, no more.
        return max(WORDS_ONLY * seed.score, by_words or 0.0)
    by_vectors = calibration(seed.cosine)
    return by_vectors if by_words is None else max(VECTORS * by_vectors, by_words)


def _inherited(links: Sequence[Link], by_id: Mapping[str, Candidate]) -> float:
    """The best of its neighbours' own similarities, times the edge's weight."""
    best = 0.0
    for link in links:
        source = by_id.get(link.source)
        if source is not None and source.semantic:
            best = max(best, source.semantic * bounded(link))
    return best


def _app_match(wanted: str, app: str | None) -> float | None:
    """Unknown (None) where either side names no app."""
    return float(wanted == fold_app(app)) if wanted and app else None


def rerank(
    candidates: Sequence[Candidate], request: Request, reranker: Reranker
) -> list[Candidate]:
    """The same by a remote reranker's relevance; what it doesn't see comes after.

    Raises ServiceError if it fails.
    """
    seen, rest = candidates[:CUT], candidates[CUT:]
    if not seen:
        return []
    scores = reranker.rerank(request.task, [c.task.text for c in seen])
    for candidate, relevance in zip(seen, scores, strict=True):
        candidate.score = relevance
    return [*sorted(seen, key=lambda c: (-c.score, c.task_id)), *rest]
