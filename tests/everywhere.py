"""What every test stands on, in `tests` and in each package: a clean environment, and
servers where there are any. Loaded as a plugin, see pyproject.toml."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import settings

from tests.copies import copied
from tests.examples import without_constants
from tests.servers import (
    Neo4jSettings,
    ServerMissing,
    clean,
    empty,
    neo4j_server,
    qdrant_server,
)

if TYPE_CHECKING:  # the process that only hands tests out needs none of them
    from kgmem import Memory
    from kgmem.ports import CypherEngine
    from tests.engines import Graph, Stores

settings.load_profile("few")

GIVEN = dict(os.environ)
"""The environment of the run; each test sees one without kgmem's variables."""

IN_MEMORY = Path("/dev/shm")
"""Where tests write if it is there and has ROOM: what makes and syncs hundreds of small
stores waits for a disk longer than it works."""
ROOM = 6 * 2**30
if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    # Benches make folders of their own, also in processes that they start.
    os.environ.setdefault("TMPDIR", str(IN_MEMORY))

# What one process compiled, of thousands of modules, the others and the next run don't
# again: two thirds of the time before the first test.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A Java machine that lives for minutes: to compile well costs more than it saves.
os.environ.setdefault("ARCADEDB_JVM_ARGS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")

SERVER_FIXTURES = {"neo4j_settings", "neo4j_clean", "neo4j_empty", "qdrant_url"}


SERVERS_GIVEN = ("KGMEM_TEST_NEO4J_URI", "KGMEM_TEST_QDRANT_URL")


def _is_whole(config: pytest.Config) -> bool:
    """Was no file or folder named?"""
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS


def pytest_configure(config: pytest.Config) -> None:
    """The whole suite is without the slow tests, unless marks are asked for: what is
    run often shall be quick. `.ci/run slow` runs them, and `pytest -m slow`."""
    if _is_whole(config) and not config.option.markexpr:
        config.option.markexpr = "not slow"


def pytest_sessionstart() -> None:
    without_constants()


@pytest.hookimpl(tryfirst=True)  # before xdist's own, which counts cores
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One process for each core, for the whole suite alone: a few tests are sooner done
    without, and a server that was given has one database for all tests."""
    is_alone = not any(map(GIVEN.get, SERVERS_GIVEN))
    return None if _is_whole(config) and is_alone else 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that asks for a server is `live`, and `neo4j`, marked or not."""
    for item in items:
        asked = SERVER_FIXTURES & set(getattr(item, "fixturenames", ()))
        if asked:
            item.add_marker(pytest.mark.live)
        if asked - {"qdrant_url"}:
            item.add_marker(pytest.mark.neo4j)


@pytest.fixture(scope="session", autouse=True)
def _no_folders_left(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """What tests wrote goes when all of them passed; failed ones may be looked at."""
    yield
    if not request.session.testsfailed:
        shutil.rmtree(tmp_path_factory.getbasetemp(), ignore_errors=True)


@pytest.fixture(autouse=True)
def _no_folder_left(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """In memory what a test wrote goes at once, unless it failed."""
    failed = request.session.testsfailed
    yield
    if tmp_path.is_relative_to(IN_MEMORY) and request.session.testsfailed == failed:
        shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.fixture(autouse=True)
def _clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No KGMEM_* variable, no `.env` of the working directory, no home of anyone; and
    no page is waited for."""
    for name in GIVEN:
        if name.startswith("KGMEM_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("KGMEM_HOME", str(tmp_path / "kgmem"))
    monkeypatch.setenv("KGMEM_PATIENCE", "0")  # pages of tests are as they are
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def _empty_memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded memory in which nothing is yet, for the embedder of the tests."""
    from kgmem import Memory
    from tests.doubles import WordEmbedder

    home = tmp_path_factory.mktemp("empty") / "memory"
    Memory.open(home, embedder=WordEmbedder()).close()
    return home


@pytest.fixture
def new_home(tmp_path: Path, _empty_memory: Path) -> Path:
    """The folder of an empty memory: to copy one takes a tenth of making one."""
    return copied(_empty_memory, tmp_path / "memory")


@pytest.fixture(scope="session")
def _empty_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An ArcadeDB with the schema and nothing in it."""
    from kgmem.backends.graphs.arcadedb import ArcadeEngine
    from kgmem.graph import migrate

    folder = tmp_path_factory.mktemp("empty") / "graph"
    with closing(ArcadeEngine(folder)) as engine:
        migrate.ensure_new(engine)
    return folder


@pytest.fixture
def new_graph(tmp_path: Path, _empty_graph: Path) -> Path:
    """The folder of an empty ArcadeDB with the schema, as `new_home` is made."""
    return copied(_empty_graph, tmp_path / "graph")


@pytest.fixture(scope="session")
def _graph(request: pytest.FixtureRequest) -> Iterator[Graph]:
    from tests.engines import Graph, arcadedb

    with closing(Graph(partial(arcadedb, request))) as graph:
        yield graph


@pytest.fixture
def engine(_graph: Graph) -> CypherEngine:
    """An empty ArcadeDB with the schema, in this process alone."""
    return _graph.emptied()


@pytest.fixture(scope="session")
def stores(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stores]:
    from tests.engines import Stores, arcadedb

    opened = partial(arcadedb, request)
    with closing(Stores(opened, lambda: tmp_path_factory.mktemp("edge"))) as stores:
        yield stores


@pytest.fixture
def memory(tmp_path: Path, stores: Stores) -> Iterator[Memory]:
    """An empty embedded memory, for the embedder of the tests. A test that opens it
    again, or looks at its files, opens one of its own in `new_home`."""
    with stores.memory(tmp_path / "memory") as memory:
        yield memory


@pytest.fixture(scope="session")
def neo4j_settings() -> Iterator[Neo4jSettings]:
    """A real Neo4j server; skips where there is none (KGMEM_REQUIRE_NEO4J=1: fails)."""
    with ExitStack() as stack:
        try:
            settings = stack.enter_context(neo4j_server(GIVEN))
        except ServerMissing as missing:
            _without("NEO4J", missing)
        yield settings


@pytest.fixture
def neo4j_clean(neo4j_settings: Neo4jSettings) -> Neo4jSettings:
    """The same server with an empty database: no nodes, constraints or indexes."""
    clean(neo4j_settings)
    return neo4j_settings


@pytest.fixture
def neo4j_empty(neo4j_settings: Neo4jSettings) -> Neo4jSettings:
    """The same server without data."""
    empty(neo4j_settings)
    return neo4j_settings


@pytest.fixture(scope="session")
def qdrant_url() -> Iterator[str]:
    """A real Qdrant server, by REST; skips where there is none
    (KGMEM_REQUIRE_QDRANT=1: fails)."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(qdrant_server(GIVEN))
        except ServerMissing as missing:
            _without("QDRANT", missing)
        yield url


def _without(server: str, missing: ServerMissing) -> NoReturn:
    if GIVEN.get(f"KGMEM_REQUIRE_{server}") == "1":
        pytest.fail(str(missing))
    pytest.skip(str(missing))
