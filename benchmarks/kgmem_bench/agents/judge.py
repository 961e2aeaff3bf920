"""Was it done? By the rows of the application's database, not by what a page says."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Standing = Literal["untouched", "reached", "astray"]
"""Nothing is different; just what was asked for is; anything else."""
Row = tuple[tuple[str, str], ...]
"""Columns with their values as texts."""
State = Counter[tuple[str, Row]]
"""Rows with their table."""
Columns = Mapping[str, tuple[str, ...]]
"""By table, what is compared."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A row that should be there: the columns that are told; any others may hold what
    the application puts into them."""

    table: str
    columns: Mapping[str, str]

    def fits(self, table: str, row: Row) -> bool:
        """Is it this one? Line ends and spaces around do not count."""
        held = dict(row)
        return table == self.table and all(
            held.get(name, "").split() == value.split()
            for name, value in self.columns.items()
        )


@dataclass(frozen=True, slots=True)
class Gone(Wanted):
    """A row that should be there no more."""


Goal = Sequence[Wanted]


def read_rows(database: Path, columns: Columns) -> State:
    """What it holds, as far as it is compared."""
    state: State = Counter()
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        for table, names in columns.items():
            for values in connection.execute(f"SELECT {', '.join(names)} FROM {table}"):
                texts = ("" if value is None else str(value) for value in values)
                state[table, tuple(zip(names, texts, strict=True))] += 1
    return state


@dataclass(frozen=True, slots=True)
class KeptDatabase:
    """An application's database, and what it holds at first."""

    database: Path
    kept: Path
    columns: Columns
    """What is compared."""

    def state(self) -> State:
        """What it holds, as far as it is compared."""
        return read_rows(self.database, self.columns)

    def restore(self) -> None:
        """Everything as at first."""
        with (
            closing(sqlite3.connect(self.kept)) as kept,
            closing(sqlite3.connect(self.database, timeout=20)) as live,
        ):
            kept.backup(live)


def judged(
    before: State, after: State, goal: Goal, keys: Mapping[str, str]
) -> Standing:
    """How what is there stands to what should be there: a changed row is a new one in
    the place of the old one with its key, the column that `keys` names for a table."""
    added, removed = after - before, before - after
    if not added and not removed:
        return "untouched"
    left = list(goal)

    def key(table: str, row: Row) -> str | None:
        return dict(row).get(keys.get(table, ""))

    def takes(sort: type[Wanted], table: str, row: Row) -> bool:
        fitting = (one for one in left if type(one) is sort and one.fits(table, row))
        if (one := next(fitting, None)) is None:
            return False
        left.remove(one)
        return True

    renewed = {(table, key(table, row)) for table, row in added}
    for table, row in added.elements():
        if not takes(Wanted, table, row):
            return "astray"
    for table, row in removed.elements():
        is_changed = key(table, row) is not None and (table, key(table, row)) in renewed
        if not takes(Gone, table, row) and not is_changed:
            return "astray"
    return "astray" if left else "reached"
