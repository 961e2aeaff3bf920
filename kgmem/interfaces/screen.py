"""What the commands write: text for people, JSON for programs, each on its stream."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from pydantic import BaseModel
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
)
from rich.text import Text

Advance = Callable[[int, int | None], None]
"""Called with (done, total); total is None where it is not known."""


def screen() -> Console:
    """Standard output: 80 columns and no colours when it goes into a pipe."""
    return Console(highlight=False, markup=False, emoji=False)


def aside() -> Console:
    """Standard error: progress, warnings and errors, never results."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(value: object) -> None:
    """The value as readable JSON on standard output, and nothing else."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: object) -> object:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)


def one_line(text: object) -> str:
    """Stored text for a terminal: on one line, without control characters, which
    could move the cursor or recolour what follows."""
    folded = " ".join(str(text).split())
    return "".join(ch if ch.isprintable() else "\ufffd" for ch in folded)


def shortened(text: object, most: int) -> Text:
    """One line of at most `most` terminal columns; a Han character takes two."""
    line = Text(one_line(text))
    line.truncate(most, overflow="ellipsis")
    return line


def indented(console: Console, start: Text, rest: Text) -> Text:
    """`start` and then `rest`, folded so that all its lines begin below each other."""
    by = start.cell_len
    lines = rest.wrap(console, max(console.width - by, 20))
    for line in lines:
        line.rstrip()
    return start + Text("\n" + " " * by).join(lines)


@contextmanager
def progress_bar(what: str, total: int | None = None) -> Iterator[Advance]:
    """A bar on standard error while the block runs, gone afterwards.

    Nothing is shown where standard error is no terminal.
    """
    console = aside()
    columns = (
        SpinnerColumn("line"),
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, total: bar.update(task, completed=done, total=total)
