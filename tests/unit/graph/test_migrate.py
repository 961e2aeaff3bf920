"""Bringing a graph to this package's schema: new, older, newer, edited, by two at
once."""

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import SecretStr

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.errors import InvalidInput, SchemaOutOfDate
from kgmem.graph import migrate
from kgmem.graph.patterns.store import PatternStore
from kgmem.graph.schema import (
    RELATIONSHIPS,
    migrations,
    schema_items,
    schema_version,
)
from kgmem.graph.store import GraphStore
from kgmem.ports import CypherEngine
from kgmem.resources import folder
from kgmem_servers.neo4j import Neo4jEngine
from tests.servers import Neo4jSettings

TASK_KEY = "CREATE CONSTRAINT {} IF NOT EXISTS FOR (n:Task) REQUIRE n.task_id IS UNIQUE"
BY_SPACE = "CREATE INDEX task_space IF NOT EXISTS FOR (n:Task) ON (n.space)"
UPPER = "MATCH (t:Task) SET t.text = toUpper(t.text)"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[CypherEngine]:
    engine = ArcadeEngine(tmp_path / "graph")
    yield engine
    engine.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A `graph_schema/` of two versions; `publish` adds more."""
    root = tmp_path / "graph_schema"
    (root / "migrations").mkdir(parents=True)
    key = TASK_KEY.format("task_key")
    (root / "schema.cypher").write_text(f"// now\n{key};\n{BY_SPACE};\n")
    publish(root, "V001__first.cypher", f"{key};\n")
    publish(root, "V002__by_space.cypher", f"{BY_SPACE};\n")
    return root


def publish(root: Path, name: str, text: str) -> None:
    (root / "migrations" / name).write_text(text, encoding="utf-8")


def add_task(engine: CypherEngine, text: str = "buy milk 买牛奶") -> None:
    query = "CREATE (:Task {task_id: 'a', text: $text})"
    engine.write(lambda tx: tx.run(query, {"text": text}))


def texts(engine: CypherEngine) -> list[str]:
    return [row["text"] for row in engine.read("MATCH (t:Task) RETURN t.text AS text")]


# The shipped schema -------------------------------------------------------------------


def both_ways(new: CypherEngine, old: CypherEngine) -> None:
    """`new` gets the present schema, `old` all migrations one after the other."""
    new.ensure_schema(schema_items(), RELATIONSHIPS)
    for migration in migrations():
        old.ensure_schema(migration.items, RELATIONSHIPS)


def test_the_schema_is_the_sum_of_the_migrations(tmp_path: Path) -> None:
    new, old = ArcadeEngine(tmp_path / "new"), ArcadeEngine(tmp_path / "old")

    both_ways(new, old)

    assert new.schema() == old.schema()
    assert len(new.schema()) == len(schema_items())
    new.close()
    old.close()


@pytest.mark.live
def test_both_engines_get_the_same_schema(
    engine: CypherEngine, neo4j_clean: Neo4jSettings
) -> None:
    server = Neo4jEngine.connect(
        neo4j_clean.uri,
        neo4j_clean.user,
        SecretStr(neo4j_clean.password),
        neo4j_clean.database,
        timeout=10,
    )

    migrate.apply(engine)
    migrate.apply(server)

    assert server.schema() == engine.schema()
    assert migrate.status(server) == migrate.status(engine)
    server.close()


def test_tasks_without_patterns_wait(engine: CypherEngine, root: Path) -> None:
    first = folder("graph_schema") / "migrations" / "V001__first_schema.cypher"
    for path in (root / "migrations").iterdir():
        path.unlink()
    shutil.copy(first, root / "migrations")
    shutil.copy(first, root / "schema.cypher")
    migrate.apply(engine, root)
    engine.write(lambda tx: tx.run("CREATE (:Task {task_id: 'a', space: '租户'})"))

    migrate.apply(engine)

    found = list(PatternStore(GraphStore(engine)).claims("租户", 9))
    assert found == ["a"]
    migrate.require_current(engine)


def test_people_of_one_folded_id_are_told_apart(engine: CypherEngine) -> None:
    migrate.apply(engine)
    engine.write(
        lambda tx: tx.run("""
        MATCH (m:Meta {meta_id: 'schema'}) SET m.schema_version = 10,
          m.checksums = m.checksums[..10]
        CREATE (e:Entity {entity_id: 'e', space: 's', name: 'agent:Ann',
                          key: 'agent:ann', kind: 'person'})
        CREATE (:Fact {fact_id: '1', source: 'agent:Ann'})-[:SUBJECT]->(e)
        CREATE (:Fact {fact_id: '2', source: 'agent:ann'})-[:SUBJECT]->(e)
        CREATE (:Fact {fact_id: '3', source: 'agent:ann'})-[:SUBJECT]->
          (:Entity {entity_id: 'w', space: 's', name: "agent:Ann's wife",
                    key: "agent:ann's wife"})
        """)
    )

    migrate.apply(engine)

    rows = engine.read(
        "MATCH (f:Fact)-[:SUBJECT]->(e:Entity) RETURN f.fact_id AS fact, "
        "e.name AS name, e.key AS key, e.space AS space ORDER BY fact"
    )
    names = ["agent:Ann", "agent:ann", "agent:ann's wife"]
    assert [(row["fact"], row["name"]) for row in rows] == list(
        zip("123", names, strict=True)
    )
    assert all(row["key"] == row["name"] and row["space"] == "s" for row in rows)


# Applying -----------------------------------------------------------------------------


def test_a_new_graph_gets_the_present_schema(engine: CypherEngine) -> None:
    before = migrate.status(engine)

    applied = migrate.apply(engine)

    after = migrate.status(engine)
    assert applied == ["schema.cypher"]
    assert (before.version, before.current) == (None, False)
    assert before.pending == tuple(m.name for m in migrations())
    assert (after.version, after.current) == (schema_version(), True)
    assert (after.pending, after.problems) == ((), ())
    migrate.require_current(engine)


def test_an_older_graph_gets_what_is_pending(engine: CypherEngine, root: Path) -> None:
    migrate.apply(engine, root)
    add_task(engine, "abc")
    publish(root, "V003__upper.cypher", f"// all texts\n{UPPER};\n")

    with pytest.raises(SchemaOutOfDate, match="kgmem schema apply"):
        migrate.require_current(engine, root)
    assert migrate.status(engine, root).pending == ("V003__upper.cypher",)
    applied = migrate.apply(engine, root)

    assert applied == ["V003__upper.cypher"]
    assert texts(engine) == ["ABC"]
    migrate.require_current(engine, root)


def test_a_graph_without_a_version_gets_all(engine: CypherEngine, root: Path) -> None:
    add_task(engine)

    applied = migrate.apply(engine, root)

    assert applied == ["V001__first.cypher", "V002__by_space.cypher"]
    assert ("index", "Task", ("space",)) in engine.schema()


def test_a_failing_migration_changes_nothing(engine: CypherEngine, root: Path) -> None:
    migrate.apply(engine, root)
    add_task(engine, "abc")
    publish(root, "V003__bad.cypher", f"{UPPER};\nMATCH (t:Task) SET t.n = 1/0;\n")

    with pytest.raises(InvalidInput):
        migrate.apply(engine, root)

    assert texts(engine) == ["abc"]
    assert migrate.status(engine, root).version == 2


def test_of_two_appliers_one_does_each_step(engine: CypherEngine, root: Path) -> None:
    migrate.apply(engine, root)
    add_task(engine, "x")
    publish(root, "V003__x.cypher", "MATCH (t:Task) SET t.text = t.text + 'y';")
    together = threading.Barrier(4)

    def apply(_: int) -> list[str]:
        together.wait()
        return migrate.apply(engine, root)

    with ThreadPoolExecutor(4) as pool:
        applied = list(pool.map(apply, range(4)))

    assert sorted(applied) == [[], [], [], ["V003__x.cypher"]]
    assert texts(engine) == ["xy"]


# Refusing -----------------------------------------------------------------------------


def test_an_edited_migration_is_refused(engine: CypherEngine, root: Path) -> None:
    migrate.apply(engine, root)
    publish(root, "V001__first.cypher", f"// edited\n{TASK_KEY.format('k')};\n")

    assert migrate.status(engine, root).problems
    for refused in (migrate.require_current, migrate.apply):
        with pytest.raises(SchemaOutOfDate, match=r"V001__first\.cypher was edited"):
            refused(engine, root)


def test_windows_line_ends_are_no_edit(engine: CypherEngine, root: Path) -> None:
    migrate.apply(engine, root)
    path = root / "migrations" / "V001__first.cypher"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    migrate.require_current(engine, root)


def test_a_newer_graph_is_refused(engine: CypherEngine, root: Path) -> None:
    migrate.apply(engine, root)
    (root / "migrations" / "V002__by_space.cypher").unlink()

    for refused in (migrate.require_current, migrate.apply):
        with pytest.raises(SchemaOutOfDate, match="upgrade kgmem"):
            refused(engine, root)


def test_a_graph_without_schema_is_named(engine: CypherEngine, root: Path) -> None:
    with pytest.raises(SchemaOutOfDate, match="no schema"):
        migrate.require_current(engine, root)


# On opening ---------------------------------------------------------------------------


def test_only_a_new_graph_gets_a_schema(engine: CypherEngine, root: Path) -> None:
    first, again = migrate.ensure_new(engine, root), migrate.ensure_new(engine, root)
    publish(root, "V003__upper.cypher", UPPER)
    later = migrate.ensure_new(engine, root)

    assert (first, again, later) == (True, False, False)
    with pytest.raises(SchemaOutOfDate):
        migrate.require_current(engine, root)


def test_a_graph_in_use_is_left_alone(engine: CypherEngine, root: Path) -> None:
    add_task(engine)

    assert not migrate.ensure_new(engine, root)
    assert engine.schema() == set()


# Files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "version",
    ["'five'", "-3", "0", "1.5", "true", "[5]", "null", "9223372036854775807"],
)
def test_a_damaged_version_has_a_cure(engine: CypherEngine, version: str) -> None:
    migrate.apply(engine)
    text = f"MATCH (m:Meta {{meta_id: 'schema'}}) SET m.schema_version = {version}"
    engine.write(lambda tx: tx.run(text))

    with pytest.raises(SchemaOutOfDate, match=r"schema_version|upgrade|newer"):
        migrate.require_current(engine)
    with pytest.raises(SchemaOutOfDate):
        migrate.apply(engine)
