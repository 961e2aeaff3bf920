"""`kgmem bench miniwob`, as a command."""

from collections.abc import Iterable
from typing import Any

import click

from kgmem_bench.common.page_command import (
    NUMBERS_OPTION,
    hand_over,
    names_among,
    out_option,
)

ALL_PHASES = "ABCDEF"


def _phases(_: Any, __: Any, given: str) -> str:
    wanted = given.upper().replace(",", "")
    if not wanted or set(wanted) - set(ALL_PHASES):
        raise click.BadParameter("letters of A to F, as in A,B,C")
    return "".join(sorted(set(wanted)))


def _tasks() -> Iterable[str]:
    from kgmem_bench.miniwob.tasks import TASKS

    return TASKS


def _pages() -> Iterable[str]:
    from kgmem_bench.miniwob.server import page_names

    return page_names()


@click.command()
@click.option(
    "--tasks",
    callback=names_among(_pages, _tasks),
    help="Names of the package's pages with commas between, or a part as in 1of3: "
    "every third page, from the first; else sixteen of them.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 20),
    default=20,
    show_default=True,
    help="New episodes of each task in phases C and D.",
)
@click.option("--phases", default="A,B,C,D,E,F", callback=_phases, show_default=True)
@out_option("Keeps each task's results and the report; a run that was stopped goes on.")
@NUMBERS_OPTION
def miniwob(json_to: str | None, **given: Any) -> None:
    """What a memory saves on live pages: MiniWoB++ in Chromium.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.miniwob.report import checks, to_markdown
    from kgmem_bench.miniwob.run import Order, bench_miniwob

    order = Order(**given)
    result = bench_miniwob(order)
    hand_over(result, checks(result), to_markdown(result), order.folder, json_to)
