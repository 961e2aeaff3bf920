"""The VectorIndex contract on Edge, on qdrant-client's local mode and on a server."""

import os
import secrets
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import qdrant_edge
from qdrant_client import QdrantClient

from kgmem.backends.vectors import edge_shard
from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.backends.vectors.edge_owner import FILE
from kgmem.backends.vectors.points import COLLECTIONS, DENSE, SPARSE
from kgmem.errors import InvalidInput, MemoryLocked
from kgmem.ports import (
    Sparse,
    VectorIndex,
    VectorPoint,
    VectorQuery,
)
from kgmem_servers.qdrant import QdrantIndex
from tests.contracts.vector_index import (
    DIMENSIONS,
    EAST,
    FIRST,
    SECOND,
    SPACES,
    VectorIndexContract,
    assert_same_hits,
    ids,
    point,
    query,
    tokens,
    uid,
)
from tests.servers import ServerMissing, qdrant_server


def shard_folders(path: Path, generation: int = 1) -> dict[str, Path]:
    """Folder by collection."""
    return {
        folder.parent.name: folder
        for folder in path.glob(f"*/{generation}-*")
        if "damaged" not in folder.name
    }


@pytest.fixture(scope="module")
def memory_disk() -> Iterator[Path]:
    """A folder in memory where the system has one: syncing a disk takes most of the
    time, and a killed process leaves the same behind."""
    shared_memory = Path("/dev/shm")
    with TemporaryDirectory(
        dir=shared_memory if shared_memory.is_dir() else None
    ) as folder:
        yield Path(folder)


@pytest.fixture
def edge_path(memory_disk: Path) -> Path:
    return memory_disk / secrets.token_hex(4)


@pytest.fixture
def local_client() -> Iterator[QdrantClient]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Payload indexes have no effect")
        warnings.filterwarnings("ignore", "Local mode performs exact")
        yield QdrantClient(":memory:")


@pytest.fixture(scope="module")
def shared_path(memory_disk: Path) -> Path:
    """One folder for the contract: creating it costs more than a test."""
    return memory_disk / "shared"


class TestEdge(VectorIndexContract):
    @pytest.fixture
    def unused(self, shared_path: Path) -> Iterator[EdgeIndex]:
        (shared_path / FILE).unlink(missing_ok=True)  # nobody's again
        index = EdgeIndex(shared_path)
        yield index
        index.close()

    @pytest.fixture
    def index(self, unused: EdgeIndex) -> EdgeIndex:
        unused.use(FIRST)
        unused.drop(SECOND)
        for collection in COLLECTIONS:
            for space in SPACES:
                unused.delete(collection, list(unused.versions(collection, space)))
        return unused

    def stored(self, index: VectorIndex, point_id: str) -> Mapping[str, Any] | None:
        path = Path(index.capabilities()["path"])
        index.close()
        shard = qdrant_edge.EdgeShard.load(str(shard_folders(path)["experiences"]))
        records = shard.retrieve([point_id], True, False)
        shard.close()
        return records[0].payload if records else None


class OfClient(VectorIndexContract):
    reader: QdrantClient
    prefix = "kgmem"

    @pytest.fixture
    def index(self, unused: QdrantIndex) -> QdrantIndex:
        unused.use(FIRST)
        return unused

    def stored(self, index: VectorIndex, point_id: str) -> Mapping[str, Any] | None:
        records = self.reader.retrieve(f"{self.prefix}_experiences", [point_id])
        return records[0].payload if records else None


class TestQdrantLocal(OfClient):
    threads = 1  # local mode is not made for threads; a server is

    @pytest.fixture
    def unused(self, local_client: QdrantClient) -> QdrantIndex:
        self.reader = local_client
        return QdrantIndex(local_client)


SERVER_KEY = os.environ.get("KGMEM_TEST_QDRANT_API_KEY")
SERVER_GRPC_PORT = int(os.environ.get("KGMEM_TEST_QDRANT_GRPC_PORT", "6334"))


@pytest.fixture(scope="module")
def qdrant_url() -> Iterator[str]:
    try:
        with qdrant_server() as url:
            yield url
    except ServerMissing as missing:
        if os.environ.get("KGMEM_REQUIRE_QDRANT") == "1":
            pytest.fail(f"KGMEM_REQUIRE_QDRANT=1, but {missing}")
        pytest.skip(str(missing))


@pytest.mark.live
class TestQdrantServer(OfClient):
    prefer_grpc = False

    @pytest.fixture
    def client(self, qdrant_url: str) -> Iterator[QdrantClient]:
        client = QdrantClient(
            url=qdrant_url, api_key=SERVER_KEY, check_compatibility=False
        )
        yield client
        client.close()

    @pytest.fixture
    def unused(self, client: QdrantClient, qdrant_url: str) -> Iterator[QdrantIndex]:
        self.reader, self.prefix = client, f"kgmem_test_{secrets.token_hex(4)}"
        index = QdrantIndex.connect(
            qdrant_url,
            SERVER_KEY,
            prefer_grpc=self.prefer_grpc,
            grpc_port=SERVER_GRPC_PORT,
            prefix=self.prefix,
        )
        yield index
        index.close()
        for collection in client.get_collections().collections:
            if collection.name.startswith(self.prefix):
                client.delete_collection(collection.name)


@pytest.mark.skipif(
    "KGMEM_TEST_QDRANT_URL" not in os.environ,
    reason="no Qdrant server: KGMEM_TEST_QDRANT_URL is not set",
)
class TestQdrantServerByGrpc(TestQdrantServer):
    prefer_grpc = True


class TestEdgeOnDisk:
    @pytest.mark.parametrize("durability", ["process", "power"])
    def test_points_survive_closing(self, edge_path: Path, durability: Any) -> None:
        first = EdgeIndex(edge_path, durability=durability)
        first.use(FIRST)
        first.upsert("experiences", [point(1, sparse=tokens(3)), point(2)])
        first.delete("experiences", [uid(2)])
        first.close()

        second = EdgeIndex(edge_path, durability=durability)
        second.use(FIRST)
        [found] = second.search("experiences", [query(sparse=tokens(3))])
        second.close()

        assert ids(found.dense) == ids(found.sparse) == [1]

    @pytest.mark.slow
    def test_what_was_flushed_survives_kill_9(self, edge_path: Path) -> None:
        child = subprocess.Popen(
            [sys.executable, "-c", WRITES_FOR_EVER, str(edge_path)],
            stdout=subprocess.PIPE,
            text=True,
        )
        with child:
            assert child.stdout is not None
            flushed = [int(child.stdout.readline()) for _ in range(10)]
            child.kill()
            flushed += [int(line) for line in child.stdout if line.endswith("\n")]

        index = EdgeIndex(edge_path)
        index.use(FIRST)
        versions = index.versions("facts", "shop")
        recovered = index.capabilities()["recovered"]
        index.close()

        wanted = {uid(n) for n in range((flushed[-1] + 1) * 50)}
        assert len(wanted) >= 1_400
        assert wanted <= versions.keys()
        assert recovered == []

    def test_one_holder_at_a_time(self, edge_path: Path) -> None:
        holder = EdgeIndex(edge_path)

        with pytest.raises(MemoryLocked, match="is open in process"):
            EdgeIndex(edge_path)
        other = subprocess.run(
            [sys.executable, "-c", OPENS, str(edge_path)],
            capture_output=True,
            text=True,
            check=False,
        )

        assert "MemoryLocked" in other.stderr
        holder.close()
        EdgeIndex(edge_path).close()

    def test_a_folder_with_a_log_that_another_engine_holds_is_not_moved(
        self, edge_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(edge_shard, "_config", _config_with_log)
        _fill(edge_path)
        folder = shard_folders(edge_path)["facts"]
        holder = qdrant_edge.EdgeShard.load(str(folder))
        index = EdgeIndex(edge_path)

        with pytest.raises(MemoryLocked, match="another process"):
            index.use(FIRST)

        holder.close()
        index.use(FIRST)
        assert index.versions("facts", "shop") == {uid(1): 1}
        index.close()

    @pytest.mark.parametrize(
        "damaged",
        ["segments/*/segment.json", "segments/*/vector_storage-dense/*/status.dat"],
    )
    def test_a_damaged_folder_is_kept_and_replaced(
        self, edge_path: Path, damaged: str
    ) -> None:
        """The second kind of damage makes the engine panic."""
        _fill(edge_path)
        folder = shard_folders(edge_path)["facts"]
        for file in folder.glob(damaged):
            file.write_bytes(b"")

        index = EdgeIndex(edge_path)
        index.use(FIRST)

        [aside] = index.capabilities()["recovered"]
        assert Path(aside).parent == folder.parent
        assert list(Path(aside).glob(damaged))
        assert index.versions("facts", "shop") == {}
        assert index.versions("experiences", "shop") == {uid(1): 1}
        index.upsert("facts", [point(1)])
        index.close()

    def test_an_unfinished_shard_is_built_anew(self, edge_path: Path) -> None:
        _fill(edge_path)
        folder = shard_folders(edge_path)["facts"]
        unfinished = folder.with_name(f"{folder.name}.new")
        folder.rename(unfinished)

        index = EdgeIndex(edge_path)
        index.use(FIRST)

        assert index.versions("facts", "shop") == {}
        assert not unfinished.exists()
        assert index.capabilities()["recovered"] == []
        index.close()

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of open files")
    @pytest.mark.slow
    def test_a_lack_of_file_handles_is_no_damage(self, edge_path: Path) -> None:
        _fill(edge_path)
        folder = shard_folders(edge_path)["facts"]

        starved = subprocess.run(
            [sys.executable, "-c", OPENS_WITHOUT_HANDLES, str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )

        assert starved.stdout == "VectorsUnavailable\n", starved.stderr
        assert folder.exists()

    def test_the_last_index_gives_the_folder_back(self, edge_path: Path) -> None:
        first = EdgeIndex(edge_path)
        second = first.beside()

        first.close()

        with pytest.raises(MemoryLocked):
            EdgeIndex(edge_path)
        second.close()
        EdgeIndex(edge_path).close()

    def test_what_another_index_uses_is_not_dropped(self, edge_path: Path) -> None:
        serving = EdgeIndex(edge_path)
        serving.use(FIRST)
        beside = serving.beside()

        with pytest.raises(InvalidInput, match="another index"):
            beside.drop(FIRST)

        serving.upsert("facts", [point(1)])
        beside.close()
        serving.close()


def test_local_mode_and_edge_give_the_same_answers(
    edge_path: Path, local_client: QdrantClient
) -> None:
    points, queries = _random_points(300), _random_queries(20)
    edge, local = EdgeIndex(edge_path), QdrantIndex(local_client)
    answers = []
    for index in (edge, local):
        index.use(FIRST)
        index.upsert("experiences", points)
        index.delete("experiences", [p.point_id for p in points[:30]])
        answers.append(index.search("experiences", queries))
        index.close()

    for left, right in zip(*answers, strict=True):
        assert len(left.dense) == 10
        assert_same_hits(left.dense, right.dense)
        assert left.sparse
        assert_same_hits(left.sparse, right.sparse)


def _fill(path: Path) -> None:
    index = EdgeIndex(path)
    index.use(FIRST)
    index.upsert("experiences", [point(1)])
    index.upsert("facts", [point(1)])
    index.close()


def _random_points(count: int) -> list[VectorPoint]:
    rng = np.random.default_rng(11)
    return [
        point(
            number,
            rng.normal(size=DIMENSIONS).tolist(),
            space=("shop", "other")[number % 3 == 0],
            sparse=_random_sparse(rng),
        )
        for number in range(count)
    ]


def _random_queries(count: int) -> list[VectorQuery]:
    rng = np.random.default_rng(12)
    return [
        query(rng.normal(size=DIMENSIONS).tolist(), sparse=_random_sparse(rng))
        for _ in range(count)
    ]


def _random_sparse(rng: np.random.Generator) -> Sparse:
    numbers = np.sort(rng.choice(60, size=8, replace=False))
    weights = rng.uniform(0.2, 2.0, size=8)
    return Sparse(tuple(numbers.tolist()), tuple(weights.tolist()))


def _config_with_log(dimensions: int) -> qdrant_edge.EdgeConfig:
    """As folders were made before."""
    dense = qdrant_edge.EdgeVectorParams(dimensions, qdrant_edge.Distance.Cosine)
    sparse = qdrant_edge.EdgeSparseVectorParams(modifier=qdrant_edge.Modifier.Idf)
    return qdrant_edge.EdgeConfig(
        vectors={DENSE: dense}, sparse_vectors={SPARSE: sparse}, wal_enabled=True
    )


WRITES_FOR_EVER = f"""
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from itertools import count
from kgmem.backends.vectors import edge_shard
from kgmem.backends.vectors.edge import EdgeIndex
from tests.contracts.vector_index import FIRST, point
index = EdgeIndex(Path(sys.argv[1]))
index.use(FIRST)
for batch in count():
    index.upsert("facts", [point(batch * 50 + n, {EAST}) for n in range(50)])
    if batch % 3 == 0:
        index.flush()
        print(batch, flush=True)
"""

OPENS = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from kgmem.backends.vectors import edge_shard
from kgmem.backends.vectors.edge import EdgeIndex
EdgeIndex(Path(sys.argv[1]))
"""

OPENS_WITHOUT_HANDLES = """
import os, resource, sys
from pathlib import Path
from tempfile import TemporaryDirectory
from kgmem.backends.vectors.edge_shard import open_shard
handle = os.open(os.devnull, os.O_RDONLY)
os.close(handle)
resource.setrlimit(resource.RLIMIT_NOFILE, (handle, handle))
try:
    open_shard(Path(sys.argv[1]), 4)
except Exception as error:
    print(type(error).__name__)
"""
