"""Servers that several processes share."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.errors import KgmemError
from kgmem.graph import migrate
from tests.unit.index.processes import Servers, local_qdrant


@pytest.fixture(scope="session")
def shared_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArcadeEngine]:
    folder = tmp_path_factory.mktemp("graph")
    with closing(ArcadeEngine(folder / "graph")) as engine:
        migrate.ensure_new(engine)
        yield engine


@pytest.fixture
def servers(shared_graph: ArcadeEngine) -> Iterator[Servers]:
    shared_graph.write(
        lambda tx: tx.run(
            "MATCH (n) WHERE n.meta_id IS NULL OR n.meta_id <> 'schema' DETACH DELETE n"
        )
    )
    with local_qdrant() as client:
        servers = Servers(shared_graph, client)
        yield servers
        for process in servers.opened:
            try:
                process.close()
            except KgmemError:
                continue
