"""The contract of avoidances on the engines that ship."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from kgmem.backends.arcadedb import ArcadeEngine
from kgmem.backends.neo4j import Neo4jEngine
from kgmem.graph import migrate
from kgmem.ports import CypherEngine
from tests.contracts.avoidance import AvoidanceContract
from tests.servers import Neo4jSettings


class TestArcade(AvoidanceContract):
    @pytest.fixture
    def engine(self, tmp_path: Path) -> Iterator[CypherEngine]:
        engine = ArcadeEngine(tmp_path / "graph")
        migrate.ensure_new(engine)
        yield engine
        engine.close()


@pytest.mark.live
class TestNeo4j(AvoidanceContract):
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
