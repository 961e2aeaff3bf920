"""What a process makes of the log of a space."""

from typing import Any

import pytest

from kgmem.graph.changes import ALL, KEPT, Change, Changes


def log(version: int, *newest_first: str, place: int = 0) -> dict[str, Any]:
    """A place of the log as a query gives it."""
    name = f"changes{place}:s"
    return {"place": name, "version": version, "changes": list(newest_first)}


@pytest.fixture
def told() -> list[Change]:
    return []


@pytest.fixture
def changes(told: list[Change]) -> Changes:
    """One that has looked at an empty log."""
    made = Changes(engine=None, places=2)  # type: ignore[arg-type]  # is not asked
    made.tell(told.append)
    made.observe([], "s")
    return made


def test_who_missed_more_than_is_kept_looks_at_everything(
    changes: Changes, told: list[Change]
) -> None:
    changes.observe([log(KEPT + 9, *["task a"] * KEPT)], "s")

    assert told == [Change("s", (ALL,))]
    assert told[0].touches("curve")


def test_the_first_look_at_a_log_means_everything(told: list[Change]) -> None:
    changes = Changes(engine=None)  # type: ignore[arg-type]
    changes.tell(told.append)

    changes.observe([log(5, "task a")], "s")

    assert told == [Change("s", (ALL,))]


def test_what_was_forgotten_leaves_no_note(changes: Changes) -> None:
    rows = changes.noting("s", ["task a", ALL])

    assert [(row["changes"], row["most"]) for row in rows] == [([ALL], 1)] * 2


def test_the_build_of_the_index_is_told_where_it_is_another(changes: Changes) -> None:
    known, heard = [3], list[int]()
    changes.follow_index(lambda: known[0], heard.append)
    build = {"place": "index", "version": 4, "changes": None}

    asked = changes.asked("s")
    changes.observe([build], "s")
    known[0] = 4
    changes.observe([build], "s")

    assert asked["places"][-1] == "index"
    assert asked["seen"]["index"] == 3
    assert heard == [4]
