"""Vectors on a Qdrant server: one collection per kind of memory and generation.

When a search is exact: as long as the space holds at most EXACT_UP_TO points of the
collection (a count by the server, asked for at most once in COUNTED_FOR seconds).
Only the points that pass the filter are scored then, which the tenant index finds, so
the cost follows the space and not the server. A larger space is searched by HNSW with
a list of WIDE_EF candidates.
"""

import math
import time
from collections.abc import Sequence
from typing import Any, Self
from urllib.parse import urlsplit

from qdrant_client import QdrantClient, models

from kgmem import ConfigurationError, MemoryClosed, Settings, VectorsUnavailable
from kgmem.ports import Collection, Found, Generation, VectorPoint, VectorQuery
from kgmem.servers import (
    DENSE,
    SPACE,
    SPARSE,
    VERSION,
    asked,
    assemble,
    batches,
    check_ids,
    check_point,
    checked,
    dense_of,
    numbers,
)
from kgmem_servers.qdrant_calls import QdrantCalls, Retry
from kgmem_servers.qdrant_collections import ServerCollections
from kgmem_servers.qdrant_requests import (
    Layout,
    dense_params,
    idf_of,
    of_others,
    of_space,
    scoring_request,
    search_request,
    write,
)

EXACT_UP_TO = 100_000
"""Points of one space; exact scoring of so many took 10 ms of one core at 384
dimensions."""
COUNTED_FOR = 60.0
WIDE_EF = 256
PAGE = 1_000
"""Points per page when all versions of a space are listed."""

IDF_PER_SPACE_SINCE = (1, 19)


class QdrantIndex:
    """The VectorIndex of a memory on a Qdrant server.

    Nothing is asked of the server before `use`.
    """

    name = "qdrant"
    exclusive = False

    def __init__(
        self,
        client: QdrantClient,
        *,
        prefix: str = "kgmem",
        calls: QdrantCalls | None = None,
        holders: set[object] | None = None,
        published: bool = True,
        layout: Layout | None = None,
        reader: QdrantClient | None = None,
    ) -> None:
        """`holders` are the indexes that share `client`; see `beside`. Where it is
        `published`, the aliases follow what it uses. `reader` is for what a recall
        waits for; None: `client`."""
        self._client = client
        self._reader = reader or client
        self._layout = layout or Layout()
        self._holders: set[object] = set() if holders is None else holders
        self._holders.add(self)
        self._prefix = prefix
        self._published = published
        self._calls = calls or QdrantCalls()
        self._collections = ServerCollections(client, self._calls, prefix, self._layout)
        self._generation: Generation | None = None
        self._server: tuple[int, ...] = ()
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}
        self._closed = False

    @classmethod
    def connect(
        cls,
        url: str,
        api_key: str | None = None,
        timeout: float = 10.0,
        prefer_grpc: bool = True,
        *,
        grpc_port: int = 6334,
        prefix: str = "kgmem",
        retry: Retry | None = None,
        recall_timeout: float | None = None,
        layout: Layout | None = None,
    ) -> Self:
        """An index on the server at `url`; `timeout` is seconds per try, rounded up
        to whole ones, `recall_timeout` those of a search (None: as long).

        Raises ConfigurationError for a URL or key that can't be used.
        """
        _check_address(url, api_key)
        client, reader = (
            QdrantClient(
                url=url,
                api_key=api_key,
                timeout=math.ceil(seconds),
                prefer_grpc=prefer_grpc,
                grpc_port=grpc_port,
                check_compatibility=False,  # `use` checks, and says what to do
            )
            for seconds in (timeout, min(timeout, recall_timeout or timeout))
        )
        bounds = retry or Retry(budget=timeout)
        calls = QdrantCalls(bounds, api_key, sign_of_life=reader.info)
        return cls(client, prefix=prefix, calls=calls, layout=layout, reader=reader)

    @property
    def store(self) -> str:
        """The prefix: which server it is, processes may know by several names."""
        return f"qdrant:{self._prefix}"

    def use(self, generation: Generation) -> dict[Collection, int]:
        """Create what is missing of this generation and, unless it was made `beside`
        another, point the aliases at it; the points that it holds.

        Raises VectorsUnavailable for a server older than OLDEST_SERVER, OtherMemory
        where collections or aliases of these names are another memory's.
        """
        self._check_open()
        self._server = self._collections.version()
        held = self._collections.prepare(generation)
        if self._published:
            self._collections.switch_aliases(generation)
        self._generation = generation
        return held

    def publish(self) -> None:
        """Point the aliases at the generation in use, now and after each `use`."""
        self._check_open()
        self._published = True
        if self._generation:
            self._collections.switch_aliases(self._generation)

    def waiting_settings(self) -> Sequence[str]:
        """Settings of the layout that the collections in use do not have."""
        self._check_open()
        self._calls.hear_again()
        if self._generation is None:
            return ()
        return self._collections.unlike_settings(self._generation)

    def beside(self) -> "QdrantIndex":
        """Another index on these connections, which uses a generation of its own and
        leaves the aliases alone."""
        self._check_open()
        return QdrantIndex(
            self._client,
            prefix=self._prefix,
            calls=self._calls,
            holders=self._holders,
            published=False,
            layout=self._layout,
            reader=self._reader,
        )

    def drop(self, generation: Generation) -> None:
        """Delete the collections of a generation, but for another memory's; if it was
        in use, none is afterwards. An index that still uses it finds them gone."""
        self._check_open()
        if generation == self._generation:
            self._generation = None
        self._collections.drop(generation)

    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None:
        """Write points; one that is there with a higher version stays."""
        name, dimensions = self._current(collection)
        for point in points:
            check_point(point, dimensions)
        for batch in batches(points, dimensions):
            writes = [write(version, group, dimensions) for version, group in batch]
            self._calls.run(
                "upsert", self._client.batch_update_points, name, writes, wait=True
            )

    def delete(self, collection: Collection, point_ids: Sequence[str]) -> None:
        """Remove points; one that is not there is no error."""
        name, _ = self._current(collection)
        check_ids(point_ids)
        if point_ids:
            gone = models.PointIdsList(points=list(point_ids))
            self._calls.run("delete", self._client.delete, name, gone, wait=True)

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        """Answers in the order of the queries, from one round trip."""
        name, dimensions = self._current(collection)
        requests = [
            search_request(query, vector, self._params(name, query, vector))
            for query in checked(queries, dimensions)
            for vector in asked(query)
        ]
        ask, calls = self._reader.query_batch_points, self._calls
        answers = calls.briefly("search", ask, name, requests) if requests else []
        return assemble(queries, (found.points for found in answers))

    def dense(
        self, collection: Collection, space: str, point_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        """Dense unit vectors by point id; what the space lacks is missing."""
        name, _ = self._current(collection)
        check_ids(point_ids)
        if not point_ids:
            return {}
        found = self._calls.briefly(
            "reading vectors",
            self._reader.retrieve,
            name,
            list(point_ids),
            with_payload=[SPACE],
            with_vectors=[DENSE],
        )
        return dense_of(found, space)

    def cosines(
        self,
        collection: Collection,
        space: str,
        vector: Sequence[float],
        point_ids: Sequence[str],
    ) -> dict[str, float]:
        """By point id the cosine to this vector; what the space lacks is missing."""
        name, dimensions = self._current(collection)
        check_ids(point_ids)
        if not point_ids:
            return {}
        request = scoring_request(space, numbers(vector, dimensions), point_ids)
        ask = self._reader.query_batch_points
        (answer,) = self._calls.briefly("comparing vectors", ask, name, [request])
        return {str(point.id): point.score for point in answer.points}

    def versions(self, collection: Collection, space: str) -> dict[str, int]:
        """Version by point id, of all points of a space."""
        return self._listed(collection, of_space(space))

    def held(self, collection: Collection, point_ids: Sequence[str]) -> dict[str, int]:
        """Version by point id, of those of these points that are there."""
        name, _ = self._current(collection)
        check_ids(point_ids)
        if not point_ids:
            return {}
        found = self._calls.run(
            "reading versions",
            self._client.retrieve,
            name,
            list(point_ids),
            with_payload=[VERSION],
        )
        return {str(p.id): (p.payload or {})[VERSION] for p in found}

    def count(self, collection: Collection, space: str) -> int:
        """How many points a space has, counted by the server."""
        name, _ = self._current(collection)
        counting, chosen = self._client.count, of_space(space)
        counted = self._calls.run("count", counting, name, chosen, exact=True)
        return int(counted.count)

    def outside(self, collection: Collection, spaces: Sequence[str]) -> list[str]:
        """Ids of the points of all other spaces."""
        return list(self._listed(collection, of_others(spaces)))

    def _listed(self, collection: Collection, chosen: models.Filter) -> dict[str, int]:
        """Version by point id, of the points that pass the filter."""
        name, _ = self._current(collection)
        found: dict[str, int] = {}
        offset: Any = None
        while True:
            page, offset = self._calls.run(
                "listing versions",
                self._client.scroll,
                name,
                scroll_filter=chosen,
                limit=PAGE,
                offset=offset,
                with_payload=[VERSION],
            )
            found.update((str(p.id), (p.payload or {})[VERSION]) for p in page)
            if offset is None:
                return found

    def flush(self) -> None:
        """Does nothing: each write waited until the server had applied it.

        When it reaches the disk is the server's own setting
        (`storage.optimizers.flush_interval_sec`, 5 s unless changed); a cluster with
        replicas is the way to survive a power cut.
        """
        self._check_open()

    def capabilities(self) -> dict[str, Any]:
        """What the server could do when `use` was called; asks nothing now."""
        current = self._generation
        return {
            "name": self.name,
            "version": ".".join(map(str, self._server)) or None,
            "prefix": self._prefix,
            "durability": "server",
            "generation": current.number if current else None,
            "model": current.model if current else None,
            "search": f"exact up to {EXACT_UP_TO} points per space, then hnsw",
            "breaker": self._calls.breaker.condition().position,
            "idf": "space" if self._idf_per_space() else "collection",
        }

    def close(self) -> None:
        """Close the connections if no index beside this one needs them; a second
        call does nothing."""
        if not self._closed:
            self._closed = True
            self._holders.discard(self)
            if not self._holders:
                self._client.close()
                self._reader.close()

    def _check_open(self) -> None:
        if self._closed:
            raise MemoryClosed("the vector store was closed; open the memory again")

    def _current(self, collection: Collection) -> tuple[str, int]:
        self._check_open()
        if self._generation is None:
            raise VectorsUnavailable("no generation is in use; call use() first")
        name = self._collections.full_name(collection, self._generation)
        return name, self._generation.dimensions

    def _idf_per_space(self) -> bool:
        known = hasattr(models, "IdfCorpusParams")  # qdrant-client 1.19 and newer
        return known and self._server >= IDF_PER_SPACE_SINCE

    def _params(
        self, name: str, query: VectorQuery, vector: str
    ) -> models.SearchParams | None:
        """Exactness for the dense list (a sparse index is exact by itself); for the
        sparse one, how rare a token is within the space alone."""
        if vector == SPARSE:
            return idf_of(query.space) if self._idf_per_space() else None
        exact = self._count(name, query.space) <= EXACT_UP_TO
        return dense_params(exact, max(WIDE_EF, query.limit), self._layout)

    def _count(self, name: str, space: str) -> int:
        """Points of a space, estimated by the server and remembered for a while."""
        counted_at, count = self._counts.get((name, space), (-math.inf, 0))
        if time.monotonic() - counted_at > COUNTED_FOR:
            ask = self._reader.count
            count = self._calls.briefly(
                "count", ask, name, of_space(space), exact=False
            ).count
            self._counts[name, space] = time.monotonic(), count
        return count


def opened(settings: Settings) -> QdrantIndex:
    """The index that the settings name; nothing is asked of its server yet."""
    assert settings.qdrant_url, "Settings.check() saw to it"
    key = settings.qdrant_api_key
    return QdrantIndex.connect(
        settings.qdrant_url,
        key.get_secret_value() if key else None,
        settings.qdrant_timeout,
        settings.qdrant_prefer_grpc,
        prefix=settings.qdrant_prefix,
        grpc_port=settings.qdrant_grpc_port,
        recall_timeout=settings.qdrant_recall_timeout,
        layout=Layout(
            quantized=settings.qdrant_quantization == "scalar",
            on_disk=settings.qdrant_on_disk,
            shards=settings.qdrant_shards,
            replicas=settings.qdrant_replicas,
            write_consistency=settings.qdrant_write_consistency,
        ),
    )


def _check_address(url: str, api_key: str | None) -> None:
    try:
        parts = urlsplit(url)
        usable = (
            parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        )
    except ValueError:
        usable = False
    if not usable:
        raise ConfigurationError("KGMEM_QDRANT_URL must be http(s)://host[:port]")
    if parts.username or parts.password:
        raise ConfigurationError(
            "KGMEM_QDRANT_URL holds credentials; give the key in KGMEM_QDRANT_API_KEY"
        )
    if api_key is not None and not (api_key.isascii() and api_key.isprintable()):
        # The driver would quote the key in its error.
        raise ConfigurationError(
            "KGMEM_QDRANT_API_KEY has characters that no header can carry; look for a "
            "line break"
        )
