"""Was it done? By the rows of the database alone."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgmem_bench.agents.admin.site import COLUMNS
from kgmem_bench.trac.goals import Row, State, Wanted

Standing = Literal["untouched", "reached", "astray"]


@dataclass(frozen=True, slots=True)
class Gone:
    """A row that should be there no more."""

    table: str
    columns: Mapping[str, str]

    def fits(self, table: str, row: Row) -> bool:
        """Is it this one?"""
        return Wanted(self.table, self.columns).fits(table, row)


def read_rows(database: Path) -> State:
    """What it holds, as far as it is compared."""
    found: State = Counter()
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        for table, names in COLUMNS.items():
            for values in connection.execute(f"SELECT {', '.join(names)} FROM {table}"):
                row = tuple(
                    (name, "" if value is None else str(value))
                    for name, value in zip(names, values, strict=True)
                )
                found[table, row] += 1
    return found


def judged(before: State, after: State, goal: Sequence[object]) -> Standing:
    """How what is there stands to what should be there: a changed row is a new one in
    the place of the old one of its id."""
    added, removed = (
        list((after - before).elements()),
        list((before - after).elements()),
    )
    if not added and not removed:
        return "untouched"
    wanted = [one for one in goal if isinstance(one, Wanted)]
    gone = [one for one in goal if isinstance(one, Gone)]
    renewed = {(table, dict(row).get("id")) for table, row in added}
    for table, row in added:
        fitting = next((one for one in wanted if one.fits(table, row)), None)
        if fitting is None:
            return "astray"
        wanted.remove(fitting)
    for table, row in removed:
        ended = next((one for one in gone if one.fits(table, row)), None)
        if ended is not None:
            gone.remove(ended)
        elif (table, dict(row).get("id", "")) not in renewed:
            return "astray"
    return "reached" if not wanted and not gone else "astray"
