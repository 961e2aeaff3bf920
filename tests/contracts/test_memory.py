"""The memory contract on every pair of stores that can be had here."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr
from qdrant_client import QdrantClient

from kgmem import Memory, Settings
from kgmem.backends.arcadedb import ArcadeEngine
from kgmem.backends.qdrant import QdrantIndex
from kgmem.wiring import assemble, embedder_of
from tests.contracts.memory import MemoryContract
from tests.doubles import WordEmbedder
from tests.servers import Neo4jSettings


class TestArcadeAndEdge(MemoryContract):
    @pytest.fixture
    def memory(self, new_home: Path) -> Iterator[Memory]:
        with Memory.open(new_home, embedder=WordEmbedder()) as memory:
            yield memory


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect:UserWarning")
@pytest.mark.filterwarnings("ignore:Local mode performs exact:UserWarning")
class TestArcadeAndQdrantDouble(MemoryContract):
    """Qdrant's own in-memory double of its server."""

    @pytest.fixture
    def memory(self, tmp_path: Path) -> Iterator[Memory]:
        settings = Settings.load(home=tmp_path)
        embedder, _ = embedder_of(settings, WordEmbedder())
        client = QdrantClient(":memory:")
        parts = assemble(
            settings,
            ArcadeEngine(tmp_path / "graph"),
            QdrantIndex(client),
            embedder,
        )
        with warnings.catch_warnings(), Memory(parts, "default") as memory:
            yield memory


class TestNeo4jAndEdge(MemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path, neo4j_empty: Neo4jSettings) -> Iterator[Memory]:
        settings = Settings.load(
            home=tmp_path,
            graph="neo4j",
            neo4j_uri=neo4j_empty.uri,
            neo4j_user=neo4j_empty.user,
            neo4j_password=SecretStr(neo4j_empty.password),
            neo4j_database=neo4j_empty.database,
        )
        with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
            yield memory


class TestArcadeAndQdrantServer(MemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path, qdrant_url: str) -> Iterator[Memory]:
        settings = Settings.load(home=tmp_path)
        embedder, _ = embedder_of(settings, WordEmbedder())
        parts = assemble(
            settings,
            ArcadeEngine(tmp_path / "graph"),
            QdrantIndex(QdrantClient(url=qdrant_url), prefix=f"kgmem_{tmp_path.name}"),
            embedder,
        )
        with Memory(parts, "default") as memory:
            yield memory
