"""The known tasks that may be like this one: embed -> seed -> expand -> rerank."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from kgmem.errors import ServiceError, VectorsUnavailable
from kgmem.graph.store import GraphStore
from kgmem.index.embedding import middle
from kgmem.index.projection import Projection
from kgmem.index.seeds import Seed, find_seeds, on_index
from kgmem.index.vector_points import texts_of
from kgmem.matching.masked import masked
from kgmem.model.keys.identity import element_ids, text_hash
from kgmem.ports import Reranker
from kgmem.recall.expand import Candidate, expand
from kgmem.recall.request import Request
from kgmem.recall.rerank import rerank, score, without_known
from kgmem.recall.stages import Trace

KEPT = 20
"""Candidates that are ranked to the end."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A task's vectors; None where there are none."""

    both: Sequence[float] | None = None
    """Of its text with its values and the one without together, as tasks are kept;"""
    whole: Sequence[float] | None = None
    """of its text, as facts are."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Finds tasks by words, by meaning and through the graph."""

    store: GraphStore
    projection: Projection
    reranker: Reranker | None = None

    def __call__(
        self, request: Request, vector: Sequence[float] | None, trace: Trace
    ) -> list[Candidate]:
        """The tasks most like it, best first."""
        seeds = self._seeds(request, vector, trace)
        return self._rank(request, vector, self._expand(request, seeds, trace), trace)

    def alike(self, request: Request) -> list[Candidate]:
        """The same without the remote reranker; also what a recall leaves out."""
        trace = Trace()
        vector = self.embed(request, trace).both
        seeds = self._seeds(request, vector, trace)
        return self._scored(request, vector, self._expand(request, seeds, trace))

    def embed(self, request: Request, trace: Trace) -> Embedded:
        """The task's vectors; none where there are none, which the trace tells."""
        with trace.stage("embed", survive=True) as note:
            if self.projection.mismatch:
                note.failed = self.projection.mismatch
                return Embedded()
            whole, *bare = self.projection.embed(texts_of(request.task))
            note.found = 1
            return Embedded(middle([whole, *bare]), whole.tolist())
        return Embedded()

    @property
    def is_calibrated(self) -> bool:
        """Do its similarities authorize anything?"""
        return (
            self.projection.embedder.calibration is not None
            and self.projection.mismatch is None
        )

    def _seeds(
        self, request: Request, vector: Sequence[float] | None, trace: Trace
    ) -> list[Seed]:
        try:
            with trace.stage("seed") as note:
                self.projection.catch_up(request.space)
                seeds = find_seeds(
                    self.projection,
                    request.space,
                    request.task,
                    vector,
                    app=request.app,
                )
                note.found = len(seeds)
        except (VectorsUnavailable, ServiceError):
            return []  # the graph still knows the very same words
        return seeds

    def _expand(
        self, request: Request, seeds: Sequence[Seed], trace: Trace
    ) -> list[Candidate]:
        with trace.stage("expand") as note:
            candidates = expand(
                self.store,
                request.space,
                seeds,
                text_hash=text_hash(request.space, request.task),
                elements=element_ids(request.space, request.app, request.stored_page),
                follow=request.expand,
            )
            note.found = sum(c.seed is None for c in candidates)
            if not request.expand:
                note.skipped = "not asked for (expand=False)"
        return candidates

    def _scored(
        self,
        request: Request,
        vector: Sequence[float] | None,
        candidates: Sequence[Candidate],
    ) -> list[Candidate]:
        """The candidates, best first, compared with the task without their values."""
        text = without_known(request.task, candidates)
        if vector is not None and self.is_calibrated:
            with suppress(VectorsUnavailable, ServiceError):
                self._compare(request, text, vector, candidates)
        return score(candidates, request, text, calibrated=self.is_calibrated)

    def _compare(
        self,
        request: Request,
        text: str,
        vector: Sequence[float],
        candidates: Sequence[Candidate],
    ) -> None:
        """Set the cosines of the seeds to this text and the one that has no values at
        all: of all of them where the task, which has this vector, has known values,
        else of those that only words found."""
        is_other = text != request.task
        seeds = {
            one.task_id: one
            for one in candidates
            if one.seed and (is_other or not one.seed.cosine)
        }
        if not seeds:
            return
        if is_other:
            pair = texts_of(text, masked(request.task))
            vector = middle([*self.projection.embed(pair)])
        space, ids = request.space, [*seeds]
        cosines = on_index(
            self.projection,
            lambda index: index.cosines("experiences", space, vector, ids),
        )
        for key, cosine in cosines.items():
            one = seeds[key]
            one.seed = one.seed and replace(one.seed, cosine=cosine)

    def _rank(
        self,
        request: Request,
        vector: Sequence[float] | None,
        candidates: Sequence[Candidate],
        trace: Trace,
    ) -> list[Candidate]:
        with trace.stage("rerank") as note:
            ranked = self._scored(request, vector, candidates)[:KEPT]
            note.found = len(ranked)
        if self.reranker is None:
            return ranked
        with trace.stage("rerank (remote)", survive=True) as note:
            ranked = rerank(ranked, request, self.reranker)
            note.found = len(ranked)
        return ranked
