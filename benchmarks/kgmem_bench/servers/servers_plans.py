"""A graph of many tenants as it grows: plans of all queries, what a recall touches, and
what the server's folder takes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem import Memory, Settings
from kgmem.lab import Row, Transaction, named_queries, named_query
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.report import Say, disk_use
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.stores.floor import Calls
from kgmem_bench.stores.stand import Stand, stand

CHUNK = 500
FEW = 1_000
"""Nodes of a label, or relationships of a type."""
_TYPE = re.compile(r"\[\w*:(\w+)\]")
QUEUES = ("waiting", "meta_nodes")
"""Queries that look through a label which stays small, see the test of all plans."""

Plan = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Growth:
    """A graph of one size."""

    runs: int
    tenants: int
    nodes: int
    relationships: int
    scans: list[str]
    """Named queries whose plan looks through a label or a type of relationships."""
    hits: tuple[float, float]
    """Rows and properties that a recall's reads touch in the graph: median, p95."""
    warm_ms: float
    """Of the queries by which a tenant's runs are read ahead,"""
    count_ms: float
    """and of counting a tenant; both as the server tells, median of five."""
    bytes: int | None
    """Of the server's folder; None where it was not given."""


def measure_growth(
    settings: Settings,
    sizes: Sequence[int],
    tenants: int,
    rounds: int,
    server_data: Path | None,
    tell: Say,
) -> list[Growth]:
    """Fill one graph from size to size and look at it at each."""
    made, known, found = SyntheticRuns(7), 0, []
    with stand(settings, SyntheticEmbedder()) as at, _Server(settings) as server:
        parts = at.memory._parts
        assert parts is not None
        spaces = [f"tenant-{n:04}" for n in range(tenants)]
        memories = [Memory(parts, space, owner=False) for space in spaces]
        for size in sorted(sizes):
            _fill(memories, made, known, size, tell)
            known = size
            server.sample()
            found.append(_look(at, server, memories, made, size, rounds, server_data))
        _empty_of(at, spaces)
    return found


def _fill(
    memories: Sequence[Memory], made: SyntheticRuns, start: int, end: int, tell: Say
) -> None:
    """Each tenant learns its share of the runs."""
    share = range(start // len(memories), end // len(memories))
    for n, memory in enumerate(memories):
        runs = [made.run(n * 1_000_000 + i) for i in share]
        for first in range(0, len(runs), CHUNK):
            memory.learn_many(runs[first : first + CHUNK])
        if n % 10 == 9:
            tell(f"  {end:,} runs: {n + 1} of {len(memories)} tenants filled")
    memories[0].flush()


def _empty_of(at: Stand, spaces: Sequence[str]) -> None:
    """What these tenants have; the stand empties a space of its own alone."""
    some = (
        "MATCH (n) WHERE n.space = $space WITH n LIMIT 5000 DETACH DELETE n "
        "RETURN count(*) AS n"
    )
    for space in spaces:
        given = {"space": space}
        gone = 1
        while gone:
            [row] = at.engine.write(partial(_run, text=some, given=given))
            gone = row["n"]


def _run(tx: Transaction, text: str, given: Row) -> list[Row]:
    return tx.run(text, given)


def _look(
    at: Stand,
    server: "_Server",
    memories: Sequence[Memory],
    made: SyntheticRuns,
    size: int,
    rounds: int,
    server_data: Path | None,
) -> Growth:
    share = size // len(memories)
    touched = []
    for n in range(rounds):
        tenant = n % len(memories)
        task = made.task(tenant * 1_000_000 + n % share)
        with at.recorder.noting() as calls:
            memories[tenant].recall(task.text, app=task.app)
        touched.append(server.hits(calls))
    given = {"space": memories[0].space, "limit": 50}
    return Growth(
        runs=size,
        tenants=len(memories),
        nodes=server.count("MATCH (n) RETURN count(n) AS n"),
        relationships=server.count("MATCH ()-[r]->() RETURN count(r) AS n"),
        scans=[name for name in named_queries() if server.scans(name)],
        hits=(percentile(touched, 0.5), percentile(touched, 0.95)),
        warm_ms=server.ms("most_used_runs", given) + server.ms("newest_runs", given),
        count_ms=server.ms("counts", given),
        bytes=None if server_data is None else disk_use(server_data),
    )


class _Server:
    """The server itself, asked for what a CypherEngine does not tell."""

    def __init__(self, settings: Settings) -> None:
        import neo4j

        assert settings.neo4j_uri
        assert settings.neo4j_password
        secret = settings.neo4j_password.get_secret_value()
        self._database = settings.neo4j_database
        self._driver = neo4j.GraphDatabase.driver(
            settings.neo4j_uri,
            auth=(settings.neo4j_user, secret),
            notifications_min_severity="OFF",
        )

    def __enter__(self) -> "_Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.close()

    def sample(self) -> None:
        """Have the server look at its data again, so that plans are those of it."""
        self._run("CALL db.prepareForReplanning()", {})

    def count(self, text: str) -> int:
        records, _ = self._run(text, {})
        return int(records[0]["n"])

    def scans(self, name: str) -> bool:
        """Does its plan look through a label or a type, other than a small one? To
        look through FEW is quicker than to look them up, and the server knows."""
        text = named_query(name)
        names = re.findall(r"\$(\w+)", re.sub(r"//.*", "", text))
        given = {key: 1 if key == "limit" else None for key in names}
        _, summary = self._run("EXPLAIN " + text, given)
        return name not in QUEUES and any(map(self._is_wide, _all(summary.plan)))

    def _is_wide(self, operator: Plan) -> bool:
        kind = str(operator["operatorType"])
        said = str(operator["args"].get("Details"))
        if kind.startswith("NodeByLabelScan"):
            label = said.rpartition(":")[2]
            return self.count(f"MATCH (n:{label}) RETURN count(n) AS n") > FEW
        if found := _TYPE.search(said) if "RelationshipTypeScan" in kind else None:
            text = f"MATCH ()-[r:{found[1]}]->() RETURN count(r) AS n"
            return self.count(text) > FEW
        return "Scan" in kind and not kind.startswith("NodeIndex")

    def hits(self, calls: Calls) -> int:
        """What the reads of a recall touch."""
        total = 0
        for text, params in calls.reads:
            _, summary = self._run("PROFILE " + text, dict(params or {}))
            total += sum(one["args"]["DbHits"] for one in _all(summary.profile))
        return total

    def ms(self, name: str, given: dict[str, Any]) -> float:
        """Until the answer is there in full, by the server's clock."""
        text = named_query(name)
        asked = {
            key: given[key] for key in re.findall(r"\$(\w+)", text) if key in given
        }
        return percentile([self._took(text, asked) for _ in range(5)], 0.5)

    def _took(self, text: str, given: dict[str, Any]) -> float:
        _, summary = self._run(text, given)
        return float(summary.result_consumed_after + summary.result_available_after)

    def _run(self, text: str, given: dict[str, Any]) -> tuple[list[Any], Any]:
        records, summary, _ = self._driver.execute_query(
            text, given, database_=self._database
        )
        return records, summary


def _all(plan: Plan | None) -> Iterator[Plan]:
    """A plan's operators."""
    if plan is not None:
        yield plan
        for child in plan.get("children", ()):
            yield from _all(child)
