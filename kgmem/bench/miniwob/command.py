"""`kgmem bench miniwob`, as a command."""

from pathlib import Path
from typing import Any

import click

ALL_PHASES = "ABCDEF"


def _phases(_: Any, __: Any, given: str) -> str:
    wanted = given.upper().replace(",", "")
    if not wanted or set(wanted) - set(ALL_PHASES):
        raise click.BadParameter("letters of A to F, as in A,B,C")
    return "".join(sorted(set(wanted)))


def _tasks(_: Any, __: Any, given: str | None) -> tuple[str, ...]:
    from kgmem.bench.miniwob.tasks import TASKS

    wanted = tuple(given.split(",")) if given else TASKS
    if unknown := set(wanted) - set(TASKS):
        raise click.BadParameter(
            f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(TASKS)}"
        )
    return wanted


@click.command()
@click.option("--tasks", callback=_tasks, help="Names with commas between; else all.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 20),
    default=20,
    show_default=True,
    help="New episodes of each task in phases C and D.",
)
@click.option("--phases", default="A,B,C,D,E,F", callback=_phases, show_default=True)
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("kgmem-miniwob"),
    show_default=True,
    help="Keeps each task's results and the report; a run that was stopped goes on.",
)
@click.option("--json", "json_to", metavar="FILE", help="Also write the numbers there.")
def miniwob(json_to: str | None, **given: Any) -> None:
    """What a memory saves on live pages: MiniWoB++ in Chromium.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem.bench.miniwob.report import checks, to_markdown
    from kgmem.bench.miniwob.run import Order, bench_miniwob
    from kgmem.bench.report import as_json, deliver, plain

    order = Order(**given)
    result = bench_miniwob(order)
    numbers = {**plain(result), "checks": plain(checks(result))}
    text = to_markdown(result)
    order.folder.mkdir(parents=True, exist_ok=True)
    (order.folder / "report.md").write_text(text, encoding="utf-8")
    (order.folder / "report.json").write_text(as_json(numbers), encoding="utf-8")
    deliver(numbers, text, json_to)
