"""What the commands that measure on live pages have in common."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click

from kgmem_bench.common.report import as_json, deliver, plain

Names = tuple[str, ...]
_PART = re.compile(r"([1-9]\d*)of([1-9]\d*)")


def names_among(
    known: Callable[[], Iterable[str]], usual: Callable[[], Iterable[str]] | None = None
) -> Callable[..., Names]:
    """A callback for an option with names and commas between, or `2of3`: every third of
    the `known` names, from the second on; without it, the `usual` ones, else all. They
    are called when the command runs: `--help` loads no benchmark."""

    def chosen(_: Any, __: Any, given: str | None) -> Names:
        if given is None:
            return tuple((usual or known)())
        all_names = tuple(known())
        if part := _PART.fullmatch(given):
            first, every = map(int, part.groups())
            return all_names[first - 1 :: every]
        wanted = tuple(given.split(","))
        if unknown := set(wanted) - set(all_names):
            raise click.BadParameter(
                f"unknown: {', '.join(sorted(unknown))}; there are "
                f"{', '.join(all_names)}"
            )
        return wanted

    return chosen


def out_option(keeps: str) -> Callable[..., Any]:
    """`--out`, the folder that keeps these; a temporary one if none is named."""
    return click.option(
        "--out",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        default=lambda: Path(mkdtemp(prefix="kgmem-bench-")),
        show_default="a temporary folder",
        help=keeps,
    )


NUMBERS_OPTION = click.option(
    "--json", "json_to", metavar="FILE", help="Also write the numbers there."
)


def hand_over(
    result: Any, checks: Any, text: str, folder: Path, json_to: str | None
) -> None:
    """Keep the report, as text and as numbers with its checks, in the folder, and
    show it as `report.deliver` does."""
    numbers = {**plain(result), "checks": plain(checks)}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.md").write_text(text, encoding="utf-8")
    (folder / "report.json").write_text(as_json(numbers), encoding="utf-8")
    deliver(numbers, text, json_to)
