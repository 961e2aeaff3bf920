"""`kgmem bench peers`, as a command."""

import sys
from pathlib import Path

import click

from kgmem_bench.common.options import JSON_OPTION, show, sizes


@click.command()
@click.option("--only", multiple=True, metavar="NAME", help="A system; repeatable.")
@click.option(
    "--sizes", "tasks", default="1000,10000", callback=sizes, help="Tasks of a memory."
)
@click.option(
    "--python",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=sys.executable,
    show_default="this one",
    help="For the systems' environments; LangGraph's wants a SQLite with extensions.",
)
@click.option("--quick", is_flag=True, help="A fifth of the kinds.")
@click.option(
    "--sealed",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Ask a sealed set alone, which this version opens for good.",
)
@JSON_OPTION
def peers(
    only: tuple[str, ...],
    tasks: tuple[int, ...],
    python: Path,
    quick: bool,
    sealed: Path | None,
    json_to: str | None,
) -> None:
    """kgmem beside other memories and plain searches: done, and harm.

    Each system runs in an environment of its own, which `uv` makes.
    """
    from kgmem_bench.peers.report import checks, to_markdown
    from kgmem_bench.peers.run import bench_peers

    result = bench_peers(only, sizes=tasks, quick=quick, sealed=sealed, python=python)
    show(result, checks(result), to_markdown, json_to)
