"""Tasks that end in an answer: what is asked, and what counts as right."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from kgmem_bench.answers.desk import Desk, make_desk
from kgmem_bench.answers.judge import Form, judged
from kgmem_bench.answers.kinds import CHANGES, KINDS, Change
from kgmem_bench.answers.pools import POOLS

NAME = POOLS["people"]["en"].names


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(make_desk(tmp_path_factory.mktemp("desk")).database)


def test_every_kind_is_asked_for_values_that_nobody_showed() -> None:
    assert len({kind.name for kind in KINDS}) == 12
    for kind in KINDS:
        asked = [value for _, value in kind.asked()]
        assert len({*asked, *kind.shown}) == len(CHANGES) + len(kind.shown)


@pytest.mark.parametrize(
    ("answer", "truths", "form", "verdict"),
    [
        (3, [3], "count", "right"),
        ("$1,240.50", [1240.5], "amount", "right"),
        ("ships within 4 days", [4], "number", "wrong"),
        ("2027-05-03", ["2027-05-03"], "date", "right"),
        (["Bob", "Ann"], [["Ann", "Bob"]], "list", "right"),
        (["Ann"], [["Ann", "Bob"]], "list", "wrong"),
        (False, [False], "truth", "right"),
        (7, [4], "number", "of an old run"),
        (4, [4, 5], "number", "wrong"),
        (7, [], "count", "of an old run"),
        (0, [], "count", "absent"),
    ],
)
def test_an_answer_is_judged_by_the_database(
    answer: Any, truths: Any, form: Form, verdict: str
) -> None:
    assert judged(answer, truths, [7], form) == verdict


@pytest.mark.parametrize(
    ("change", "part", "seen", "unseen"),
    [
        ("same", "customers", [NAME[0], NAME[15]], ["Region", "Next"]),
        ("paged", "customers", [NAME[4], "?page=1"], [NAME[5]]),
        ("column", "customers", ["<th>Region</th>"], []),
        ("renamed", "customers", ['class="xdirg"'], ['class="grid"']),
        ("sorted", "ticket?id=1", ["Oldest first"], ["Newest first"]),
    ],
)
def test_the_pages_of_the_help_desk_change(
    desk: Desk, change: Change, part: str, seen: list[str], unseen: list[str]
) -> None:
    desk.change = change
    path, _, number = part.partition("?id=")

    shown = desk.page("en", path, {"id": number} if number else {})

    assert [text for text in seen if text not in shown] == []
    assert [text for text in unseen if text in shown] == []


def test_what_the_database_says_stands_on_the_pages(desk: Desk) -> None:
    desk.change = ""
    with closing(sqlite3.connect(desk.database)) as live:
        phone, fee = live.execute(
            "SELECT phone, fee FROM customer WHERE id = 4"
        ).fetchone()

    shown = desk.page("en", "customer", {"id": "4"})

    assert phone in shown
    assert f"${fee:,.2f}" in shown
