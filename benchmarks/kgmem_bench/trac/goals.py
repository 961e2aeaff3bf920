"""Was the task done? Judged by what stands in Trac's database, not by what a page says.

A task's goal is a few rows. What was done is judged by the difference of the database
to what it held at first: *untouched*: no difference; *reached*: the wanted rows are
there and nothing else is different; *nearer* (a milestone): some of the wanted rows are
there and nothing else is different; *astray*: anything else.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Standing = Literal["untouched", "nearer", "reached", "astray"]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "ticket": (
        *("id", "type", "component", "priority", "owner", "status", "resolution"),
        *("summary", "description", "milestone", "version", "keywords", "cc"),
    ),
    "ticket_change": ("ticket", "field", "newvalue"),
    "milestone": ("name", "description", "due", "completed"),
    "component": ("name", "owner", "description"),
    "version": ("name", "description"),
    "wiki": ("name", "version", "text", "comment", "readonly"),
    "report": ("title", "query", "description"),
    "enum": ("type", "name", "value"),
    "permission": ("username", "action"),
    "attachment": ("type", "id", "filename"),
    "session_attribute": ("name", "value"),
}
"""What is compared: all but times, addresses and who it was."""
PREFERENCES = (
    *("name", "email", "tz", "language", "lc_time", "dateinfo", "default_handler"),
    *("accesskeys", "pygments_style", "ui.auto_preview_timeout", "ui.hide_help"),
    *("ui.use_symbols",),
)
"""Session attributes that somebody chose; Trac keeps others of its own."""
_KEYS = {"ticket": "id", "wiki": "name"}
"""Tables whose rows a task may change; the column that says which row it is."""

Row = tuple[tuple[str, str], ...]
"""Columns with their values as texts."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A row that should be there: the columns that are told; any others may hold what
    Trac puts into them."""

    table: str
    columns: Mapping[str, str]

    def fits(self, table: str, row: Row) -> bool:
        """Is it this one?"""
        held = dict(row)
        return table == self.table and all(
            _same(held.get(name, ""), value) for name, value in self.columns.items()
        )


Goal = Sequence[Wanted]
State = Counter[tuple[str, Row]]
"""Rows with their table."""


def read(database: Path, settings: Path) -> State:
    """What the database holds, as far as it is compared, and the settings file."""
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        state = Counter(
            (table, row)
            for table, names in COLUMNS.items()
            for row in _rows(connection, table, names)
        )
    state["settings", (("text", settings.read_text(encoding="utf-8")),)] += 1
    return state


def _rows(
    connection: sqlite3.Connection, table: str, names: Sequence[str]
) -> Iterator[Row]:
    for values in connection.execute(f"SELECT {', '.join(names)} FROM {table}"):
        row = tuple((n, _text(v)) for n, v in zip(names, values, strict=True))
        if table != "session_attribute" or dict(row)["name"] in PREFERENCES:
            yield row


def standing(before: State, after: State, goal: Goal) -> Standing:
    """How the state stands to the goal."""
    added, removed = list((after - before).elements()), (before - after).elements()
    if not added and before == after:
        return "untouched"
    left = list(goal)
    for table, row in added:
        wanted = next((one for one in left if one.fits(table, row)), None)
        if wanted is None:
            return "astray"
        left.remove(wanted)
    renewed = {(table, _key(table, row)) for table, row in added}
    for table, row in removed:
        if _key(table, row) is None or (table, _key(table, row)) not in renewed:
            return "astray"
    return "nearer" if left else "reached"


def _key(table: str, row: Row) -> str | None:
    return dict(row).get(_KEYS.get(table, ""))


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _same(held: str, wanted: str) -> bool:
    """The same text; line ends and spaces around do not count."""
    return " ".join(held.split()) == " ".join(wanted.split())
