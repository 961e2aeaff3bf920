"""The engines that ship, and what is theirs alone."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import SecretStr

from kgmem import Settings
from kgmem.backends.chosen import engine_of
from kgmem.backends.graphs import arcadedb_builds
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.errors import (
    ConfigurationError,
    GraphUnavailable,
    MemoryClosed,
    MemoryLocked,
)
from kgmem.ports import CypherEngine
from kgmem_servers.neo4j import Neo4jEngine
from tests.contracts.cypher_engine import (
    ITEMS,
    RELATIONSHIPS,
    CypherEngineContract,
    count,
    run,
)
from tests.servers import Neo4jSettings


class TestArcade(CypherEngineContract):
    @pytest.fixture(params=["native", pytest.param("jvm", marks=pytest.mark.slow)])
    def engine(
        self, tmp_path: Path, request: pytest.FixtureRequest
    ) -> Iterator[CypherEngine]:
        if request.param == "jvm":
            pytest.importorskip("arcadedb_embedded", reason="not installed: kgmem[jvm]")
        engine = ArcadeEngine(tmp_path / "graph", build=request.param)
        yield engine
        engine.close()


@pytest.mark.live
class TestNeo4j(CypherEngineContract):
    @pytest.fixture
    def engine(self, neo4j_clean: Neo4jSettings) -> Iterator[CypherEngine]:
        engine = connected(neo4j_clean)
        yield engine
        engine.close()

    def test_a_wrong_password_is_not_shown(self, neo4j_settings: Neo4jSettings) -> None:
        with pytest.raises(GraphUnavailable, match="KGMEM_NEO4J_PASSWORD") as caught:
            connected(neo4j_settings, password="wrong-and-secret")

        assert "wrong-and-secret" not in str(caught.value)

    def test_an_unknown_database_is_named(self, neo4j_settings: Neo4jSettings) -> None:
        with pytest.raises(GraphUnavailable, match=r"'nope'.*KGMEM_NEO4J_DATABASE"):
            connected(neo4j_settings, database="nope")


def connected(
    settings: Neo4jSettings, password: str | None = None, database: str | None = None
) -> Neo4jEngine:
    return Neo4jEngine.connect(
        settings.uri,
        settings.user,
        SecretStr(password or settings.password),
        database or settings.database,
        timeout=10,
    )


# Neo4j without a server ---------------------------------------------------------------


def test_no_server_is_a_clear_error() -> None:
    with pytest.raises(GraphUnavailable, match="KGMEM_NEO4J_URI"):
        Neo4jEngine.connect("bolt://127.0.0.1:1", "u", SecretStr("p"), "neo4j", 2)


@pytest.mark.parametrize(
    "uri", ["", "localhost:7687", "http://localhost", "bolt://", "bolt://me:pw@host"]
)
def test_what_is_no_address_is_refused(uri: str) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_NEO4J_URI") as caught:
        Neo4jEngine.connect(uri, "u", SecretStr("p"), "neo4j", 2)

    assert "pw" not in str(caught.value)


# ArcadeDB: files, processes, power ----------------------------------------------------


def script(code: str) -> list[str]:
    """Arguments that run `code` with `engine_of`, `run` and `folder` in reach."""
    head = """
        import sys
        from pathlib import Path
        from kgmem.backends.graphs.arcadedb import ArcadeEngine
        from kgmem.errors import MemoryLocked
        from kgmem.ports import SchemaItem
        folder = Path(sys.argv[1])
        KEY = [SchemaItem("unique", "task_key", "Task", ("task_id",))]
    """
    return [
        sys.executable,
        "-W",
        "error",
        "-c",
        textwrap.dedent(head) + textwrap.dedent(code),
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "记忆 graph"


def test_what_was_written_is_there_after_reopening(folder: Path) -> None:
    engine = ArcadeEngine(folder)
    engine.ensure_schema(ITEMS, RELATIONSHIPS)
    run(engine, "CREATE (:Task {task_id: 'a'})-[:HAS_STEP]->(:Step {step_id: 'b'})")
    engine.close()

    again = ArcadeEngine(folder)

    assert again.read("MATCH (:Task)-[:HAS_STEP]->(s) RETURN s.step_id AS id") == [
        {"id": "b"}
    ]
    assert len(again.schema()) == len(ITEMS)
    again.close()


@pytest.mark.parametrize("durability", ["process", "power"])
@pytest.mark.slow
def test_what_was_acknowledged_survives_a_kill(folder: Path, durability: str) -> None:
    writer = subprocess.Popen(
        [
            *script(
                """
                engine = ArcadeEngine(folder, durability=sys.argv[2])
                engine.ensure_schema(KEY, ["NEXT"])
                for n in range(1_000_000):
                    engine.write(lambda tx: tx.run(
                        "CREATE (:Task {task_id: $a})-[:NEXT]->(:Task {task_id: $b})",
                        {"a": f"a{n}", "b": f"b{n}"}))
                    print(n, flush=True)
                """
            ),
            str(folder),
            durability,
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout
    acknowledged = [int(writer.stdout.readline()) for _ in range(50)][-1]
    writer.kill()
    rest, _ = writer.communicate()
    acknowledged = max([acknowledged, *map(int, rest.split())])

    engine = ArcadeEngine(folder)

    # One more may have been committed before it could be acknowledged.
    pairs = count(engine) // 2
    assert pairs in (acknowledged + 1, acknowledged + 2)
    [row] = engine.read("MATCH (:Task)-[r:NEXT]->(:Task) RETURN count(r) AS n")
    assert row == {"n": pairs}
    run(engine, "CREATE (:Task {task_id: 'after'})")
    engine.close()


def test_a_creation_that_was_cut_short_starts_anew(folder: Path) -> None:
    (folder / "new").mkdir(parents=True)
    (folder / "new" / "schema.json").write_text("{")

    engine = ArcadeEngine(folder)

    assert engine.schema() == set()
    assert not (folder / "new").exists()
    engine.close()


@pytest.mark.slow
def test_another_process_is_told_who_has_it(folder: Path) -> None:
    engine = ArcadeEngine(folder)

    other = subprocess.run(
        [
            *script(
                """
                try:
                    ArcadeEngine(folder)
                except MemoryLocked as error:
                    print(error)
                """
            ),
            str(folder),
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
    )

    assert str(folder) in other.stdout
    assert "KGMEM_GRAPH=neo4j" in other.stdout
    engine.close()
    ArcadeEngine(folder).close()


def test_one_process_opens_it_once(folder: Path) -> None:
    engine = ArcadeEngine(folder)

    with pytest.raises(MemoryLocked):
        ArcadeEngine(folder)

    run(engine, "CREATE (:Task {task_id: 'a'})")
    engine.close()


@pytest.mark.parametrize("lost", ["*schema*.json", "Task_0.*.bucket", "dictionary*"])
def test_a_folder_that_lost_files_is_a_clear_error(folder: Path, lost: str) -> None:
    engine = ArcadeEngine(folder)
    engine.ensure_schema(ITEMS, RELATIONSHIPS)
    engine.close()
    for path in (folder / "db").glob(lost):
        path.unlink()

    with pytest.raises(GraphUnavailable, match="graph"):
        ArcadeEngine(folder)

    assert (folder / "db").exists()


def test_closing_while_others_read_tells_them_so(folder: Path) -> None:
    engine = ArcadeEngine(folder)
    run(engine, "UNWIND range(1, 500) AS n CREATE (:Task {n: n})")

    def read_on() -> None:
        while True:
            engine.read("MATCH (t:Task) RETURN t.n AS n")

    def work(worker: int) -> None:
        if worker == 0:
            engine.close()
            return
        with pytest.raises(MemoryClosed):
            read_on()

    CypherEngineContract.in_threads(4, work)


# ArcadeDB's two builds ----------------------------------------------------------------


@pytest.mark.slow
def test_both_builds_open_the_files_of_the_other(folder: Path) -> None:
    pytest.importorskip("arcadedb_embedded", reason="not installed: kgmem[jvm]")
    for number, build in enumerate(("native", "jvm", "native", "jvm")):
        engine = ArcadeEngine(folder, build=build)  # type: ignore[arg-type]
        engine.ensure_schema(ITEMS, RELATIONSHIPS)

        run(engine, "CREATE (:Task {task_id: $id, text: '记忆'})", id=f"t{number}")

        assert count(engine) == number + 1
        assert len(engine.schema()) == len(ITEMS)
        assert engine.capabilities()["build"] == build
        engine.close()


def test_the_java_build_stands_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    java = ModuleType("arcadedb_embedded")
    java.__dict__.update(__version__="1", create_database=None, open_database=None)
    monkeypatch.setitem(sys.modules, "arcadedb", None)
    monkeypatch.setitem(sys.modules, "arcadedb_embedded", java)
    arcadedb_builds._loaded.cache_clear()

    build = arcadedb_builds.build_of("auto")

    arcadedb_builds._loaded.cache_clear()
    assert build.name == "jvm"


def test_without_any_build_the_cure_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in arcadedb_builds.MODULES.values():
        monkeypatch.setitem(sys.modules, name, None)
    arcadedb_builds._loaded.cache_clear()

    with pytest.raises(ConfigurationError, match=r"kgmem\[jvm\].*KGMEM_GRAPH=neo4j"):
        engine_of(Settings.load(home=folder))
