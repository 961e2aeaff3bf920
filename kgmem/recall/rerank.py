"""Which candidates matter: similarity, then a remote reranker."""

from collections.abc import Iterable, Mapping, Sequence

from kgmem.graph.recalled.neighbours import Link
from kgmem.matching.masked import marked_values, masked, without
from kgmem.matching.same_kind import ELSEWHERE, FOREIGN, Wording, chance, elsewhere
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.texts.url import site_of
from kgmem.ports import Reranker
from kgmem.recall.expand import Candidate, bounded
from kgmem.recall.request import Request
from kgmem.tuning import tuned

_TUNED = tuned("recall.rerank")

OTHER_APP = _TUNED["other_app"]
"""What is left of the similarity of a task of another app."""
CUT = 20
"""Candidates that a reranker sees."""


def without_known(task: str, candidates: Iterable[Candidate]) -> str:
    """The task's text without the values that candidates have."""
    known = (one.task for one in candidates)
    pairs = ((one.text, one.masked or masked(one.text)) for one in known)
    return without(task, set().union(*(marked_values(*pair) for pair in pairs)))


def score(
    candidates: Sequence[Candidate], request: Request, text: str, *, calibrated: bool
) -> list[Candidate]:
    """The candidates, best first; similarity and score are set on them. `text` is the
    task's `without_known`. Cosines of a model that is not `calibrated` say nothing."""
    by_id = {candidate.task_id: candidate for candidate in candidates}
    apps = {}
    for where in {(c.task.app, c.task.domain) for c in candidates}:
        apps[where] = _place_match(request, *where)
    words, wording = normalize(request.task), Wording(text, request.kind)
    away = {c.task_id for c in candidates if apps[c.task.app, c.task.domain] == 0.0}
    alike = {
        one.task_id: wording.alike(
            one.task.text, one.task.intent, one.seed.cosine if calibrated else None
        )
        for one in candidates
        if one.seed  # what has the same words is always one
    }
    is_foreign = any(not one.abroad for key, one in alike.items() if key not in away)
    for candidate in sorted(candidates, key=lambda one: one.seed is None):
        is_away = candidate.task_id in away
        if found := alike.get(candidate.task_id):
            odds = found.log_odds + FOREIGN * found.abroad * is_foreign
            is_same = normalize(candidate.task.text) == words
            candidate.odds = odds + ELSEWHERE * is_away
            candidate.semantic = 1.0 if is_same else chance(odds)
        semantic = candidate.semantic
        if semantic is None:
            semantic = _inherited(candidate.links, by_id)
        candidate.score = candidate.similarity = semantic
        if is_away:
            candidate.similarity = OTHER_APP * semantic
            candidate.score = min(candidate.similarity, elsewhere(semantic))

    def order(one: Candidate) -> tuple[bool, float, bool, str]:
        """The very same words come first, but for another app's."""
        is_same = one.semantic == 1.0 and one.task_id not in away
        is_known = apps[one.task.app, one.task.domain] is not None
        return not is_same, -one.score, not is_known, one.task_id

    return sorted(candidates, key=order)


def _inherited(links: Sequence[Link], by_id: Mapping[str, Candidate]) -> float:
    """The best of its neighbours' own scores, times the edge's weight."""
    best = 0.0
    for link in links:
        source = by_id.get(link.source)
        if source is not None and source.seed:
            best = max(best, source.score * bounded(link))
    return best


def _place_match(request: Request, app: str | None, domain: str | None) -> float | None:
    """Is a task's app the one that is asked for, or, where none is, its app or domain
    the domain? Unknown (None) where either side names no app, and of other domains."""
    if wanted := fold_app(request.app):
        return float(wanted == fold_app(app)) if app else None
    place = _place(request.domain)
    return 1.0 if place and place in (_place(app), _place(domain)) else None


def _place(name: str | None) -> str:
    """An address by its site, anything else as it is called."""
    return site_of(fold_app(name)) or fold_app(name)


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
