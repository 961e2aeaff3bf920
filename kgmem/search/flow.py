"""query -> redact -> seed -> expand -> score -> diversify -> explain."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgmem.errors import ServiceError
from kgmem.graph.finding.store import SearchStore
from kgmem.index.projection import Projection
from kgmem.model.fact import Hit
from kgmem.ports import Reranker
from kgmem.redact import Redactor
from kgmem.search.candidate import SearchCandidate
from kgmem.search.diversify import diversify
from kgmem.search.expand import KEPT, Expanded, NameKeys, expand, link, narrow
from kgmem.search.explain import explain
from kgmem.search.messages import put_messages_in_order
from kgmem.search.request import SearchRequest
from kgmem.search.score import put_newer_first, ranked, rerank, weigh, weigh_text
from kgmem.search.seed import Seeds, fill_cosines, find_seeds

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Search:
    """The search flow over a graph, its projection and an optional reranker."""

    store: SearchStore
    projection: Projection
    keys: NameKeys
    """What a text may name, as facts and documents are linked by."""
    new_redactor: Callable[[], Redactor]
    reranker: Reranker | None = None

    def __call__(self, request: SearchRequest) -> list[Hit]:
        """Hits of all kinds, best first; at most two round trips to the graph."""
        text = self._redacted(request)
        seeds = find_seeds(self.projection, request, text)
        expanded = expand(self.store, request, seeds, text, self.keys)
        candidates = self._scored(request, text, seeds, expanded)
        chosen = diversify(candidates, request.top_n)
        for note in seeds.notes:  # where nothing is found, no hit can tell
            log.warning("search: %s", note)
        return explain(chosen, text, seeds.notes)

    def may_have_facts(self, space: str) -> bool:
        """False where it is known that a space has none, so that nothing has to be
        looked up for it."""
        out_of_step = self.projection.failure or self.projection.mismatch
        return bool(out_of_step) or self.projection.factless.may_have(space)

    def _redacted(self, request: SearchRequest) -> str:
        return self.new_redactor().text(request.query)

    def _scored(
        self, request: SearchRequest, text: str, seeds: Seeds, expanded: Expanded
    ) -> Sequence[SearchCandidate]:
        """Best first, without what is worth too little."""
        candidates = expanded.candidates
        calibration = self.projection.embedder.calibration
        if len(expanded.reached) > KEPT:
            known = {key: candidates[key] for key in expanded.seeds}
            weigh_text(known, text, calibration, indexed=not seeds.down)
            narrow(expanded)
        if not seeds.down:
            fill_cosines(
                self.projection, request.space, seeds.vector, candidates, seeds.notes
            )
        weigh_text(candidates, text, calibration, indexed=not seeds.down)
        link(expanded)
        if self.reranker is not None:
            self._rerank(text, seeds, expanded, self.reranker)
        weigh(candidates.values())
        if self.reranker is None and not seeds.down:
            put_messages_in_order(candidates.values())
        put_newer_first(candidates.values(), text)
        return [
            one
            for one in ranked(candidates.values())
            if one.score > 0 and one.score >= request.min_score
        ]

    def _rerank(
        self, text: str, seeds: Seeds, expanded: Expanded, reranker: Reranker
    ) -> None:
        try:
            rerank(expanded.candidates.values(), text, reranker)
        except ServiceError as error:
            seeds.notes.append(f"without the reranker: {error}")
