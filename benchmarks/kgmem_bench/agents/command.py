"""`kgmem bench agents`, as a command."""

from collections.abc import Iterable
from typing import Any

import click

from kgmem_bench.common.page_command import (
    NUMBERS_OPTION,
    hand_over,
    names_among,
    out_option,
)


def _worlds() -> Iterable[str]:
    from kgmem_bench.agents.worlds import WORLDS

    return WORLDS


@click.command()
@click.option(
    "--apps",
    "worlds",
    callback=names_among(_worlds),
    help="Names with commas between; else all.",
)
@click.option("--quick", is_flag=True, help="A few kinds of each application.")
@out_option("Keeps the report.")
@NUMBERS_OPTION
def agents(json_to: str | None, **given: Any) -> None:
    """What a memory costs and saves an agent that obeys its texts, in real pages.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.agents.report import checks, to_markdown
    from kgmem_bench.agents.run import Order, bench_agents

    order = Order(**given)
    result = bench_agents(order)
    hand_over(result, checks(result), to_markdown(result), order.folder, json_to)
