"""`kgmem bench serve`, as a command."""

from typing import Any

import click

from kgmem_bench.common.options import JSON_OPTION, show, sizes


@click.command()
@click.option("--runs", default=1_000, show_default=True, help="In the memory.")
@click.option("--seconds", default=6.0, show_default=True, help="Of each round.")
@click.option(
    "--clients",
    default="1,8,32",
    callback=sizes,
    show_default=True,
    help="Processes that ask at once; at least three numbers.",
)
@JSON_OPTION
def serve(json_to: str | None, **given: Any) -> None:
    """Answers a second and waiting over HTTP, beside the SDK in process."""
    from kgmem_bench.serve.serve import Order, bench_serve, checks, to_markdown

    result = bench_serve(Order(**given))
    show(result, checks(result), to_markdown, json_to)
