"""Moving a memory, on the engines that ship."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr

from kgmem import Memory, Settings
from tests.contracts.transfer import Empty, TransferContract
from tests.doubles import WordEmbedder
from tests.servers import Neo4jSettings


class TestArcadeAndEdge(TransferContract):
    @pytest.fixture
    def memory(self, new_home: Path) -> Iterator[Memory]:
        with Memory.open(new_home, embedder=WordEmbedder()) as memory:
            yield memory

    @pytest.fixture
    def empty(self, tmp_path: Path) -> Iterator[Empty]:
        with ExitStack() as stack:
            yield lambda: stack.enter_context(
                Memory.open(tmp_path / "other", embedder=WordEmbedder())
            )


class TestNeo4jAndEdge(TransferContract):
    @pytest.fixture
    def memory(self, tmp_path: Path, neo4j_empty: Neo4jSettings) -> Iterator[Memory]:
        settings = Settings.load(
            home=tmp_path / "home",
            graph="neo4j",
            neo4j_uri=neo4j_empty.uri,
            neo4j_user=neo4j_empty.user,
            neo4j_password=SecretStr(neo4j_empty.password),
            neo4j_database=neo4j_empty.database,
        )
        with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
            yield memory

    @pytest.fixture
    def empty(self, memory: Memory) -> Empty:
        """The server has one database: the same memory, cleared."""

        def cleared() -> Memory:
            memory.clear("all")
            return memory

        return cleared
