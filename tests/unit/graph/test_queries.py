"""The named queries: found, used, and understood by both engines."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, LiteralString, cast

import neo4j
import pytest
from pydantic import SecretStr

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.errors import ConfigurationError
from kgmem.graph import migrate, query_files
from kgmem.ports import Transaction
from kgmem_servers.neo4j import Neo4jEngine
from tests.servers import Neo4jSettings

NAMES = sorted(query_files.load())
HOT = (
    "near_seeds",
    "near_words",
    "near_similar",
    "near_elements",
    "near_page",
    "near_changes",
    "details_tasks",
    "details_runs",
    "details_steps",
    "details_attempts",
    "details_facts",
    "claim_tasks",
    "seed_chunks",
    "seed_facts",
    "seed_tasks",
    "seed_keys",
    "seed_aliases",
    "seed_subjects_of_chunks",
    "seed_names_in_chunks",
    "seed_subjects_of_facts",
    "seed_names_in_facts",
    "seed_names_in_tasks",
    "reached_subjects",
    "reached_named",
    "reached_said",
    "reached_facts_about",
    "reached_facts_naming",
    "reached_tasks",
    "reached_beside",
    "reached_said_beside",
    "reached_stated",
    "reached_stating",
)
"""What each recall, each search and each learning runs: no label may be scanned
there."""

SCANNING = {
    "waiting": "a queue of all spaces: it holds what the index has still to take up",
    "meta_nodes": "a few for each space",
    "count_events": "asked once in a rebuild; those that were folded do not count",
    "count_profiles": "asked once in a rebuild; empty ones do not count",
}
"""Queries that look through all nodes of a label, and why they may."""
ALL_SPACES = (
    "tasks_after",
    "facts_after",
    "chunks_after",
    "messages_after",
    "profiles_after",
    "events_after",
    "incomplete_runs",
    "incomplete_patterns",
    "stray_steps",
    "stray_runs",
    "miscounting_tasks",
    "lone_tasks",
    "stray_messages",
    "torn_chains",
    "miscounting_conversations",
    "overreaching_summaries",
    "next_space",
)
"""Queries that walk along a key through what all spaces hold, a page at a time."""
COUNTED_BY_LABEL = ("count_tasks", "count_facts", "count_chunks", "count_waiting")
"""Queries that count a label; Neo4j knows the number without looking."""
OF_PEOPLE = ("count_messages", "events_after")
"""Queries of a rebuild for which ArcadeDB looks through what is kept of people."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of query files in the place of the package's own."""
    monkeypatch.setattr(query_files, "FOLDER", tmp_path)
    query_files.load.cache_clear()
    yield tmp_path
    query_files.load.cache_clear()


def parameters(name: str) -> dict[str, Any]:
    """Null for each parameter, but a number where only a number parses."""
    text = re.sub(r"//.*", "", query_files.query(name))
    return {key: 1 if key == "limit" else None for key in re.findall(r"\$(\w+)", text)}


# --- loading ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "// name: one\nRETURN 1\n// name: one\nRETURN 2\n",
        "// name: one\n\n// name: two\nRETURN 2\n",
    ],
)
def test_duplicate_and_empty_blocks_are_refused(folder: Path, text: str) -> None:
    (folder / "bad.cypher").write_text(text)

    with pytest.raises(ConfigurationError, match=r"bad\.cypher: query one"):
        query_files.load()


def test_values_come_in_by_parameters_alone() -> None:
    for name in NAMES:
        text = query_files.query(name)
        assert not re.search(r"\{\w*\}|%s|%\(", text), name


# --- both engines ----------------------------------------------------------------


@pytest.fixture(scope="module")
def arcade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArcadeEngine]:
    engine = ArcadeEngine(tmp_path_factory.mktemp("queries") / "graph")
    migrate.ensure_new(engine)
    yield engine
    engine.close()


def test_queries_run_with_null_parameters(arcade: ArcadeEngine) -> None:
    class Undone(Exception):
        pass

    def work(name: str, tx: Transaction) -> None:
        tx.run(query_files.query(name), parameters(name))
        raise Undone  # nothing of it may stay

    for name in NAMES:
        with pytest.raises(Undone):
            arcade.write(partial(work, name))


def test_every_query_is_planned_by_neo4j(neo4j_clean: Neo4jSettings) -> None:
    engine = Neo4jEngine.connect(
        neo4j_clean.uri,
        neo4j_clean.user,
        SecretStr(neo4j_clean.password),
        neo4j_clean.database,
        15.0,
    )
    migrate.ensure_new(engine)
    engine.close()

    plans = {name: operators(plan(neo4j_clean, name)) for name in NAMES}

    assert all(plans.values())
    for name in HOT:
        assert "CartesianProduct" not in plans[name], (name, plans[name])
    scanning = {name for name in NAMES if any(map(is_scan, plans[name]))}
    assert scanning == set(SCANNING)
    for name in NAMES:
        if name not in ALL_SPACES:
            assert not [op for op in plans[name] if "ByRange" in op], name


def is_scan(operator: str) -> bool:
    """Does it look at all nodes of a label, or all relationships of a type?"""
    return "Scan" in operator and not operator.startswith("NodeIndex")


def test_no_query_scans_a_label_embedded(arcade: ArcadeEngine) -> None:
    may = {*SCANNING, *COUNTED_BY_LABEL, *OF_PEOPLE}

    scanning = {
        name
        for name in NAMES
        if "NodeByLabelScan"
        in str(arcade.read(f"EXPLAIN {query_files.query(name)}", parameters(name)))
    }

    assert scanning <= may


def plan(settings: Neo4jSettings, name: str) -> dict[str, Any]:
    """The server's plan of a query on a graph with the schema; runs nothing."""
    auth = (settings.user, settings.password)
    with neo4j.GraphDatabase.driver(settings.uri, auth=auth) as driver:
        text = cast(LiteralString, "EXPLAIN " + query_files.query(name))
        _, summary, _ = driver.execute_query(
            text, parameters(name), database_=settings.database
        )
    assert summary.plan is not None
    return cast(dict[str, Any], summary.plan)


def operators(plan: dict[str, Any]) -> list[str]:
    """All operators of a plan, such as `NodeUniqueIndexSeek`."""
    below = [op for child in plan.get("children", ()) for op in operators(child)]
    return [str(plan["operatorType"]).partition("@")[0], *below]
