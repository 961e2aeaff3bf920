"""Choose the rows that kgmem ships as runs: `python -m kgmem_bench.data_sets.select`.

The rule knows no task or page, only counts, lengths and checksums:

- miniwob-demos: the KINDS kinds with the longest runs on average; of each the first
  SUCCESSES successes and FAILURES failures by checksum of their id. Of the longest
  kind that has failures only the failures, so that the samples hold a kind of task
  that never worked.
- screenagent-zh: each session in which something had to be tried again or planned
  anew, and every other session of the same task. The model's whole answers
  (`response_zh`) are left out: they repeat the actions.
- mobiagent-zh: all of it.

Rows keep their order; the same data gives the same files, byte for byte.
"""

import json
import shutil
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import click

from kgmem.samples import Sample
from kgmem.samples.shipped import DATA
from kgmem_bench.data_sets import (
    ROWS,
    generated,
    miniwob,
    mobiagent,
    samples,
    screenagent,
)
from kgmem_bench.data_sets.reading import read_rows

KINDS = 12
SUCCESSES = 10
FAILURES = 6
PER_TEMPLATE = 6
"""How many runs are made from each template."""

Rows = list[dict[str, Any]]


def select(data_dir: Path, out_dir: Path) -> dict[str, int]:
    """Write the chosen rows below `out_dir`; how many bytes each file has."""
    chosen = {
        miniwob.SET: miniwob_rows(_rows(data_dir / miniwob.SET)),
        mobiagent.SET: _rows(data_dir / mobiagent.SET),
        screenagent.SET: screenagent_rows(_rows(data_dir / screenagent.SET)),
    }
    for name, rows in chosen.items():
        _write(out_dir / name / "dev.jsonl", rows)
    shutil.copyfile(
        data_dir / mobiagent.SET / mobiagent.TEMPLATES,
        out_dir / mobiagent.SET / mobiagent.TEMPLATES,
    )
    files = sorted(out_dir.glob("*/*.jsonl"))
    return {str(path.relative_to(out_dir)): path.stat().st_size for path in files}


def miniwob_rows(rows: Rows) -> Rows:
    """The chosen runs of people."""
    kinds: dict[str, Rows] = defaultdict(list)
    for row in rows:
        kinds[row["task"]].append(row)
    longest = sorted(kinds, key=lambda kind: (-_length(kinds[kind]), kind))[:KINDS]
    hopeless = next((kind for kind in longest if _failures(kinds[kind])), None)
    keep: set[str] = set()
    for kind in longest:
        keep |= _ids(_failures(kinds[kind]), FAILURES)
        if kind != hopeless:
            keep |= _ids([r for r in kinds[kind] if r["success"]], SUCCESSES)
    return [row for row in rows if row["id"] in keep]


def screenagent_rows(rows: Rows) -> Rows:
    """The chosen sessions, without the model's whole answers."""
    tasks = {row["task_en"] for row in rows if _was_hard(row)}
    return [_without_answers(row) for row in rows if row["task_en"] in tasks]


def _was_hard(row: dict[str, Any]) -> bool:
    return any(
        action.get("situation", "sub_task_success") != "sub_task_success"
        for record in row["steps"]
        if "_neg_" not in record["t"]
        for action in record["actions"]
    )


def _without_answers(row: dict[str, Any]) -> dict[str, Any]:
    steps = [
        {key: value for key, value in record.items() if key != "response_zh"}
        for record in row["steps"]
    ]
    return {**row, "steps": steps}


def _length(rows: Rows) -> float:
    return mean(len(row["steps"]) for row in rows)


def _failures(rows: Rows) -> Rows:
    return [row for row in rows if not row["success"]]


def _ids(rows: Rows, n: int) -> set[str]:
    ids = sorted((row["id"] for row in rows), key=lambda i: zlib.crc32(i.encode()))
    return set(ids[:n])


def _rows(folder: Path) -> Rows:
    return list(read_rows(folder / "dev.jsonl", dict))


def _write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@click.command()
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=ROWS,
    help="Default: the folder that benches read.",
)
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    default=DATA / "runs.jsonl",
    help="Default: the package's own runs.",
)
def main(data: Path, out: Path, runs: Path) -> None:
    """Make the shipped subset again from the data sets below DATA."""
    for name, size in select(data, out).items():
        click.echo(f"{size:>9,}  {name}")
    _write(runs, map(as_shipped, chosen(out)))


def chosen(folder: Path) -> Iterator[Sample]:
    """The runs of the chosen rows, each set followed by those made of its templates."""
    for name in (miniwob.SET, mobiagent.SET, screenagent.SET):
        yield from samples(folder / name)
        yield from generated(folder / name, PER_TEMPLATE)


def as_shipped(sample: Sample) -> dict[str, Any]:
    """A sample as a line of the package's file."""
    run = sample.trajectory.model_dump(mode="json", exclude_defaults=True)
    beside = {"group": sample.group, "slots": dict(sample.slots)}
    return {"set": sample.set, **{k: v for k, v in beside.items() if v}, "run": run}


if __name__ == "__main__":
    main()
