"""`kgmem run`: a task is done in a browser for each row of a table."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import click
from rich.table import Table

from kgmem import Row, Rows
from kgmem.agents import (
    Opening,
    argument,
    aside,
    command,
    one_line,
    option,
    patience_of,
    progress_bar,
    said,
    screen,
)
from kgmem_agents.commands.browse import (
    APP,
    BROWSER,
    CONNECT,
    HEADLESS,
    STOPPED,
    confirmed,
)

ROWS = option("The table: a CSV file with a line of heads.", required=True)


@command()
def run(
    opening: Opening,
    task: str = argument("TEXT"),
    rows: Path = ROWS,
    dry_run: bool = option("Show what would be done, and do nothing."),
    resume: bool = option("Go on where an earlier call ended, or was ended."),
    again: tuple[int, ...] = option("Do this row once more.", metavar="ROW", least=1),
    rate: float | None = option(
        "Rows a minute, at most.", metavar="NUMBER", type=float
    ),
    yes: bool = option("Allow, for all rows, what can't be taken back."),
    url: str | None = option("Where each row begins; by default where the run began."),
    app: str | None = APP,
    browser: str | None = BROWSER,
    connect: str | None = CONNECT,
    headless: bool = HEADLESS,
) -> None:
    """Do a task for each row of a table: TEXT with a {hole} for each column.

    TEXT may be the name of a pattern, too. A row that can't be done surely is put aside
    with the reason, and the next one begins. What was begun and what ended is in a
    journal beside the table, and outlives whatever ends this; --resume does no row
    twice. Outcomes, reasons and answers go into a CSV file there. The exit code is 1
    where not all is done.

    Examples:
      kgmem run 'Order "{product}" for "{person}"' --rows orders.csv --dry-run
      kgmem run 'Order "{product}" for "{person}"' --rows orders.csv --yes --rate 10
      kgmem run 'Order "{product}" for "{person}"' --rows orders.csv --resume --again 17
    """
    with opening.memory() as memory, ExitStack() as held:
        if dry_run:
            result = memory.run(task, rows, app=app, dry_run=True)
        else:
            from kgmem_agents.browser.driver import PageDriver
            from kgmem_agents.browser.window import window

            page = held.enter_context(
                window(path=browser, connect=connect, headless=headless)
            )
            driver = PageDriver(page, patience_ms=1000 * patience_of(memory, None))
            held.callback(driver.release)
            result = memory.run(
                task,
                rows,
                driver,
                app=app,
                start=url,
                resume=resume,
                again=again,
                rate=rate,
                confirm=(lambda _: True) if yes else confirmed,
                progress=_progress(held, yes),
            )
    _print(result, dry_run)
    if result.done < len(result.rows) and not dry_run:
        raise click.exceptions.Exit(STOPPED)


def _progress(held: ExitStack, has_bar: bool) -> Callable[[int, int | None], None]:
    """A bar, or, where something is asked for between, lines."""
    if has_bar:
        return held.enter_context(progress_bar("rows"))
    return lambda n, total: aside().print(said(f"row {n} of {total}"))


def _print(result: Rows, dry_run: bool) -> None:
    shown = [
        row for row in result.rows if dry_run or row.outcome != "success" or row.answers
    ]
    if shown:
        screen().print(_table(shown))
    if dry_run:
        return
    screen().print(said(f"{result.done} of {len(result.rows)} rows are done"))
    if result.halted:
        aside().print(one_line(said(result.halted)), style="yellow")
    screen().print(said(f"journal: {result.journal}"), soft_wrap=True)
    screen().print(said(f"results: {result.results}"), soft_wrap=True)


def _table(rows: list[Row]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("row", *rows[0].values, "outcome", ""):
        table.add_column(name, overflow="fold")
    for row in rows:
        answers = (f"{name}: {answer.text}" for name, answer in row.answers.items())
        why = said(row.reason) if row.reason else "; ".join((*answers, *row.steps))
        if row.may_be_done:
            why = f"{why} ({said('it may have been done')})"
        table.add_row(
            str(row.number),
            *map(one_line, row.values.values()),
            row.outcome,
            one_line(why),
        )
    return table
