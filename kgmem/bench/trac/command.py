"""`kgmem bench trac`, as a command."""

from pathlib import Path
from typing import Any

import click


def _kinds(_: Any, __: Any, given: str | None) -> tuple[str, ...]:
    from kgmem.bench.trac.kinds import KINDS

    wanted = tuple(given.split(",")) if given else tuple(KINDS)
    if unknown := set(wanted) - set(KINDS):
        raise click.BadParameter(
            f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}"
        )
    return wanted


@click.command()
@click.option("--kinds", callback=_kinds, help="Names with commas between; else all.")
@click.option("--no-changes", is_flag=True, help="Without the changed pages.")
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("kgmem-trac"),
    show_default=True,
    help="Keeps walks, plays and the report; a run that was stopped goes on.",
)
@click.option("--json", "json_to", metavar="FILE", help="Also write the numbers there.")
def trac(json_to: str | None, no_changes: bool, **given: Any) -> None:
    """What a memory saves in a real application: Trac in Chromium.

    Needs the extra `browser` and a Chromium on PATH (or KGMEM_BENCH_CHROMIUM).
    """
    from kgmem.bench.report import as_json, deliver, plain
    from kgmem.bench.trac.report import checks, to_markdown
    from kgmem.bench.trac.run import Order, bench_trac

    order = Order(changes=not no_changes, **given)
    result = bench_trac(order)
    numbers = {**plain(result), "checks": plain(checks(result))}
    text = to_markdown(result)
    order.folder.mkdir(parents=True, exist_ok=True)
    (order.folder / "report.md").write_text(text, encoding="utf-8")
    (order.folder / "report.json").write_text(as_json(numbers), encoding="utf-8")
    deliver(numbers, text, json_to)
