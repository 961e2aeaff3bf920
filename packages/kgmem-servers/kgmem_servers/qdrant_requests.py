"""kgmem's values as the requests of a Qdrant server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qdrant_client import models

from kgmem.ports import Generation, Sparse, VectorPoint, VectorQuery
from kgmem.servers import (
    DENSE,
    KEYWORDS,
    SPACE,
    SPARSE,
    VERSION,
    conditions,
    numbers,
    payload,
)

M, EF_CONSTRUCT = 16, 200
MEMORY = "kgmem_memory"
"""Key of the memory's id in the metadata of a collection."""
OVERSAMPLING = 2.0
"""So many times the wanted points are found by small numbers, then ranked by whole."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a server is to keep the collections of all generations; None leaves it to the
    server."""

    quantized: bool = False
    """Search goes over vectors of one byte a number, in memory."""
    on_disk: bool = False
    """Whole vectors are read from disk."""
    shards: int | None = None
    replicas: int | None = None
    write_consistency: int | None = None
    """Replicas that have to confirm a write."""


def declared(generation: Generation, layout: Layout) -> dict[str, Any]:
    """Arguments that make a new collection.

    Each search is of one space, so links are made within spaces alone: one graph over
    all tenants (`m`) would be built, kept and never walked.
    """
    quantization = models.ScalarQuantization(
        scalar=models.ScalarQuantizationConfig(
            type=models.ScalarType.INT8, quantile=0.99, always_ram=True
        )
    )
    dense = models.VectorParams(
        size=generation.dimensions,
        distance=models.Distance.COSINE,
        hnsw_config=models.HnswConfigDiff(m=0, payload_m=M, ef_construct=EF_CONSTRUCT),
        quantization_config=quantization if layout.quantized else None,
        on_disk=True if layout.on_disk else None,
    )
    sparse = models.SparseVectorParams(
        modifier=models.Modifier.IDF,
        index=models.SparseIndexParams(on_disk=True) if layout.on_disk else None,
    )
    cluster = {
        "shard_number": layout.shards,
        "replication_factor": layout.replicas,
        "write_consistency_factor": layout.write_consistency,
    }
    return {
        "vectors_config": {DENSE: dense},
        "sparse_vectors_config": {SPARSE: sparse},
        "metadata": {MEMORY: generation.memory} if generation.memory else None,
        **{name: number for name, number in cluster.items() if number is not None},
    }


def layout_of(info: models.CollectionInfo) -> Layout:
    """How a collection is kept."""
    params = info.config.params
    dense: Any = (params.vectors or {}).get(DENSE)  # type: ignore[union-attr]
    kept = dense.quantization_config if dense else None
    return Layout(
        quantized=(kept or info.config.quantization_config) is not None,
        on_disk=bool(dense and dense.on_disk),
        shards=params.shard_number,
        replicas=params.replication_factor,
        write_consistency=params.write_consistency_factor,
    )


def owner_of(info: models.CollectionInfo) -> str | None:
    """The id of the memory whose points a collection holds, where it was told."""
    owner = (info.config.metadata or {}).get(MEMORY)
    return owner if isinstance(owner, str) else None


def dense_params(exact: bool, ef: int, layout: Layout) -> models.SearchParams:
    """How a dense list is found: exactly from whole vectors, or by links and, where
    small numbers are kept, ranked anew by whole ones."""
    if exact:
        whole = models.QuantizationSearchParams(ignore=True)
        return models.SearchParams(
            exact=True, quantization=whole if layout.quantized else None
        )
    anew = models.QuantizationSearchParams(rescore=True, oversampling=OVERSAMPLING)
    return models.SearchParams(
        hnsw_ef=ef, quantization=anew if layout.quantized else None
    )


def search_request(
    query: VectorQuery,
    vector: str,
    params: models.SearchParams | None,
) -> models.QueryRequest:
    """One list of one query."""
    nearest: Any = query.dense
    if vector == SPARSE and query.sparse is not None:
        nearest = _sparse(query.sparse)
    return models.QueryRequest(
        query=models.NearestQuery(nearest=nearest),
        using=vector,
        filter=models.Filter(must=[_any(*pair) for pair in conditions(query)]),
        params=params,
        limit=query.limit,
        with_payload=False,
    )


def scoring_request(
    space: str, vector: list[float], point_ids: Sequence[str]
) -> models.QueryRequest:
    """The scores of these points alone."""
    among = models.HasIdCondition(has_id=list(point_ids))
    return models.QueryRequest(
        query=models.NearestQuery(nearest=vector),
        using=DENSE,
        filter=models.Filter(must=[_any(SPACE, [space]), among]),
        params=models.SearchParams(exact=True),
        limit=len(point_ids),
    )


def indexes() -> dict[str, Any]:
    """Payload index by key; the space's tells the server to store tenants apart."""
    made: dict[str, Any] = dict.fromkeys(KEYWORDS, models.PayloadSchemaType.KEYWORD)
    made[SPACE] = models.KeywordIndexParams(
        type=models.KeywordIndexType.KEYWORD, is_tenant=True
    )
    made[VERSION] = models.PayloadSchemaType.INTEGER
    return made


def alias_changes(alias: str, name: str, targets: Mapping[str, str]) -> list[Any]:
    """What makes `alias` mean collection `name`; `targets` is what aliases mean now."""
    if targets.get(alias) == name:
        return []
    remove = models.DeleteAliasOperation(
        delete_alias=models.DeleteAlias(alias_name=alias)
    )
    create = models.CreateAliasOperation(
        create_alias=models.CreateAlias(collection_name=name, alias_name=alias)
    )
    return [remove, create] if alias in targets else [create]


def write(
    version: int, points: Sequence[VectorPoint], dimensions: int
) -> models.UpsertOperation:
    """Upsert points of one version. The filter is asked of points that exist; new
    ones are always written."""
    not_newer = models.FieldCondition(key=VERSION, range=models.Range(lte=version))
    return models.UpsertOperation(
        upsert=models.PointsList(
            points=[_struct(point, dimensions) for point in points],
            update_filter=models.Filter(must=[not_newer]),
        )
    )


def _struct(point: VectorPoint, dimensions: int) -> models.PointStruct:
    vectors: dict[str, Any] = {DENSE: numbers(point.dense, dimensions)}
    if point.sparse.indices:
        vectors[SPARSE] = _sparse(point.sparse)
    return models.PointStruct(id=point.point_id, vector=vectors, payload=payload(point))


def _sparse(sparse: Sparse) -> models.SparseVector:
    return models.SparseVector(indices=list(sparse.indices), values=list(sparse.values))


def _any(key: str, values: list[str]) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchAny(any=values))


def of_space(space: str) -> models.Filter:
    return models.Filter(must=[_any(SPACE, [space])])


def of_others(spaces: Sequence[str]) -> models.Filter:
    """What is of none of these spaces."""
    return models.Filter(must_not=[_any(SPACE, list(spaces))] if spaces else [])


def idf_of(space: str) -> models.SearchParams:
    return models.SearchParams(idf=models.IdfCorpusParams(corpus=of_space(space)))
