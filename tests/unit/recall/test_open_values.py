"""A kind whose runs enter something that no text tells: one pattern that asks."""

from datetime import UTC, datetime, timedelta

import pytest

from kgmem import Memory
from tests.unit.recall.walks import planned

NAMES = ("Ann Lee", "Bob Ray", "Eve Moss", "Tom Hill", "Zoe Park")
CODES = ("8841", "1120", "7730", "5518", "9023")


def visit(who: str, code: str) -> dict[str, object]:
    field = {"role": "textbox", "name": "Visitor"}
    badge = {"role": "textbox", "name": "Badge"}
    return {
        "task": f"Log the visit of {who}",
        "app": "front desk",
        "outcome": "success",
        "steps": [
            {"action": "click", "target": {"role": "button", "name": "New visit"}},
            {"action": "type", "value": who, "target": field},
            {"action": "type", "value": code, "target": badge},
            {"action": "click", "target": {"role": "button", "name": "Save"}},
        ],
    }


def issue(title: str, number: int) -> dict[str, object]:
    url = f"https://t.example/issues/{number}"
    close = {"role": "button", "name": "Close"}
    return {
        "task": f'Close the issue "{title}"',
        "app": "tracker",
        "outcome": "success",
        "steps": [
            {"action": "navigate", "value": url},
            {"action": "click", "target": close},
        ],
    }


@pytest.mark.parametrize("runs", [2, 3, 5])
def test_one_pattern_asks_for_the_value(memory: Memory, runs: int) -> None:
    for who, code in list(zip(NAMES, CODES, strict=True))[:runs]:
        memory.learn(visit(who, code))
    memory.generalize()

    found = memory.recall("Log the visit of Max Frey", app="front desk")

    assert len(memory.patterns()) == 1
    assert found.route == "adaptive_replay"
    assert found.plan is not None
    assert [step.value for step in found.plan.steps] == [
        None, "Max Frey", "{badge}", None,
    ]  # fmt: skip
    assert found.plan.asks == ("badge",)
    assert found.plan.answered({"badge": "77"}).steps[2].value == "77"


def test_a_later_run_belongs_to_it(memory: Memory) -> None:
    for who, code in zip(NAMES[:3], CODES, strict=False):
        memory.learn(visit(who, code))
    memory.generalize()

    memory.learn(visit(NAMES[4], CODES[4]))
    memory.generalize()

    (pattern,) = memory.patterns()
    assert pattern.support == 4
    assert [slot.asked for slot in pattern.slots] == [False, True]
    assert pattern.slots[1].examples == ()


def test_a_part_of_an_address_is_asked_for(memory: Memory) -> None:
    for title, number in (("Login broken", 8731), ("No colour", 8700), ("Typo", 91)):
        memory.learn(issue(title, number))
    memory.generalize()

    found = memory.recall('Close the issue "Crash at start"', app="tracker")

    assert found.route == "adaptive_replay"
    assert found.plan is not None
    (name,) = found.plan.asks
    answered = found.plan.answered({name: "a/b"})
    assert answered.steps[0].value == "https://t.example/issues/a%2Fb"


def booking(day: str, on: str, source: str) -> dict[str, object]:
    field = {"role": "textbox", "name": "Day"}
    return {
        "task": "Book the room for tomorrow",
        "app": "rooms",
        "outcome": "success",
        "judge": "desk",
        "source_task_id": source,
        "steps": [
            {"action": "type", "value": day, "target": field, "at": f"{on}T09:00:00Z"},
            {"action": "click", "target": {"role": "button", "name": "Book"}},
        ],
    }


def test_a_date_that_the_words_do_not_say_is_asked_for(memory: Memory) -> None:
    memory.learn(booking("2026-03-05", "2026-03-04", "one"))

    plan = planned(memory, "Book the room for tomorrow", "rooms")

    assert (plan.route, plan.asks) == ("adaptive_replay", ("day",))


def test_the_date_of_all_days_is_no_question(memory: Memory) -> None:
    memory.learn(booking("2026-12-31", "2026-03-04", "one"))
    memory.learn(booking("2026-12-31", "2026-05-07", "two"))

    plan = planned(memory, "Book the room for tomorrow", "rooms")

    assert plan.asks == ()


def test_a_date_that_goes_with_the_day_is_worked_out(memory: Memory) -> None:
    memory.learn(booking("2026-03-05", "2026-03-04", "one"))
    memory.learn(booking("2026-05-08", "2026-05-07", "two"))

    found = memory.recall("Book the room for tomorrow", app="rooms")

    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    assert found.plan is not None
    assert found.plan.steps[0].value == tomorrow.isoformat()


@pytest.mark.parametrize(
    ("task", "asks"), [("Buy the cheapest lamp", ("row",)), ("Buy lamp B", ())]
)
def test_the_row_that_only_the_page_told_is_asked_for(
    memory: Memory, task: str, asks: tuple[str, ...]
) -> None:
    around = ("Lamp B 12 EUR", "Lamp A 30 EUR Buy Lamp B 12 EUR Buy Lamp C 20 EUR Buy")
    button = {"role": "button", "name": "Buy", "container": around}
    steps = [{"action": "click", "target": button}]
    run = {"task": task, "app": "shop", "outcome": "success", "judge": "till"}
    memory.learn({**run, "steps": steps})

    found = memory.recall(task, app="shop")

    assert found.plan is not None
    assert found.plan.asks == asks
    assert (found.route == "direct_replay") is not bool(asks)
