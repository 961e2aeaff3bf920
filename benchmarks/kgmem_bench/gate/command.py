"""`kgmem bench gate`, as a command."""

from pathlib import Path
from typing import Any

import click

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


def _names(_: Any, __: Any, given: str) -> tuple[str, ...]:
    return tuple(given.split(",")) if given else ()


@click.command()
@click.option("--data", type=FOLDER, required=True, help="Folder of data sets.")
@click.option(
    "--before",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="What --json wrote of the run to compare with.",
)
@click.option("--checks", type=FOLDER, help="Folder of scripts to run besides.")
@click.option("--only", default="", callback=_names, help="Some, with commas between.")
@click.option("--json", "json_to", metavar="FILE", help="Write the figures there.")
def gate(
    data: Path,
    before: Path | None,
    checks: Path | None,
    only: tuple[str, ...],
    json_to: str | None,
) -> None:
    """The quick benches, beside an earlier run: fails where a share lost more than .01,
    a time more than 15 %, or a wrong act was won."""
    from kgmem_bench.common.report import as_json
    from kgmem_bench.gate.gate import bench_gate, lost, read, to_markdown

    earlier = read(before) if before else {}
    if only:
        earlier = {
            name: figure
            for name, figure in earlier.items()
            if name.partition(":")[0] in only
        }
    result = bench_gate(data, checks, only)
    if json_to is not None:
        Path(json_to).write_text(as_json(result) + "\n", encoding="utf-8")
    click.echo(to_markdown(result, earlier))
    raise SystemExit(bool(lost(earlier, result.figures)))
