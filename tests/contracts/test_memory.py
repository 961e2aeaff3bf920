"""The memory contract on every pair of stores that can be had here."""

import warnings
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from kgmem import Memory, Settings
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.wiring import assemble, embedder_of
from kgmem_servers.qdrant import QdrantIndex
from tests.contracts.memory import MemoryContract
from tests.doubles import WordEmbedder
from tests.engines import Graph, arcadedb


@pytest.fixture(scope="module")
def graph(request: pytest.FixtureRequest) -> Iterator[Graph]:
    with closing(Graph(partial(arcadedb, request))) as graph:
        yield graph


class TestOnEachEngine(MemoryContract):
    pass


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Payload indexes have no effect:UserWarning")
@pytest.mark.filterwarnings("ignore:Local mode performs exact:UserWarning")
class TestArcadeAndQdrantDouble(MemoryContract):
    """Qdrant's own in-memory double of its server."""

    @pytest.fixture
    def memory(self, tmp_path: Path, graph: Graph) -> Iterator[Memory]:
        settings = Settings.load(home=tmp_path)
        embedder, _ = embedder_of(settings, WordEmbedder())
        index = QdrantIndex(QdrantClient(":memory:"))
        parts = assemble(settings, graph.emptied(), index, embedder)
        with warnings.catch_warnings():
            yield Memory(parts, "default", owner=False)
            parts.background.close()
            index.close()


class TestArcadeAndQdrantServer(MemoryContract):
    @pytest.fixture
    def memory(
        self, tmp_path: Path, new_graph: Path, qdrant_url: str
    ) -> Iterator[Memory]:
        settings = Settings.load(home=tmp_path)
        embedder, _ = embedder_of(settings, WordEmbedder())
        parts = assemble(
            settings,
            ArcadeEngine(new_graph),
            QdrantIndex(QdrantClient(url=qdrant_url), prefix=f"kgmem_{tmp_path.name}"),
            embedder,
        )
        with Memory(parts, "default") as memory:
            yield memory
