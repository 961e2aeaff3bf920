"""`kgmem bench patterns` from a folder of data to its report."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgmem_bench.cli import bench
from kgmem_bench.data_sets import ROWS

pytestmark = pytest.mark.slow

MOST = 6


def _rows(path: Path) -> list[dict[str, object]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _write(path: Path, rows: Sequence[object]) -> None:
    path.parent.mkdir(parents=True)
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8")


def _few(rows: Sequence[dict[str, object]]) -> Iterator[dict[str, object]]:
    """Some successes of some kinds."""
    kinds = list(dict.fromkeys(row["task"] for row in rows if row["success"]))[:3]
    for kind in kinds:
        yield from [r for r in rows if r["task"] == kind and r["success"]][:MOST]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A little of four sets."""
    home = tmp_path_factory.mktemp("data")
    shipped = _rows(ROWS / "miniwob-demos/dev.jsonl")
    _write(home / "miniwob-demos/dev.jsonl", list(_few(shipped)))
    wordings = _rows(ROWS / "mobiagent-zh/dev.jsonl")[:12]
    _write(home / "mobiagent-zh/dev.jsonl", wordings)
    intents = [
        {
            "task_id": n,
            "sites": ["reddit"],
            "intent": f"Upvote the newest post in {forum}",
            "intent_template_id": number,
            "instantiation_dict": {"forum": forum},
        }
        for number in (1, 2, 3, 4)
        for n, forum in enumerate(("books", "space", "deep learning"), 10 * number)
    ]
    _write(home / "webarena-templates/dev.jsonl", intents)
    requests = [
        {
            "user_id": f"user_{n}",
            "instruction": f"Cancel order #W{n} because no longer needed.",
            "actions": [
                {"name": "cancel_pending_order", "kwargs": {"order_id": f"#W{n}"}}
            ],
        }
        for n in range(1, 6)
    ]
    _write(home / "tau-retail/train.jsonl", requests)
    return home


def test_the_command_writes_json_without_an_embedder(folder: Path) -> None:
    args = ["patterns", "--data", str(folder), "--quick", "--no-vectors", "--json", "-"]

    found = CliRunner().invoke(bench, args)

    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["embedder"] is None
    assert {"paths", "tools", "kinds", "checks"} <= told.keys()
