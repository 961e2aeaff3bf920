"""A task that asks for something is answered from the page as it is now.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem import Followed, Memory, follow
from kgmem.browser import PageDriver

pytestmark = [pytest.mark.live, pytest.mark.slow]

SITE = "http://desk.example/"
MENU = "<nav><a href=/>Home</a> <a href=/people>People</a></nav>"
PEOPLE = [
    ("Ann Lee", "3", "1", "2026-11-20"),
    ("Bob Ray", "5", "2", "2026-11-18"),
    ("Cara Moss", "7", "0", "2026-11-02"),
    ("Dan Poe", "4", "4", "2026-10-30"),
]
HEADS = ("Person", "Open", "Closed", "Last order")
TASK = 'How many open tickets has "{}"?'


def served(route: Any) -> None:
    route.fulfill(body="", content_type="text/html")


def table(
    rows: Sequence[Sequence[str]] = PEOPLE, order: Sequence[int] = (0, 1, 2, 3)
) -> str:
    head = "".join(f"<th>{HEADS[n]}</th>" for n in order)
    cells = ("".join(f"<td>{row[n]}</td>" for n in order) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<h2>By person</h2><table><thead><tr>{head}<tbody>{body}</table>"


class Desk:
    """The application, and a memory of who went to a page of it to look something
    up."""

    def __init__(self, page: Any, memory: Memory) -> None:
        self.page, self.memory = page, memory
        self.people = table()
        page.route(f"{SITE}**", self._serve)

    def _serve(self, route: Any) -> None:
        is_inner = "people" in route.request.url
        body = f"<h1>Desk</h1>{MENU}{self.people if is_inner else ''}"
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    def learn(self, task: str, answer: str) -> None:
        self.page.goto(SITE)
        driver = PageDriver(self.page)
        link = next(e for e in driver.elements() if e["name"] == "People")
        before = {"url": self.page.url, "elements": driver.elements()}
        driver.act("click", link)
        after = {"url": self.page.url, "elements": driver.readable()}
        click = {"action": "click", "target": link, "page_before": before}
        steps = [{**click, "page_after": after}]
        self.memory.learn(
            {
                "task": task,
                "app": "desk",
                "outcome": "success",
                "answer": answer,
                "steps": steps,
            }
        )

    def ask(self, task: str) -> Followed:
        plan = self.memory.recall(task, app="desk").plan
        assert plan is not None
        self.page.goto(SITE)
        return follow(self.memory, plan.settled(), PageDriver(self.page), patience=0.3)


@pytest.fixture
def desk(page: Any, memory: Memory) -> Desk:
    return Desk(page, memory)


@pytest.fixture(params=[1, 3])
def known(desk: Desk, request: pytest.FixtureRequest) -> Desk:
    for name, count, *_ in PEOPLE[: request.param]:
        desk.learn(TASK.format(name), f"{name} has {count} open tickets.")
    desk.memory.generalize()
    return desk


MANY = [(f"Person {n}", str(n), "0", "2026-01-01") for n in range(60)]


@pytest.mark.parametrize(
    "people",
    [
        table(),
        table(PEOPLE[::-1]),
        table([*MANY, *PEOPLE]),
        table(order=(3, 0, 2, 1)),
    ],
    ids=["as it was", "sorted otherwise", "longer", "other columns"],
)
def test_the_answer_stands_in_the_row_that_the_task_says(
    known: Desk, people: str
) -> None:
    known.people = people

    done = known.ask(TASK.format("Dan Poe"))

    assert (done.outcome, done.answer and done.answer.value) == ("success", 4)


def test_who_is_not_listed_is_absent(known: Desk) -> None:
    done = known.ask(TASK.format("Eve Zed"))

    assert (done.outcome, done.answer) == ("absent", None)
    assert "seen: Ann Lee" in (done.reason or "")


def test_two_rows_that_fit_are_asked_about(known: Desk) -> None:
    known.people = table([*PEOPLE, ("Dan Poe", "9", "9", "2026-01-02")])

    done = known.ask(TASK.format("Dan Poe"))

    assert (done.outcome, done.answer) == ("stopped", None)
    assert "two fit: 4; 9" in (done.reason or "")
