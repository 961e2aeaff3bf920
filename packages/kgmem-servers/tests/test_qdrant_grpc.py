"""The same calls over gRPC: what matters must survive the client's conversion."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from qdrant_client import grpc as wire
from qdrant_client.grpc.collections_service_pb2_grpc import (
    CollectionsServicer,
    add_CollectionsServicer_to_server,
)
from qdrant_client.grpc.points_service_pb2_grpc import (
    PointsServicer,
    add_PointsServicer_to_server,
)
from qdrant_client.grpc.qdrant_pb2_grpc import (
    QdrantServicer,
    add_QdrantServicer_to_server,
)

from kgmem.errors import VectorsUnavailable
from kgmem.ports import Generation, Sparse, VectorPoint, VectorQuery
from kgmem_servers.qdrant import QdrantIndex
from kgmem_servers.qdrant_calls import Retry

GENERATION = Generation(1, "maker/model-a", 2)
ONE = str(uuid.UUID(int=1))
DONE = wire.UpdateResult(operation_id=1, status=wire.UpdateStatus.Completed)


class Server(QdrantServicer, CollectionsServicer, PointsServicer):
    """Records requests by type name; fails the next `faults` with a code."""

    def __init__(self) -> None:
        self.seen: dict[str, list[Any]] = {}
        self.faults: list[grpc.StatusCode] = []

    def _record(self, request: Any, context: Any) -> None:
        self.seen.setdefault(type(request).__name__, []).append(request)
        if self.faults and "Batch" in type(request).__name__:
            context.abort(self.faults.pop(0), "busy")

    def HealthCheck(self, request: Any, context: Any) -> Any:
        return wire.HealthCheckReply(title="qdrant", version="1.20.0")

    def CollectionExists(self, request: Any, context: Any) -> Any:
        return wire.CollectionExistsResponse(result=wire.CollectionExists(exists=False))

    def Create(self, request: Any, context: Any) -> Any:
        self._record(request, context)
        return wire.CollectionOperationResponse(result=True)

    def Get(self, request: Any, context: Any) -> Any:
        info = wire.CollectionInfo(
            status=wire.CollectionStatus.Green,
            optimizer_status=wire.OptimizerStatus(ok=True),
            segments_count=1,
        )
        config = info.config
        config.params.SetInParent()
        config.hnsw_config.m = 16
        config.hnsw_config.ef_construct = 200
        config.hnsw_config.full_scan_threshold = 10_000
        config.optimizer_config.deleted_threshold = 0.2
        config.optimizer_config.vacuum_min_vector_number = 1_000
        config.optimizer_config.default_segment_number = 0
        config.optimizer_config.flush_interval_sec = 5
        config.wal_config.wal_capacity_mb = 32
        config.wal_config.wal_segments_ahead = 0
        return wire.GetCollectionInfoResponse(result=info)

    def CreateFieldIndex(self, request: Any, context: Any) -> Any:
        self._record(request, context)
        return wire.PointsOperationResponse(result=DONE)

    def ListAliases(self, request: Any, context: Any) -> Any:
        return wire.ListAliasesResponse()

    def UpdateAliases(self, request: Any, context: Any) -> Any:
        self._record(request, context)
        return wire.CollectionOperationResponse(result=True)

    def UpdateBatch(self, request: Any, context: Any) -> Any:
        self._record(request, context)
        return wire.UpdateBatchResponse(result=[DONE])

    def Count(self, request: Any, context: Any) -> Any:
        return wire.CountResponse(result=wire.CountResult(count=3))

    def QueryBatch(self, request: Any, context: Any) -> Any:
        self._record(request, context)
        empty = [wire.BatchResult() for _ in request.query_points]
        return wire.QueryBatchResponse(result=empty)


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def index(server: Server) -> Iterator[QdrantIndex]:
    running = grpc.server(ThreadPoolExecutor(2))
    add_QdrantServicer_to_server(server, running)
    add_CollectionsServicer_to_server(server, running)
    add_PointsServicer_to_server(server, running)
    port = running.add_insecure_port("127.0.0.1:0")
    running.start()
    connected = QdrantIndex.connect(
        "http://127.0.0.1",
        grpc_port=port,
        retry=Retry(attempts=2, first_wait=0.001),
    )
    connected.use(GENERATION)
    yield connected
    connected.close()
    running.stop(None).wait()


def test_the_space_is_the_tenant(server: Server, index: QdrantIndex) -> None:
    made = server.seen["CreateFieldIndexCollection"]

    tenants = {
        m.field_name
        for m in made
        if m.field_index_params.keyword_index_params.is_tenant
    }
    assert tenants == {"space"}
    assert len(server.seen["CreateCollection"]) == 2


def test_an_upsert_has_the_version_guard(server: Server, index: QdrantIndex) -> None:
    point = VectorPoint(ONE, "shop", "task", 5, (1.0, 0.0), Sparse((3,), (1.0,)))

    index.upsert("experiences", [point])

    [request] = server.seen["UpdateBatchPoints"]
    [operation] = request.operations
    [guard] = operation.upsert.update_filter.must
    assert request.wait
    assert guard.field.key == "version"
    assert guard.field.range.lte == 5
    [written] = operation.upsert.points
    assert written.id.uuid == ONE
    assert set(written.vectors.vectors.vectors) == {"dense", "sparse"}


def test_a_search_is_exact_and_filtered(server: Server, index: QdrantIndex) -> None:
    index.search(
        "experiences",
        [VectorQuery("shop", ["task"], 5, (1.0, 0.0), Sparse((3,), (1.0,)))],
    )

    [request] = server.seen["QueryBatchPoints"]
    dense, sparse = request.query_points
    assert (dense.using, sparse.using) == ("dense", "sparse")
    assert dense.params.exact
    for query in (dense, sparse):
        assert [c.field.key for c in query.filter.must] == ["space", "kind"]
    [corpus] = sparse.params.idf.corpus.must
    assert list(corpus.field.match.keywords.strings) == ["shop"]


def test_a_busy_server_is_asked_again(server: Server, index: QdrantIndex) -> None:
    server.faults = [grpc.StatusCode.UNAVAILABLE]

    index.search("experiences", [VectorQuery("shop", ["task"], 5, (1.0, 0.0))])

    assert len(server.seen["QueryBatchPoints"]) == 2


@pytest.mark.parametrize(
    ("code", "tries", "cure"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, 1, "KGMEM_QDRANT_API_KEY"),
        (grpc.StatusCode.NOT_FOUND, 1, "kgmem repair"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, 2, "limits requests"),
        (grpc.StatusCode.PERMISSION_DENIED, 1, "may write"),
        (grpc.StatusCode.DEADLINE_EXCEEDED, 1, "KGMEM_QDRANT_RECALL_TIMEOUT"),
    ],
)
def test_what_fails_says_the_cure(
    server: Server, index: QdrantIndex, code: grpc.StatusCode, tries: int, cure: str
) -> None:
    server.faults = [code] * 5

    with pytest.raises(VectorsUnavailable, match=cure):
        index.search("experiences", [VectorQuery("shop", ["task"], 5, (1.0, 0.0))])

    assert len(server.seen["QueryBatchPoints"]) == tries
