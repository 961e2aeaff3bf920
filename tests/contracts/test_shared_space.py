"""The promises of shared_space.py on both engines."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory, Settings
from kgmem.ports import CypherEngine
from kgmem.wiring import assemble, engine_of, index_of
from kgmem_servers.neo4j import Neo4jEngine
from tests.contracts.shared_space import Face, SharedSpaceContract
from tests.doubles import WordEmbedder
from tests.servers import Neo4jSettings


class TestOnArcade(SharedSpaceContract):
    """Two faces of one engine, which says that it is shared: nobody else can open it.
    Each asks the graph; what one alone keeps of it is tested beside `KeptReads`."""

    @pytest.fixture
    def face(self, new_home: Path) -> Iterator[Face]:
        settings = Settings.load(home=new_home, generalize_after=0)
        engine, index = engine_of(settings), index_of(settings)
        engine.shared = True

        def opened() -> Memory:
            return Memory(assemble(settings, engine, index, WordEmbedder()), "default")

        yield opened
        index.close()
        engine.close()


class TestOnNeo4j(SharedSpaceContract):
    """Each face has a connection of its own, as a process has."""

    @pytest.fixture
    def face(self, tmp_path: Path, neo4j_empty: Neo4jSettings) -> Iterator[Face]:
        settings = neo4j_empty.memory(tmp_path / "memory", generalize_after=0)
        index: Any = index_of(settings)
        with ExitStack() as stack:
            stack.callback(index.close)

            def opened() -> Memory:
                engine: CypherEngine = engine_of(settings)
                assert isinstance(engine, Neo4jEngine)
                stack.callback(engine.close)
                parts = assemble(settings, engine, index, WordEmbedder())
                return Memory(parts, "default")

            yield opened
