"""The benchmark of servers: what it tells, and small on a real one."""

import json

import pytest
from click.testing import CliRunner
from kgmem_bench.cli import bench
from kgmem_bench.servers.servers import Beside, ServersResult, Together
from kgmem_bench.servers.servers_plans import Growth
from kgmem_bench.servers.servers_report import checks
from kgmem_bench.stores.recall_speed import Speed

from tests.servers import Neo4jSettings

SPEED = Speed(1.0, 2.0, 1.2, 9)
GOOD = Together(4, {"learn": 9.0}, {"learn": SPEED}, [], 0, 0, 0, 0)
BESIDE = Beside(100, 2.0, 50, 0, SPEED, 9.0, SPEED, 20, 0, 0)
SMALL = Growth(1_000, 10, 20_000, 40_000, [], (300.0, 400.0), 1.0, 2.0, 9_000_000)
LARGE = Growth(10_000, 10, 190_000, 390_000, [], (330.0, 450.0), 1.5, 9.0, 80_000_000)
MACHINE = {"date": "2026-01-01T00:00:00", "system": "Linux", "processor": "a processor"}
MACHINE |= {"cores": 2, "load": 0.1, "python": "3.11", "versions": {}}


def result(*, lost: int = 0, large: Growth = LARGE) -> ServersResult:
    together = Together(4, GOOD.per_second, GOOD.ms, [], lost, 0, 0, 0)
    return ServersResult(
        "servers", MACHINE, "edge", 100, [together], BESIDE, [SMALL, large]
    )


def test_nothing_lost_and_flat_is_met() -> None:
    assert [check.what for check in checks(result()) if not check.met] == []


def test_a_lost_run_and_a_scan_are_told() -> None:
    scanning = Growth(10_000, 10, 9, 9, ["counts"], (900.0, 950.0), 1.5, 9.0, None)

    unmet = [one.what for one in checks(result(lost=1, large=scanning)) if not one.met]

    assert unmet == [
        "runs lost, 4 processes",
        "queries that scan, 10,000 runs",
        "touched by a recall, 10,000 by 1,000 runs",
    ]


@pytest.mark.live
def test_two_processes_on_a_real_server_lose_nothing(
    neo4j_empty: Neo4jSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGMEM_NEO4J_URI", neo4j_empty.uri)
    monkeypatch.setenv("KGMEM_NEO4J_USER", neo4j_empty.user)
    monkeypatch.setenv("KGMEM_NEO4J_PASSWORD", neo4j_empty.password)
    args = ["servers", "--processes", "2", "--runs", "6", "--reindexed", "0"]
    args += ["--sizes", "20", "--tenants", "2", "--rounds", "2", "--json", "-"]

    done = CliRunner().invoke(bench, args)

    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert [one["what"] for one in found["checks"] if not one["met"]] == []
