"""The engines that ship. Each is opened once for the tests of a process, and empty for
each test: what one left behind, in the stores or in a cache, no other sees.

ENGINES parametrizes the suites of `tests/contracts`: a third engine is a line there.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from kgmem import KgmemError, Memory
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.backends.vectors.points import COLLECTIONS
from kgmem.config import Settings, settings_for
from kgmem.graph import migrate
from kgmem.messages import speak
from kgmem.ports import CypherEngine, Row, VectorIndex
from kgmem.wiring import assemble, embedder_of
from kgmem_servers.neo4j import Neo4jEngine
from tests.doubles import WordEmbedder
from tests.served import Server
from tests.servers import empty

Opener = Callable[[pytest.FixtureRequest], CypherEngine]

DELETED_AT_ONCE = 2_000
"""Nodes; where a test left more, a new store is sooner made."""

USUAL = {"KGMEM_HOME", "KGMEM_PATIENCE"}
"""Variables that each test has, see `tests/everywhere.py`."""


def arcadedb(request: pytest.FixtureRequest) -> CypherEngine:
    folder: Path = request.getfixturevalue("tmp_path_factory").mktemp("arcadedb")
    return ArcadeEngine(folder / "graph")


def arcadedb_jvm(request: pytest.FixtureRequest) -> CypherEngine:
    pytest.importorskip("arcadedb_embedded", reason="not installed: kgmem[jvm]")
    folder: Path = request.getfixturevalue("tmp_path_factory").mktemp("arcadedb")
    return ArcadeEngine(folder / "graph", build="jvm")


def neo4j(request: pytest.FixtureRequest) -> CypherEngine:
    server = request.getfixturevalue("neo4j_settings")
    empty(server)
    return Neo4jEngine.connect(
        server.uri, server.user, SecretStr(server.password), server.database, timeout=60
    )


ENGINES: dict[str, Opener] = {
    "arcadedb": arcadedb,
    "arcadedb-jvm": arcadedb_jvm,
    "neo4j": neo4j,
}
"""By name what opens an engine without data."""
MARKS = {
    "arcadedb-jvm": [pytest.mark.slow],
    "neo4j": [pytest.mark.live, pytest.mark.neo4j],
}
"""Of those that need a server, or an extra that few have."""


def each_engine() -> list[Any]:
    return [
        pytest.param(opener, marks=MARKS.get(name, ()), id=name)
        for name, opener in ENGINES.items()
    ]


class Graph:
    """An engine with the schema."""

    def __init__(self, opened: Callable[[], CypherEngine]) -> None:
        self._opened = opened
        self._engine: CypherEngine | None = None
        self._new: list[Row] = []
        """What a new graph knows of itself: its schema, its vectors."""

    def emptied(self) -> CypherEngine:
        """A test that left it otherwise than new, or closed it, gets another made."""
        if self._engine is None or not self._is_emptied(self._engine):
            self.close()
            self._engine = self._opened()
            migrate.ensure_new(self._engine)
            self._prepare(self._engine)
            self._new = _known(self._engine)
        return self._engine

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _prepare(self, engine: CypherEngine) -> None:
        """What a new one gets beside the schema."""

    def _is_emptied(self, engine: CypherEngine) -> bool:
        kept = {"kept": [row["meta"]["meta_id"] for row in self._new]}
        others = "MATCH (n) WHERE n.meta_id IS NULL OR NOT n.meta_id IN $kept"
        try:
            (left,) = engine.read(f"{others} RETURN count(n) AS n", kept)
            if left["n"] > DELETED_AT_ONCE:
                return False
            if left["n"]:
                engine.write(lambda tx: tx.run(f"{others} DETACH DELETE n", kept))
            return _known(engine) == self._new
        except KgmemError:
            return False


def _known(engine: CypherEngine) -> list[Row]:
    return engine.read("MATCH (m:Meta) RETURN properties(m) AS meta ORDER BY m.meta_id")


class Stores(Graph):
    """An engine with its vectors in a folder."""

    def __init__(
        self, opened: Callable[[], CypherEngine], folder: Callable[[], Path]
    ) -> None:
        super().__init__(opened)
        self._folder = folder
        self._index: VectorIndex | None = None
        self._usual: Settings | None = None

    @contextmanager
    def memory(self, home: Path, **settings: Any) -> Iterator[Memory]:
        """An empty memory on them, with nothing in its caches; `home` is its folder
        for all else."""
        engine = self.emptied()
        chosen = self._chosen(home, settings)
        embedder, _ = embedder_of(chosen, WordEmbedder())
        assert self._index is not None
        parts = assemble(chosen, engine, self._index, embedder)
        yield Memory(parts, "default", owner=False)
        parts.background.close()

    def _chosen(self, home: Path, settings: dict[str, Any]) -> Settings:
        """To read the environment takes half of an empty memory's time: what says
        nothing is read once."""
        told = {name for name in os.environ if name.startswith("KGMEM_")} - USUAL
        if settings or told or Path(".env").exists():
            return settings_for(settings or None, path=home, space="default")
        self._usual = self._usual or settings_for(None, path=home, space="default")
        speak(self._usual.lang)
        return settings_for(self._usual, path=home, space="default")

    def close(self) -> None:
        if self._index is not None:
            self._index.close()
        super().close()

    def _prepare(self, engine: CypherEngine) -> None:
        folder = self._folder()
        self._index = EdgeIndex(folder / "vectors")
        settings = settings_for(None, path=folder, space="default")
        assemble(settings, engine, self._index, WordEmbedder())

    def _is_emptied(self, engine: CypherEngine) -> bool:
        if not super()._is_emptied(engine):
            return False
        assert self._index is not None
        try:
            for collection in COLLECTIONS:
                left = self._index.outside(collection, [])
                self._index.delete(collection, left)
        except KgmemError:
            return False
        return True


class ServedStores(Stores):
    """The same, and a server in front of them."""

    def __init__(
        self, opened: Callable[[], CypherEngine], folder: Callable[[], Path]
    ) -> None:
        super().__init__(opened, folder)
        self._server = Server()

    @contextmanager
    def memory(self, home: Path, **settings: Any) -> Iterator[Memory]:
        with super().memory(home, **settings) as here, self._server.of(here) as asked:
            yield asked

    def close(self) -> None:
        self._server.close()
        super().close()


def each_memory() -> list[Any]:
    """Each engine with vectors; and an embedded one, asked over HTTP."""
    here = [
        pytest.param((opener, Stores), marks=MARKS.get(name, ()), id=name)
        for name, opener in ENGINES.items()
    ]
    there = pytest.param((arcadedb, ServedStores), marks=pytest.mark.slow, id="served")
    return [*here, there]
