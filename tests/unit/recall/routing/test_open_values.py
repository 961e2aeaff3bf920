"""Values of an old run that may be others now."""

from typing import Any

from kgmem.graph.read_rows import StoredRun
from kgmem.recall.routing.open_values import open_values
from tests.unit.recall.runs import stored


def cell(number: str) -> dict[str, Any]:
    element = {"role": "cell", "name": number, "container": ["Last order"]}
    return {"page_after": {"elements": [element]}}


def cancelling(who: str, number: str, **shown: Any) -> StoredRun:
    find = {"action": "click", "target": {"role": "button", "name": "Find"}, **shown}
    field = {"role": "textbox", "name": "Order number"}
    return stored(
        who,
        find,
        {"action": "type", "target": field, "value": number},
        task=f"Cancel the last order of {who}",
        app="crm",
    )


def row(who: str, name: str) -> StoredRun:
    clicked = ({"role": "row", "name": name}, {"role": "button", "name": "Open"})
    steps = ({"action": "click", "target": target} for target in clicked)
    return stored(who, *steps, task=f"Open {who}")


def test_what_the_page_showed_is_asked_for_and_where_it_stood_is_told() -> None:
    [found] = open_values(cancelling("ann", "O-18", **cell("O-18")), [])

    assert (found.place, found.text, found.name) == (1, "O-18", "order_number")
    assert [*map(str, found.reads)] == ["step 1: cell beside Last order"]


def test_one_run_alone_shows_no_variation() -> None:
    assert not open_values(cancelling("ann", "O-18"), [])


def test_what_differs_between_runs_is_asked_for() -> None:
    [found] = open_values(cancelling("ann", "O-18"), [cancelling("bob", "O-22")])

    assert not found.reads


def test_what_other_runs_enter_too_is_a_habit_even_where_it_was_shown() -> None:
    run = cancelling("ann", "O-18", **cell("O-18"))

    assert not open_values(run, [cancelling("bob", "O-18")])
    assert open_values(run, [cancelling("ann", "O-18")])


def test_what_the_task_tells_is_no_open_value() -> None:
    assert not open_values(cancelling("O-18", "O-18"), [cancelling("O-22", "O-22")])


def test_a_record_by_another_name_is_asked_for() -> None:
    [found] = open_values(row("the newest", "T-1"), [row("the oldest", "T-2")])

    assert (found.part, found.text) == ("name", "T-1")


def test_what_a_tool_gave_is_asked_for() -> None:
    run = stored(
        "1",
        {"action": "tool", "params": {"name": "find", "result": {"id": "O-18"}}},
        {"action": "tool", "params": {"name": "cancel", "order": "O-18"}},
        task="Cancel the last order",
    )

    [found] = open_values(run, [])

    assert found.part == "params.order.0"
    assert [*map(str, found.reads)] == ["step 1: result.id"]


def test_further_runs_confirm_where_it_was_read_or_drop_it() -> None:
    run = cancelling("ann", "O-18", **cell("O-18"))

    [held] = open_values(run, [cancelling("bob", "O-22", **cell("O-22"))])
    [dropped] = open_values(run, [cancelling("bob", "O-22", **cell("O-23"))])

    assert [*map(str, held.reads)] == ["step 1: cell beside Last order"]
    assert not dropped.reads


def test_a_number_that_all_runs_read_is_read_though_it_was_the_same() -> None:
    runs = [cancelling(who, "O-18", **cell("O-18")) for who in ("ann", "bob")]

    [found] = open_values(runs[0], runs[1:])

    assert found.reads
