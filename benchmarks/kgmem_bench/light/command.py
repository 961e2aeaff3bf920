"""`kgmem bench light`, as a command."""

from typing import Any

import click

from kgmem_bench.common.options import JSON_OPTION, show, sizes


@click.command()
@click.option("--runs", default=1_000, show_default=True, help="Learned in batches.")
@click.option("--calls", default=200, show_default=True, help="Of each single sort.")
@click.option("--paragraphs", default=40, show_default=True, help="Imported.")
@click.option(
    "--embedder",
    type=click.Choice(["synthetic", "offline"]),
    default="offline",
    show_default=True,
    help="offline: the real one, whose time is in the columns `with embedding`.",
)
@click.option("--sizes", default="1000,10000", callback=sizes, show_default=True)
@JSON_OPTION
def light(json_to: str | None, **given: Any) -> None:
    """Processor time of single calls, and what they leave on disk."""
    from kgmem_bench.light.light import Order, bench_light, checks, to_markdown

    result = bench_light(Order(**given))
    show(result, checks(result), to_markdown, json_to)
