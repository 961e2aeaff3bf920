"""`kgmem bench answers`, as a command."""

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
    from kgmem_bench.answers.kinds import KINDS

    return dict.fromkeys(kind.name for kind in KINDS)


@click.command()
@click.option(
    "--kinds",
    callback=names_among(_kinds),
    help="Names with commas between; else all.",
)
@click.option("--quick", is_flag=True, help="Every third kind.")
@out_option("Keeps the report.")
@NUMBERS_OPTION
def answers(json_to: str | None, **given: Any) -> None:
    """What was read is told: values, lists and counts, on pages that changed since.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.answers.report import checks, to_markdown
    from kgmem_bench.answers.run import Order, bench_answers

    order = Order(**given)
    result = bench_answers(order)
    hand_over(result, checks(result), to_markdown(result), order.folder, json_to)
