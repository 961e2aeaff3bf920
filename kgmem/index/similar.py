"""SIMILAR_TO: which tasks are linked to which, and the links that learning left."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.counting import unlinked_tasks
from kgmem.graph.store import GraphStore
from kgmem.index.fusion import nearness
from kgmem.model.values.similarity import SimilarityScale
from kgmem.pace import breathe
from kgmem.ports import Embedder, VectorIndex, VectorQuery
from kgmem.tuning import tuned

_TUNED = tuned("index.similar")

LINKS_PER_TASK = 3
ALIKE = 64
"""So many neighbours are looked at: those that differ in values alone are equally
near."""
LINK_ABOVE = _TUNED["link_above"]
"""Calibrated similarity from which two tasks are linked."""
PAGE = 64
"""Tasks that the job links in one transaction: what a kill undoes, and in a very large
space a second's work."""

Link = tuple[str, str, float]
Progress = Callable[[int, int | None], None]


def nearest(
    index: VectorIndex,
    calibration: SimilarityScale,
    space: str,
    vectors: Mapping[str, Sequence[float]],
) -> list[Link]:
    """For each of these tasks the most similar ones, if they are similar enough:
    LINKS_PER_TASK at most."""
    queries = [
        VectorQuery(space, ("task",), ALIKE, dense=vector)
        for vector in vectors.values()
    ]
    found = index.search("experiences", queries)
    links: list[Link] = []
    for key, answer in zip(vectors, found, strict=True):
        hits = sorted(answer.dense, key=nearness)
        others = [hit for hit in hits if hit.point_id != key]
        scored = [(hit, calibration(hit.score)) for hit in others[:LINKS_PER_TASK]]
        links += [(key, hit.point_id, s) for hit, s in scored if s >= LINK_ABOVE]
    return links


@dataclass(frozen=True, slots=True)
class LinkSimilar:
    """Links the tasks of a space that learning left to the batch job."""

    store: GraphStore
    index: Callable[[], VectorIndex]
    """The one that serves at present."""
    embedder: Callable[[], Embedder]
    """The one that made its vectors."""

    def __call__(
        self,
        space: str,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> int:
        """How many were linked. Each page is one transaction, so whoever is
        interrupted loses no more than that and goes on there; those whose vectors
        wait are left to the next time. Nothing is done without a calibration."""
        calibration = self.embedder().calibration
        total = self.waiting(space) if calibration else 0
        done, after = 0, ""
        while total and (ids := self.store.unlinked(space, after, PAGE)):
            if calibration is None or (stop is not None and stop.is_set()):
                break
            done += self._link(space, ids, calibration)
            after = ids[-1]
            if progress:
                progress(done, max(done, total))
            breathe()
        return done

    def waiting(self, space: str) -> int:
        """Tasks of the space that wait for their links."""
        return unlinked_tasks(self.store, space)

    def _link(
        self, space: str, ids: Sequence[str], calibration: SimilarityScale
    ) -> int:
        index = self.index()
        vectors = index.dense("experiences", space, ids)
        links = nearest(index, calibration, space, vectors) if vectors else []
        self.store.link_similar(links, list(vectors))
        return len(vectors)
