"""Judging by rows: the goal, a part of it, anything else."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kgmem_bench.trac.agent import ending
from kgmem_bench.trac.goals import COLUMNS, PREFERENCES, State, Wanted, read, standing

FIRST = ("ticket", (("id", "1"), ("owner", "mira"), ("status", "new")))
ASSIGNED = ("ticket", (("id", "1"), ("owner", "张敏"), ("status", "assigned")))
COMMENT = ("ticket_change", (("ticket", "1"), ("newvalue", "请看一下")))
GOAL = (
    Wanted("ticket", {"id": "1", "owner": "张敏"}),
    Wanted("ticket_change", {"newvalue": "请看一下"}),
)


def state(*rows: tuple[str, tuple[tuple[str, str], ...]]) -> State:
    return Counter(rows)


def test_nothing_different_is_untouched() -> None:
    assert standing(state(FIRST), state(FIRST), GOAL) == "untouched"


def test_all_wanted_rows_reach_the_goal() -> None:
    after = state(ASSIGNED, COMMENT)

    assert standing(state(FIRST), after, GOAL) == "reached"


def test_some_of_the_wanted_rows_are_a_milestone() -> None:
    after = state(ASSIGNED)

    assert standing(state(FIRST), after, GOAL) == "nearer"


def test_a_row_too_many_is_astray() -> None:
    other = ("version", (("name", "3.0"),))

    assert standing(state(FIRST), state(ASSIGNED, COMMENT, other), GOAL) == "astray"


def test_the_wanted_row_twice_is_astray() -> None:
    after = state(ASSIGNED, COMMENT, COMMENT)

    assert standing(state(FIRST), after, GOAL) == "astray"


def test_a_wrong_value_is_astray() -> None:
    wrong = ("ticket", (("id", "1"), ("owner", "oskar"), ("status", "assigned")))

    assert standing(state(FIRST), state(wrong, COMMENT), GOAL) == "astray"


def test_a_row_that_is_gone_is_astray() -> None:
    version = ("version", (("name", "1.0"),))
    before = state(FIRST, version)

    assert standing(before, state(FIRST), GOAL) == "astray"
    assert standing(before, state(ASSIGNED, COMMENT), GOAL) == "astray"


def test_an_empty_goal_can_not_be_reached_by_doing_something() -> None:
    assert standing(state(FIRST), state(ASSIGNED), ()) == "astray"


def test_line_ends_and_spaces_around_do_not_count() -> None:
    wanted = Wanted("wiki", {"text": "How an order travels"})

    assert wanted.fits(
        "wiki", (("name", "Orders"), ("text", "How an\r\norder travels "))
    )


@pytest.mark.parametrize(
    ("now", "actions", "is_stopped", "expected"),
    [
        ("reached", 5, False, "done"),
        ("reached", 5, True, "done"),
        ("astray", 5, True, "wrong"),
        ("nearer", 5, True, "wrong"),
        ("untouched", 0, False, "declined"),
        ("untouched", 3, True, "handed over"),
        ("untouched", 3, False, "undone"),
    ],
)
def test_an_attempt_ends_as_the_database_says(
    now: str, actions: int, is_stopped: bool, expected: str
) -> None:
    assert ending(now, actions, is_stopped) == expected  # type: ignore[arg-type]


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


def test_only_preferences_of_a_session_count(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    before = held(database, tmp_path)
    rows = [("query_tickets", "1 2"), (PREFERENCES[0], "张敏")]
    database.executemany("INSERT INTO session_attribute VALUES (?, ?)", rows)

    added = held(database, tmp_path) - before

    name = ("session_attribute", (("name", "name"), ("value", "张敏")))
    assert added == state(name)


def test_a_changed_settings_file_counts(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    before = held(database, tmp_path)
    (tmp_path / "trac.ini").write_text("[project]\nname = X\n", encoding="utf-8")

    assert standing(before, held(database, tmp_path), GOAL) == "astray"
