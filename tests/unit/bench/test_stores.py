"""The benchmark of the stores, end to end and small."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from kgmem_bench.cli import bench
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.stores.stand import (
    floor_stand,
    make_embedder,
    settings_for_bench,
    stand,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    args = [
        "stores",
        "--sizes",
        "6,60",
        "--rounds",
        "5",
        "--singles",
        "5",
        "--json",
        "-",
    ]
    result = CliRunner().invoke(bench, args)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_every_run_was_learned(found: dict[str, Any]) -> None:
    size = found["sizes"][-1]

    assert (size["batch"]["runs"], size["batch"]["failed"]) == (60, 0)
    assert 40 < size["tasks"] <= 65
    assert size["single"]["ms"]["n"] == 5


def test_the_floor_writes_the_same_graph(tmp_path: Path) -> None:
    settings = settings_for_bench(tmp_path, "arcadedb")
    settings = settings.model_copy(update={"generalize_after": 0})
    embedder = make_embedder("synthetic")
    given = [SyntheticRuns().run(n) for n in range(150)]
    counts = (
        "MATCH (n:Task|Experience|Step|UIElement|Page|App|Outbox) "
        "RETURN count(n) AS n, sum(n.tasks) AS tasks, sum(n.runs) AS runs",
        "MATCH ()-[r:ATTEMPTED_AS|STARTS_WITH|HAS_STEP|NEXT|TARGETS|ON|OF|IN_APP]->() "
        "RETURN count(r) AS n",
        "MATCH ()-[r:USES]->() RETURN count(r) AS n, sum(r.support) AS runs",
    )

    with stand(settings, embedder) as at, floor_stand(settings, embedder) as floor:
        at.memory.learn_many(given)
        floor(given, 64)
        learned = [at.engine.read(text) for text in counts]
        written = [floor.engine.read(text) for text in counts]

    assert learned == written
    assert learned[0][0]["runs"] == 150


def test_every_sort_of_task_is_recalled_beside_its_floor(found: dict[str, Any]) -> None:
    recalls = found["sizes"][-1]["recalls"]

    asked = {(one["sort"], one["with_app"], one["total"]["n"]) for one in recalls[:-1]}
    assert asked == {
        (sort, app, 5)
        for sort in ("known", "similar", "unknown")
        for app in (False, True)
    }
    for one in recalls:
        assert one["ratio"] == pytest.approx(
            one["total"]["p50"] / one["floor"]["p50"], 1e-3
        )
        assert 0 < one["floor_vectors"]["p50"] < one["total"]["p95"]
        assert {"embed", "seed", "expand", "hydrate"} <= set(one["stages"])
        assert one["rows"] > 0


def test_a_known_task_is_found_and_an_unknown_one_is_not(found: dict[str, Any]) -> None:
    routes = {one["sort"]: one["routes"] for one in found["sizes"][-1]["recalls"][:-1]}

    assert "direct_replay" in routes["known"]
    assert "direct_replay" not in routes["unknown"]
