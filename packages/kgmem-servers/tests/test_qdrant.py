"""What QdrantIndex sends over REST, and how it takes a server's faults."""

import json
import time
import uuid
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from kgmem.backends.vectors.points import KEYWORDS
from kgmem.errors import ConfigurationError, VectorsLost, VectorsUnavailable
from kgmem.ports import Generation, Sparse, VectorPoint, VectorQuery
from kgmem_servers import qdrant_calls
from kgmem_servers.qdrant import EXACT_UP_TO, QdrantIndex
from kgmem_servers.qdrant_calls import Retry
from tests.qdrant_stub import QdrantStub, Reply, serving

KEY = "sk-very-secret-key"
OLD = Generation(1, "Maker/Model A", 2)
NEW = Generation(2, "maker/model-b", 2)
ONE = str(uuid.UUID(int=1))
QUICK = Retry(attempts=3, first_wait=0.001, longest_wait=0.002, budget=5.0)
FAULT = Reply(500, b'{"status": {"error": "disk is full"}}')


@pytest.fixture
def stub() -> Iterator[QdrantStub]:
    with serving(QdrantStub()) as running:
        yield running


@pytest.fixture
def index(stub: QdrantStub) -> Iterator[QdrantIndex]:
    """In use, with what that sent forgotten."""
    connected = connect(stub)
    connected.use(OLD)
    stub.requests.clear()
    yield connected
    connected.close()


def connect(
    stub: QdrantStub, retry: Retry = QUICK, timeout: float = 5, **more: Any
) -> QdrantIndex:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Api key is used with an insecure")
        return QdrantIndex.connect(
            stub.url, KEY, timeout, prefer_grpc=False, retry=retry, **more
        )


def point(number: int, version: int, *sparse: int) -> VectorPoint:
    return VectorPoint(
        str(uuid.UUID(int=number)),
        "shop",
        "task",
        version,
        (1.0, 0.5),
        Sparse(sparse, (1.0,) * len(sparse)),
        {"app": "淘宝"},
    )


def hybrid(space: str = "shop", **where: Any) -> VectorQuery:
    return VectorQuery(
        space, ["task"], 7, (1.0, 0.5), Sparse((3, 9), (1.0, 0.5)), where
    )


def test_a_collection_that_is_gone_is_told_apart(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    stub.faults.append(Reply(404, b'{"status": {"error": "Not found: Collection"}}'))

    with pytest.raises(VectorsLost, match="kgmem repair"):
        index.search("experiences", [hybrid()])


def test_payload_indexes_come_before_data(
    stub: QdrantStub,
) -> None:
    index = connect(stub)

    index.use(OLD)

    index.close()
    indexes = stub.sent("PUT", "/collections/kgmem_facts_.*/index")
    schemas = {r.body["field_name"]: r.body["field_schema"] for r in indexes}
    assert set(schemas) == {*KEYWORDS, "version"}
    assert schemas["space"] == {"type": "keyword", "is_tenant": True}
    assert schemas["kind"] == schemas["app"] == "keyword"
    assert schemas["version"] == "integer"
    assert all("wait=true" in r.query for r in indexes)


def test_using_another_generation_switches_both_aliases_at_once(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    before = dict(stub.aliases)

    index.use(NEW)

    [switch] = stub.sent("POST", "/collections/aliases")
    assert len(switch.body["actions"]) == 4
    assert set(stub.aliases) == set(before) == {"kgmem_experiences", "kgmem_facts"}
    for alias, name in stub.aliases.items():
        assert name.startswith(f"{alias}_2_maker-model-b-")
        assert before[alias].startswith(f"{alias}_1_maker-model-a-")


def test_an_upsert_is_one_request_guarded_per_version(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    index.upsert("experiences", [point(1, 5, 3), point(2, 4), point(3, 5)])

    [request] = stub.sent("POST", "/collections/kgmem_experiences_.*/points/batch")
    assert "wait=true" in request.query
    low, high = (o["upsert"] for o in request.body["operations"])
    assert low["update_filter"] == {"must": [{"key": "version", "range": {"lte": 4}}]}
    assert high["update_filter"] == {"must": [{"key": "version", "range": {"lte": 5}}]}
    assert high["points"][0] == {
        "id": ONE,
        "vector": {
            "dense": [1.0, 0.5],
            "sparse": {"indices": [3], "values": [1.0]},
        },
        "payload": {"app": "淘宝", "space": "shop", "kind": "task", "version": 5},
    }
    assert low["points"][0]["vector"] == {"dense": [1.0, 0.5]}


def test_a_large_space_is_searched_by_hnsw(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    stub.points = EXACT_UP_TO + 1

    index.search("experiences", [hybrid("crowd")])

    [request] = stub.sent("POST", ".*/points/query/batch")
    params = request.body["searches"][0]["params"]
    assert "exact" not in params
    assert params["hnsw_ef"] >= 128


def test_a_server_without_idf_per_space_is_not_asked_for_it(stub: QdrantStub) -> None:
    stub.version = "1.16.3"
    index = connect(stub)
    index.use(OLD)

    index.search("experiences", [hybrid()])

    index.close()
    [request] = stub.sent("POST", ".*/points/query/batch")
    assert "params" not in request.body["searches"][1]
    assert index.capabilities()["idf"] == "collection"


def test_a_server_without_the_version_guard_is_refused(
    stub: QdrantStub,
) -> None:
    stub.version = "1.15.4"
    index = connect(stub)

    with pytest.raises(VectorsUnavailable, match=r"1\.15\.4 .* upgrade"):
        index.use(OLD)

    index.close()
    assert stub.collections == set()


def test_the_key_goes_in_a_header(stub: QdrantStub, index: QdrantIndex) -> None:
    index.versions("facts", "shop")

    assert all(request.headers["api-key"] == KEY for request in stub.requests)
    assert KEY not in json.dumps([request.body for request in stub.requests])


@pytest.mark.parametrize(
    "fault",
    [
        FAULT,
        Reply(503),
        Reply(429),
        Reply(429, headers={"Retry-After": "0"}),
        Reply(429, headers={"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"}),
    ],
    ids=["500", "503", "429", "429 at once", "429 with a date"],
)
def test_a_passing_fault_is_tried_again(
    stub: QdrantStub, index: QdrantIndex, fault: Reply
) -> None:
    stub.faults += [fault, fault]

    index.upsert("experiences", [point(1, 1)])

    assert len(stub.sent("POST", ".*/points/batch")) == 3


def test_a_lasting_fault_ends_after_the_last_try(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    stub.faults += [FAULT] * 10

    with pytest.raises(VectorsUnavailable, match=r"3 tries.*disk is full") as caught:
        index.upsert("experiences", [point(1, 1)])

    assert len(stub.sent("POST", ".*/points/batch")) == 3
    assert "give it room" in str(caught.value)


def test_a_long_wait_is_refused_at_once(stub: QdrantStub, index: QdrantIndex) -> None:
    stub.faults.append(Reply(429, headers={"Retry-After": "3600"}))

    with pytest.raises(VectorsUnavailable, match="3600 s"):
        index.delete("experiences", [ONE])

    assert len(stub.sent("POST", ".*/points/delete")) == 1


def test_a_refused_key_is_not_tried_again_and_never_quoted(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    stub.faults.append(Reply(401, f"bad key {KEY}".encode()))

    with pytest.raises(VectorsUnavailable, match="KGMEM_QDRANT_API_KEY") as caught:
        index.versions("facts", "shop")

    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None
    assert len(stub.requests) == 1


@pytest.mark.parametrize(
    "nonsense", [b"<html>", b"", b"{}", b'{"result": {"points": 3}}', b"\xff\xfe"]
)
def test_nonsense_is_an_error_of_ours(
    stub: QdrantStub, index: QdrantIndex, nonsense: bytes
) -> None:
    stub.faults.append(Reply(200, nonsense))

    with pytest.raises(VectorsUnavailable, match="1 try"):
        index.versions("facts", "shop")


def test_a_server_that_hangs_is_given_up(stub: QdrantStub) -> None:
    index = connect(stub, Retry(attempts=1), timeout=1)
    index.use(OLD)
    stub.faults.append(Reply(delay=1.5))

    with pytest.raises(VectorsUnavailable, match="ReadTimeout"):
        index.versions("facts", "shop")

    index.close()


def test_all_that_is_asked_of_a_server_that_hangs_waits_once(
    stub: QdrantStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qdrant_calls, "UNHEARD", 0.0)  # it spoke some time ago
    index = connect(stub, timeout=4, recall_timeout=1)
    index.use(OLD)
    stub.is_frozen = True
    began = time.monotonic()

    with pytest.raises(VectorsUnavailable, match="KGMEM_QDRANT_RECALL_TIMEOUT"):
        index.delete("experiences", [ONE])
    with pytest.raises(VectorsUnavailable, match="left alone"):
        index.search("experiences", [hybrid()])

    assert time.monotonic() - began < 2
    index.close()


def test_a_server_that_is_back_is_told_though_it_was_left_alone(
    stub: QdrantStub, index: QdrantIndex
) -> None:
    stub.faults += [FAULT] * 6
    for _ in range(2):
        with pytest.raises(VectorsUnavailable):
            index.versions("facts", "shop")
    stub.faults.clear()
    with pytest.raises(VectorsUnavailable, match="left alone"):
        index.delete("facts", [ONE])

    index.waiting_settings()

    index.delete("facts", [ONE])


@pytest.mark.parametrize("prefer_grpc", [False, True])
def test_a_server_that_is_not_there(prefer_grpc: bool) -> None:
    index = QdrantIndex.connect(
        "http://127.0.0.1:1", None, 1.0, prefer_grpc, retry=QUICK
    )

    with pytest.raises(VectorsUnavailable, match="KGMEM_QDRANT_URL"):
        index.use(OLD)

    index.close()


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("localhost:6333", None),
        ("ftp://host", None),
        ("http://", None),
        ("http://host:port", None),
        (f"http://user:{KEY}@host:6333", None),
        ("http://host:6333", f"{KEY}\n"),
        ("http://host:6333", f"{KEY}密"),
    ],
)
def test_an_address_that_can_not_work_is_refused(url: str, key: str | None) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_QDRANT_") as caught:
        QdrantIndex.connect(url, key)

    assert KEY not in str(caught.value)
