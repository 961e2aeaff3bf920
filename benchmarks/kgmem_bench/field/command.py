"""`kgmem bench field`, as a command."""

from collections.abc import Iterable
from typing import Any

import click

from kgmem_bench.common.page_command import (
    NUMBERS_OPTION,
    hand_over,
    names_among,
    out_option,
)


def _recorders() -> Iterable[str]:
    from kgmem_bench.field.scenario import RECORDERS

    return RECORDERS


@click.command()
@click.option(
    "--kinds", metavar="WORDS", help="Kinds whose name has one of these, with commas."
)
@click.option(
    "--recorders",
    callback=names_among(_recorders),
    help="Names with commas between; else all.",
)
@click.option("--no-changes", is_flag=True, help="Without the changed pages.")
@click.option(
    "--times",
    type=click.IntRange(1, 2),
    default=2,
    show_default=True,
    help="Other values that each is asked with.",
)
@click.option("--quick", is_flag=True, help="Three kinds.")
@out_option("Keeps the recordings and the report.")
@NUMBERS_OPTION
def field(
    json_to: str | None, no_changes: bool, quick: bool, kinds: str | None, **given: Any
) -> None:
    """Real pages recorded by each recorder, and replayed with other values.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    Where KGMEM_BENCH_BROWSER_USE names a Python that has browser-use, its own agent
    records; else its histories are made.
    """
    from kgmem_bench.field.report import checks, to_markdown
    from kgmem_bench.field.run import QUICK, Order, bench_field
    from kgmem_bench.field.tasks import SCENARIOS

    words = kinds.split(",") if kinds else []
    wanted = tuple(
        kind for kind in SCENARIOS if not words or any(one in kind for one in words)
    )
    if not wanted:
        raise click.BadParameter(f"no kind of {', '.join(SCENARIOS)} has these words")
    chosen = QUICK if quick and not words else wanted
    order = Order(kinds=chosen, changes=not no_changes, **given)
    result = bench_field(order)
    hand_over(result, checks(result), to_markdown(result), order.folder, json_to)
