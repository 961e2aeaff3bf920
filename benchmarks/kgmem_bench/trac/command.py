"""`kgmem bench trac`, as a command."""

from collections.abc import Iterable
from typing import Any

import click

from kgmem_bench.common.page_command import (
    NUMBERS_OPTION,
    hand_over,
    names_among,
    out_option,
)


def _kinds() -> Iterable[str]:
    from kgmem_bench.trac.kinds import KINDS

    return KINDS


@click.command()
@click.option(
    "--kinds", callback=names_among(_kinds), help="Names with commas between; else all."
)
@click.option("--no-changes", is_flag=True, help="Without the changed pages.")
@out_option("Keeps walks, plays and the report; a run that was stopped goes on.")
@NUMBERS_OPTION
def trac(json_to: str | None, no_changes: bool, **given: Any) -> None:
    """What a memory saves in a real application: Trac in Chromium.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.trac.report import checks, to_markdown
    from kgmem_bench.trac.run import Order, bench_trac

    order = Order(changes=not no_changes, **given)
    result = bench_trac(order)
    hand_over(result, checks(result), to_markdown(result), order.folder, json_to)
