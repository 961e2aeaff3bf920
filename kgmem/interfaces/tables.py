"""Rich tables and lines that several commands print."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kgmem.interfaces.screen import indented, one_line

OUTCOME_STYLES = {"success": "green", "failure": "red", "unknown": "yellow"}


def plain_table(*headers: str, **options: Any) -> Table:
    """A table without frame; numbers of columns and headers agree."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, **options)
    for header in headers:
        table.add_column(header, overflow="fold")
    return table


def rows_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Rows of a query, one column for each key, in the order of their coming."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    table = plain_table(*map(one_line, columns))
    for row in rows:
        table.add_row(*(cell(row.get(column)) for column in columns))
    return table


def cell(value: Any) -> Text:
    """A value for a table: text as it is, lists and maps as JSON."""
    if value is None:
        return Text("null", style="dim")
    if isinstance(value, list | dict):
        value = json.dumps(value, ensure_ascii=False, default=str)
    return Text(one_line(value))


def print_fields(console: Console, values: Mapping[str, Any], indent: int = 0) -> None:
    """`name  value` lines; what is None or empty is left out."""
    shown = {k: v for k, v in values.items() if v not in (None, "", [], (), {})}
    width = max(map(cell_len, shown), default=0)
    for name, value in shown.items():
        start = Text(f"{' ' * indent}{set_cell_size(name, width)}  ", style="dim")
        console.print(indented(console, start, Text(one_line(value))))


def outcome(name: str) -> Text:
    """The outcome in its colour."""
    return Text(name, style=OUTCOME_STYLES.get(name, ""))
