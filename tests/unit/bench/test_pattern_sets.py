"""Kinds and values over every set."""

import json
from pathlib import Path

from kgmem_bench.patterns.pattern_sets import bench_sets


def rows() -> list[dict[str, object]]:
    return [
        {
            "task_id": f"{kind}{name}",
            "sites": ["shop"],
            "intent": f"{ask} {name}",
            "intent_template_id": kind,
            "instantiation_dict": {"name": name},
        }
        for kind, ask in ((1, "Show the orders of"), (2, "Delete the product"))
        for name in ("Bolt", "Cyan", "Dune")
    ]


def written(folder: Path) -> Path:
    home = folder / "reworded-web-tasks"
    home.mkdir()
    lines = [json.dumps(row) for row in rows()]
    (home / "dev.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_each_set_is_asked_with_every_sort_of_runs(tmp_path: Path) -> None:
    result = bench_sets(written(tmp_path), vectors=False, tell=lambda _: None)

    by_runs = {one.runs: one for one in result.scores}
    typed = by_runs["shared step, values typed"]
    assert by_runs.keys() == {
        "none",
        "none, one shared sentence",
        "one shared step",
        "shared step, values typed",
    }
    assert (typed.tasks, typed.kinds) == (6, 2)
    assert typed.pairs.f1 == 1.0
    assert typed.slots is not None
    assert typed.slots.exact.value == 1.0
