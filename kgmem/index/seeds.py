"""Seeds: the tasks that words and meaning alone would find."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kgmem.errors import InvalidInput, MemoryClosed, VectorsLost, VectorsUnavailable
from kgmem.index.fusion import fuse, nearness
from kgmem.index.projection import Projection
from kgmem.language.tokenizer import sparse_query
from kgmem.model.keys.identity import fold_app
from kgmem.ports import Collection, Found, VectorHit, VectorIndex, VectorQuery

T = TypeVar("T")

DEPTH = 20
"""Hits per list before fusion;"""
ALIKE = 80
"""so many are looked at, since tasks of one kind that differ in values alone are
equally near: of these, those count that share words with the text."""
SEEDS = 20
"""Candidates that go on; the limit that the specification names."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A task that the index found."""

    task_id: str
    score: float
    """Fused rank score, 0..1."""
    cosine: float | None
    """None: only its words were found."""


def find_seeds(
    projection: Projection,
    space: str,
    text: str,
    vector: Sequence[float] | None,
    *,
    app: str | None = None,
) -> list[Seed]:
    """At most SEEDS tasks, best first.

    One round trip. With `app`, its own tasks get a list of their own beside the
    lists over all apps, so that a large neighbour can't crowd them out.
    """
    narrow = fold_app(app)
    scopes = [{}, {"app": narrow}] if narrow else [{}]
    sparse = sparse_query(text)
    queries = [
        VectorQuery(space, ("task",), ALIKE, dense=vector, sparse=sparse, where=scope)
        for scope in scopes
    ]
    found = searched(projection, "experiences", queries)
    return _fused([_nearest(one) for one in found])


def searched(
    projection: Projection, collection: Collection, queries: Sequence[VectorQuery]
) -> list[Found]:
    """Raises VectorsUnavailable."""
    return on_index(projection, lambda index: index.search(collection, queries))


def on_index(projection: Projection, ask: Callable[[VectorIndex], T]) -> T:
    """What the index answers, or the one that a reindex, here or in another process,
    put in its place meanwhile. Raises VectorsUnavailable also where that one is of
    another model."""
    projection.require()
    index, model = projection.index, projection.generation.model
    try:
        return ask(index)
    except VectorsLost as error:
        if not projection.lost(error):
            raise
    except (MemoryClosed, InvalidInput):
        if projection.index is index:
            raise
    if projection.generation.model == model:
        return ask(projection.index)
    raise VectorsUnavailable("the index was rebuilt meanwhile; ask again")


def _nearest(found: Found) -> Found:
    """The best DEPTH of each list; of equally near ones those that share most words,
    then by id."""
    words = {hit.point_id: hit.score for hit in found.sparse}

    def order(hit: VectorHit) -> tuple[float, float, str]:
        score, key = nearness(hit)
        return score, -words.get(key, 0.0), key

    lists = (sorted(hits, key=order)[:DEPTH] for hits in (found.dense, found.sparse))
    return Found(*map(tuple, lists))


def _fused(found: Sequence[Found]) -> list[Seed]:
    dense: dict[str, VectorHit] = {h.point_id: h for f in found for h in f.dense}
    sparse: dict[str, VectorHit] = {h.point_id: h for f in found for h in f.sparse}
    ranked = fuse(list(dense.values()), list(sparse.values()))
    return [
        Seed(key, score, dense[key].score if key in dense else None)
        for key, score in _cut(ranked, found)
    ]


def _cut(
    ranked: Sequence[tuple[str, float]], found: Sequence[Found]
) -> list[tuple[str, float]]:
    """The best SEEDS; half of the places are kept for the narrow scope's own."""
    if len(found) == 1:
        return list(ranked[:SEEDS])
    own = {hit.point_id for side in (found[1].dense, found[1].sparse) for hit in side}
    kept = [item for item in ranked if item[0] in own][: SEEDS // 2]
    chosen = {key for key, _ in kept}
    rest = [item for item in ranked if item[0] not in chosen]
    return sorted([*kept, *rest][:SEEDS], key=lambda item: (-item[1], item[0]))
