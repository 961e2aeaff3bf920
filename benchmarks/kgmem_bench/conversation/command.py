"""`kgmem bench conversation`."""

from pathlib import Path
from typing import Any

import click

from kgmem_bench.common.options import JSON_OPTION, show, sizes


@click.command()
@click.option("--each", default=12, show_default=True, help="Dialogs of a language.")
@click.option(
    "--sizes",
    default="1000,100000",
    callback=sizes,
    show_default=True,
    help="Messages of the memories whose growth is measured.",
)
@click.option("--rounds", default=100, show_default=True, help="Contexts of each size.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--chats",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help="JSON list of strangers' chats, beside those of our own.",
)
@click.option("--strangers", is_flag=True, help="Strangers' chats alone.")
@click.option("--quick", is_flag=True, help="Few dialogs, small sizes.")
@JSON_OPTION
def conversation(
    quick: bool, strangers: bool, json_to: str | None, **given: Any
) -> None:
    """What was said in made dialogs: found again, told as of a time, kept when folded;
    contexts, their speed as a memory grows; what is known after strangers' chats."""
    from dataclasses import replace

    from kgmem_bench.conversation import conversation as bench

    order = replace(bench.QUICK, chats=given["chats"]) if quick else None
    order = order or bench.Order(**given)
    if strangers:
        found = bench.bench_strangers(order)
        show(found, bench.of_strangers(found), bench.strangers_page, json_to)
        return
    result = bench.bench_conversation(order)
    show(result, bench.checks(result), bench.to_markdown, json_to)
