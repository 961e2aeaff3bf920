"""What contracts are held against: the engines that ship, and memories on them."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from kgmem import Memory
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.backends.graphs.neo4j import Neo4jEngine
from kgmem.graph import migrate
from kgmem.ports import CypherEngine
from tests.doubles import WordEmbedder
from tests.servers import Neo4jSettings


class OnArcade:
    """An empty ArcadeDB with the schema."""

    @pytest.fixture
    def engine(self, new_graph: Path) -> Iterator[CypherEngine]:
        with closing(ArcadeEngine(new_graph)) as engine:
            yield engine


class OnNeo4j:
    """An empty Neo4j with the schema."""

    @pytest.fixture
    def engine(self, neo4j_empty: Neo4jSettings) -> Iterator[CypherEngine]:
        engine = Neo4jEngine.connect(
            neo4j_empty.uri,
            neo4j_empty.user,
            SecretStr(neo4j_empty.password),
            neo4j_empty.database,
            timeout=15,
        )
        migrate.ensure_new(engine)
        yield engine
        engine.close()


class OnArcadeAndEdge:
    """An empty embedded memory."""

    @pytest.fixture
    def memory(self, new_home: Path) -> Iterator[Memory]:
        with Memory.open(new_home, embedder=WordEmbedder()) as memory:
            yield memory


class OnNeo4jAndEdge:
    """An empty memory with its graph on a server."""

    @pytest.fixture
    def memory(self, tmp_path: Path, neo4j_empty: Neo4jSettings) -> Iterator[Memory]:
        settings = neo4j_empty.memory(tmp_path / "home")
        with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
            yield memory
