"""Judging by rows: the goal, a part of it, anything else."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from kgmem_bench.trac.goals import COLUMNS, State, Wanted, read, standing

Row = tuple[str, tuple[tuple[str, str], ...]]

FIRST = ("ticket", (("id", "1"), ("owner", "mira"), ("status", "new")))
ASSIGNED = ("ticket", (("id", "1"), ("owner", "张敏"), ("status", "assigned")))
COMMENT = ("ticket_change", (("ticket", "1"), ("newvalue", "请看一下")))
GOAL = (
    Wanted("ticket", {"id": "1", "owner": "张敏"}),
    Wanted("ticket_change", {"newvalue": "请看一下"}),
)


def state(*rows: Row) -> State:
    return Counter(rows)


OTHER = ("version", (("name", "3.0"),))
NOT_HERS = ("ticket", (("id", "1"), ("owner", "oskar"), ("status", "assigned")))


@pytest.mark.parametrize(
    ("before", "after", "goal", "expected"),
    [
        ((FIRST,), (FIRST,), GOAL, "untouched"),
        ((FIRST,), (ASSIGNED, COMMENT), GOAL, "reached"),
        ((FIRST,), (ASSIGNED,), GOAL, "nearer"),
        ((FIRST,), (ASSIGNED, COMMENT, OTHER), GOAL, "astray"),
        ((FIRST,), (ASSIGNED, COMMENT, COMMENT), GOAL, "astray"),
        ((FIRST,), (NOT_HERS, COMMENT), GOAL, "astray"),
        ((FIRST, OTHER), (FIRST,), GOAL, "astray"),
        ((FIRST, OTHER), (ASSIGNED, COMMENT), GOAL, "astray"),
        ((FIRST,), (ASSIGNED,), (), "astray"),
    ],
)
def test_rows_say_how_near_the_goal_is(
    before: Sequence[Row], after: Sequence[Row], goal: Sequence[Wanted], expected: str
) -> None:
    assert standing(state(*before), state(*after), goal) == expected


# Reading ------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database with the tables that are read, all empty."""
    (tmp_path / "trac.ini").write_text("[project]\n", encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "trac.db")) as connection:
        for table, names in COLUMNS.items():
            connection.execute(f"CREATE TABLE {table} ({', '.join(names)})")
        yield connection


def held(database: sqlite3.Connection, folder: Path) -> State:
    database.commit()
    return read(folder / "trac.db", folder / "trac.ini")


def test_what_was_added_is_read_as_texts(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    before = held(database, tmp_path)
    database.execute("INSERT INTO version VALUES ('三季度版', NULL)")

    added = held(database, tmp_path) - before

    assert added == state(("version", (("name", "三季度版"), ("description", ""))))


def test_a_changed_settings_file_counts(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    before = held(database, tmp_path)
    (tmp_path / "trac.ini").write_text("[project]\nname = X\n", encoding="utf-8")

    assert standing(before, held(database, tmp_path), GOAL) == "astray"
