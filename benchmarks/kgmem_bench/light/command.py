"""`kgmem bench light`, as a command."""

from typing import Any

import click

from kgmem_bench.common.options import JSON_OPTION, show


@click.command()
@click.option("--runs", default=1_000, show_default=True, help="Learned in batches.")
@click.option("--calls", default=200, show_default=True, help="Of each single sort.")
@click.option("--paragraphs", default=40, show_default=True, help="Imported.")
@click.option(
    "--embedder",
    type=click.Choice(["synthetic", "offline"]),
    default="synthetic",
    show_default=True,
    help="offline: the real one, whose time is then in the column `with embedding`.",
)
@JSON_OPTION
def light(json_to: str | None, **given: Any) -> None:
    """Processor time of single calls, and what they leave on disk."""
    from kgmem_bench.light.light import Order, bench_light, checks, to_markdown

    result = bench_light(Order(**given))
    show(result, checks(result), to_markdown, json_to)
