"""`kgmem bench flow`, as a command."""

from pathlib import Path

import click

from kgmem_bench.common.options import DATA_OPTION, JSON_OPTION, show


@click.command()
@DATA_OPTION
@click.option("--quick", is_flag=True, help="Fewer worlds.")
@JSON_OPTION
def flow(data: Path | None, quick: bool, json_to: str | None) -> None:
    """Values that a run read on a page or in a result, read anew in other worlds.

    --data adds the tool calls of tau-bench's retail set, with results made for them.
    """
    from kgmem_bench.flow.flow import bench_flow
    from kgmem_bench.flow.flow_report import checks, to_markdown

    result = bench_flow(data, quick=quick)
    show(result, checks(result), to_markdown, json_to)
