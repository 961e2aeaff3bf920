"""`kgmem bench`: measure this installation on this machine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

JSON_OPTION = click.option(
    "--json",
    "json_to",
    metavar="FILE",
    help="Also write all numbers there as JSON; - writes them, and nothing else, to "
    "standard output.",
)


@click.group()
def bench() -> None:
    """Measure speed and quality on this machine."""


def _sizes(_: Any, __: Any, given: str) -> tuple[int, ...]:
    try:
        sizes = tuple(int(part) for part in given.split(","))
    except ValueError as error:
        raise click.BadParameter(
            "numbers with commas between, as in 1000,10000"
        ) from error
    if min(sizes) < 1:
        raise click.BadParameter("a memory of at least one run is needed")
    return sizes


@bench.command()
@click.option("--sizes", default="1000,10000", callback=_sizes, show_default=True)
@click.option(
    "--graph",
    type=click.Choice(["arcadedb", "neo4j"]),
    default="arcadedb",
    show_default=True,
    help="neo4j: an empty database, by KGMEM_NEO4J_URI, _USER, _PASSWORD, _DATABASE; "
    "emptied again in the end.",
)
@click.option(
    "--embedder",
    type=click.Choice(["synthetic", "offline"]),
    default="synthetic",
    show_default=True,
    help="offline: the real one (about 16 ms a text).",
)
@click.option("--rounds", default=300, show_default=True, help="Recalls of each sort.")
@click.option("--singles", default=200, show_default=True, help="Runs learned singly.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--home",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the stores below this folder.",
)
@JSON_OPTION
def stores(json_to: str | None, **given: Any) -> None:
    """Speed of learning and recalling made runs, and what they take to hold."""
    from kgmem.bench.stores import Order, bench_stores
    from kgmem.bench.stores_report import checks, to_markdown

    result = bench_stores(Order(**given))
    _deliver(result, checks(result), to_markdown, json_to)


def _deliver(
    result: Any, checks: Any, to_markdown: Callable[[Any], str], json_to: str | None
) -> None:
    from kgmem.bench.report import deliver, plain

    deliver({**plain(result), "checks": checks}, to_markdown(result), json_to)


@bench.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of data sets; default: the shipped samples.",
)
@click.option("--quick", is_flag=True, help="Fewer queries.")
@JSON_OPTION
def recall(data: Path | None, quick: bool, json_to: str | None) -> None:
    """Quality of recall, with expansion and without, beside plain searches."""
    from kgmem.bench.recall_quality import bench_recall
    from kgmem.bench.recall_report import checks, to_markdown

    result = bench_recall(data, quick=quick)
    _deliver(result, checks(result), to_markdown, json_to)
