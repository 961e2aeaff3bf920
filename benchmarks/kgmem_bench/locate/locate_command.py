"""`kgmem bench locate`, as a command."""

from pathlib import Path

import click


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of data sets, for recorded screens; default: made pages only.",
)
@click.option("--live", is_flag=True, help="Also real pages in a browser.")
@click.option("--quick", is_flag=True, help="Fewer pages.")
@click.option("--seed", default=0, show_default=True, help="Of the made pages.")
@click.option("--json", "json_to", metavar="FILE", help="Also write the numbers there.")
def locate(
    data: Path | None, live: bool, quick: bool, seed: int, json_to: str | None
) -> None:
    """Finding a step's element again on pages that changed.

    --live changes pages of MiniWoB++ in Chromium; it needs the extra `browser` and a
    Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.common.report import deliver, plain
    from kgmem_bench.locate.locate import bench_locate
    from kgmem_bench.locate.locate_report import checks, to_markdown

    result = bench_locate(data, live=live, quick=quick, seed=seed)
    numbers = {**plain(result), "checks": plain(checks(result))}
    deliver(numbers, to_markdown(result), json_to)


@click.command("locate-odds")
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of data sets, for recorded screens; default: made pages only.",
)
@click.option("--quick", is_flag=True, help="Fewer pages.")
@click.option("--seed", default=0, show_default=True, help="Of the made pages.")
@click.option("--json", "json_to", metavar="FILE", help="Also write the numbers there.")
def locate_odds(data: Path | None, quick: bool, seed: int, json_to: str | None) -> None:
    """What each kind of evidence is worth to `locate`, counted from pairs of a recorded
    element and one of the changed page, beside what is set."""
    from kgmem_bench.common.report import deliver, plain
    from kgmem_bench.locate.locate_odds import bench_odds, to_markdown

    result = bench_odds(data, quick, seed)
    deliver(plain(result), to_markdown(result), json_to)
