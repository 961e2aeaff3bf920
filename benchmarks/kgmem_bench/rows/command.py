"""`kgmem bench rows`, as a command."""

from pathlib import Path

import click

from kgmem_bench.common.page_command import NUMBERS_OPTION, hand_over, out_option


@click.command()
@out_option("Keeps the report, the memory, the table and its journal.")
@NUMBERS_OPTION
def rows(folder: Path, json_to: str | None) -> None:
    """A hundred rows with five faults: a missing record, a save that is dropped, a
    pop-up, a log-out and a kill, judged by the application's database.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.rows.report import checks, to_markdown
    from kgmem_bench.rows.run import bench_rows

    result = bench_rows(folder)
    hand_over(result, checks(result), to_markdown(result), folder, json_to)


@click.command("both-times")
@out_option("Keeps the report and the memories.")
@NUMBERS_OPTION
def both_times(folder: Path, json_to: str | None) -> None:
    """What `Memory.do` costs an agent the first time and the second, in real pages.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem_bench.rows.both_times import bench_both_times, checks, to_markdown

    folder.mkdir(parents=True, exist_ok=True)
    result = bench_both_times(folder)
    hand_over(result, checks(result), to_markdown(result), folder, json_to)
