"""`kgmem bench caches`, as a command."""

from typing import Any

import click

from kgmem_bench.common.options import JSON_OPTION, show


@click.command()
@click.option("--runs", default=1_000, show_default=True, help="Learned.")
@click.option("--questions", default=60, show_default=True, help="Asked of each.")
@click.option("--redis-url", help="A Redis for the second level, which is emptied.")
@JSON_OPTION
def caches(json_to: str | None, **given: Any) -> None:
    """What a hit of each level of the cache saves, and what a miss costs."""
    from kgmem_bench.caches.caches import bench_caches, checks, to_markdown

    result = bench_caches(**given)
    show(result, checks(result), to_markdown, json_to)
