"""query -> what words and meaning find, kind by kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from kgmem.errors import ServiceError, VectorsUnavailable
from kgmem.graph.points import COLLECTIONS, KINDS
from kgmem.graph.rows import embed_text
from kgmem.index.fusion import fuse
from kgmem.index.projection import Projection
from kgmem.index.seeds import on_index, searched
from kgmem.language.tokenizer import sparse_query
from kgmem.model.keys.identity import fold_app
from kgmem.ports import Collection, Found, VectorIndex, VectorQuery
from kgmem.search.candidate import SearchCandidate
from kgmem.search.request import SearchRequest

DEPTH = 50
"""Hits of each list, by meaning and by words, of each kind."""
DEEP = 500
"""The same where only a part of time, or one conversation, is asked for, which the
index knows nothing of: what the best DEEP of a list don't hold is not found."""

Key = tuple[str, str]
"""Kind and id."""


@dataclass(slots=True)
class Seeds:
    """What the index found."""

    vector: Sequence[float] | None = None
    """The query's; None: it could not be embedded."""
    found: dict[str, Found] = field(default_factory=dict)
    """Both lists, by kind."""
    notes: list[str] = field(default_factory=list)
    """What could not be done, and why."""
    down: bool = False
    """Did the index not answer?"""

    def ranked(self) -> dict[str, list[str]]:
        """Ids by kind, those first that both lists speak for."""
        return {
            kind: [key for key, _ in fuse(found.dense, found.sparse)]
            for kind, found in self.found.items()
        }

    def cosines(self) -> dict[Key, float]:
        """To the query, of what the lists by meaning hold."""
        return {
            (kind, hit.point_id): hit.score
            for kind, found in self.found.items()
            for hit in found.dense
        }

    def words(self) -> dict[Key, float]:
        """BM25 scores of what the lists by words hold."""
        return {
            (kind, hit.point_id): hit.score
            for kind, found in self.found.items()
            for hit in found.sparse
        }


def find_seeds(projection: Projection, request: SearchRequest, text: str) -> Seeds:
    """The best of each kind; what can't be asked is noted, not raised."""
    seeds = Seeds()
    try:
        seeds.vector = embedded(projection, text)
    except (ServiceError, VectorsUnavailable) as error:
        seeds.notes.append(f"without meaning, by words alone: {error}")
    try:
        projection.catch_up(request.space)
        for collection in COLLECTIONS:
            _search(projection, collection, request, text, seeds)
    except (ServiceError, VectorsUnavailable) as error:
        seeds.down = True
        seeds.notes.append(f"without the index, by names in the graph alone: {error}")
    return seeds


def embedded(projection: Projection, text: str) -> Sequence[float]:
    """The text's vector. Raises VectorsUnavailable where the index was built with
    another model, and ServiceError."""
    if projection.mismatch:
        raise VectorsUnavailable(projection.mismatch)
    numbers: list[float] = projection.embed([embed_text(text)])[0].tolist()
    return numbers


def _search(
    projection: Projection,
    collection: Collection,
    request: SearchRequest,
    text: str,
    seeds: Seeds,
) -> None:
    kinds = [
        kind.name
        for kind in KINDS.values()
        if kind.collection == collection and kind.name in request.kinds
    ]
    sparse = sparse_query(text)
    queries = [
        VectorQuery(
            request.space,
            (kind,),
            DEEP if request.deep else DEPTH,
            dense=seeds.vector,
            sparse=sparse,
            where=_where(request),
        )
        for kind in kinds
    ]
    if not queries or (seeds.vector is None and not sparse.indices):
        return
    lists = searched(projection, collection, queries)
    seeds.found.update(zip(kinds, lists, strict=True))


def _where(request: SearchRequest) -> dict[str, str]:
    asked = {"app": fold_app(request.app), "source": request.source}
    return {name: value for name, value in asked.items() if value}


def fill_cosines(
    projection: Projection,
    space: str,
    vector: Sequence[float] | None,
    candidates: Mapping[Key, SearchCandidate],
    notes: list[str],
) -> None:
    """Have the cosine to the query of what the lists by meaning did not hold."""
    lacking = [key for key, one in candidates.items() if one.cosine is None]
    if vector is None or not lacking:
        return
    try:
        for collection in COLLECTIONS:
            ids = {i: k for k, i in lacking if KINDS[k].collection == collection}
            ask = partial(_cosines, collection, space, vector, list(ids))
            for key, cosine in (on_index(projection, ask) if ids else {}).items():
                candidates[ids[key], key].cosine = cosine
    except VectorsUnavailable as error:
        notes.append(f"without the meaning of what the graph gave: {error}")


def _cosines(
    collection: Collection,
    space: str,
    vector: Sequence[float],
    ids: Sequence[str],
    index: VectorIndex,
) -> dict[str, float]:
    return index.cosines(collection, space, vector, ids)
