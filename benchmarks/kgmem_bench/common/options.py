"""Options that several commands have, and how a command shows what it measured."""

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
DATA_OPTION = click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of data sets; default: the shipped samples.",
)


def sizes(_: Any, __: Any, given: str) -> tuple[int, ...]:
    """A callback for whole numbers from 1 on, with commas between."""
    try:
        given_sizes = tuple(int(part) for part in given.split(","))
    except ValueError as error:
        raise click.BadParameter(
            "numbers with commas between, as in 1000,10000"
        ) from error
    if min(given_sizes) < 1:
        raise click.BadParameter("a memory of at least one run is needed")
    return given_sizes


def show(
    result: Any, checks: Any, to_markdown: Callable[[Any], str], json_to: str | None
) -> None:
    """Show it as `report.deliver` does, its numbers with its checks."""
    from kgmem_bench.common.report import deliver

    deliver(with_checks(result, checks), to_markdown(result), json_to)


def with_checks(result: Any, checks: Any) -> dict[str, Any]:
    """The numbers of a result, and what was to hold of them."""
    from kgmem_bench.common.report import plain

    return {**plain(result), "checks": plain(checks)}
