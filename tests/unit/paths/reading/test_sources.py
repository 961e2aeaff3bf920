"""Where a value stood, and what stands there in another run."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem.model.trajectory import Step
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.shown import shown_after
from kgmem.paths.reading.sources import Wanted, nearest, read, sources_of

NUMBER = "O-18"


def page(*elements: dict[str, Any], **more: Any) -> Step:
    shown = {"elements": elements, **more}
    target = {"role": "button", "name": "Find"}
    return Step.model_validate(
        {"action": "click", "target": target, "page_after": shown}
    )


def result(given: object) -> Step:
    params = {"name": "find", "result": given}
    return Step.model_validate({"action": "tool", "params": params})


def typed(value: str) -> Step:
    target = {"role": "textbox", "name": "Number"}
    return Step.model_validate({"action": "type", "target": target, "value": value})


def cell(text: str, *around: str, **more: Any) -> dict[str, Any]:
    return {"role": "cell", "name": text, "container": around, **more}


def told(*steps: Step, value: str = NUMBER, task: str = "") -> list[str]:
    wanted = Wanted(len(steps), value)
    found = sources_of([*steps, typed(value)], wanted, TaskSaid(task))
    return [str(one) for one in nearest(found)]


def read_again(was: Step, now: Step, value: str = NUMBER, task: str = "") -> set[str]:
    found = nearest(sources_of([was, typed(value)], Wanted(1, value), TaskSaid(task)))
    shown = shown_after([now], 0)
    return {text for one in found for text in read(shown, one)}


def test_an_element_is_told_by_what_stands_beside_it() -> None:
    assert told(page(cell(NUMBER, "Last order"))) == ["step 1: cell beside Last order"]


@pytest.mark.parametrize(
    ("was", "now", "value"),
    [
        (cell("$1,299.00", "Total"), cell("$87.50", "Total"), "1299.00"),
        (cell("3 March 2026", "Due"), cell("14 May 2026", "Due"), "2026-03-03"),
        (cell("Order O-18 is placed"), cell("Order O-7 is placed"), NUMBER),
        (cell("您的订单号是O-18，请保存"), cell("您的订单号是O-7，请保存"), NUMBER),
        (cell(NUMBER, "Last order open"), cell("O-7", "Last order open"), NUMBER),
        (cell(NUMBER, "Order 29.00 open"), cell("O-7", "Order 12.50 sent"), NUMBER),
    ],
)
def test_it_is_read_in_the_form_in_which_it_was_entered(
    was: dict[str, Any], now: dict[str, Any], value: str
) -> None:
    found = read_again(page(was), page(now), value)

    assert found in ({"87.50"}, {"2026-05-14"}, {"O-7"})


@pytest.mark.parametrize(
    "before",
    [
        page({"role": "option", "name": NUMBER}),
        page(cell("O-187")),
        page(),
        typed(NUMBER),
    ],
)
def test_offers_longer_values_and_own_entries_tell_nothing(before: Step) -> None:
    assert told(before) == []


def test_the_nearest_step_that_shows_it_counts() -> None:
    seen = page(cell(NUMBER, "Last order"))

    assert told(seen, page(cell(NUMBER, "To cancel"))) == [
        "step 2: cell beside To cancel"
    ]


def test_two_places_of_one_step_have_to_agree() -> None:
    was = page(cell("42.00", "Deposit"), cell("42.00", "Fee"))
    now = page(cell("42.00", "Deposit"), cell("13.00", "Fee"))

    assert read_again(was, now, "42.00") == {"42.00", "13.00"}


def test_a_part_of_an_address_is_told_by_the_part_before() -> None:
    was = page(url="https://shop.example/orders/1042/edit?tab=7")
    now = page(url="https://shop.example/orders/2077/edit?tab=7")

    assert read_again(was, now, "1042") == {"2077"}


def items(*names: str) -> list[dict[str, Any]]:
    return [{"name": one, "id": f"id-{one[:3]}-{n}77"} for n, one in enumerate(names)]


@pytest.mark.parametrize(
    ("given", "value", "task", "place"),
    [
        ({"ticket": {"id": NUMBER}}, NUMBER, "", "result.ticket.id"),
        ('{"ticket": {"id": "O-18"}}', NUMBER, "", "result.ticket.id"),
        (
            {"items": items("Lamp", "Chair")},
            "id-Cha-177",
            "Return the chair",
            "result.items[name=Chair].id",
        ),
        ([{"id": NUMBER}, {"id": "O-19"}], NUMBER, "", "result[0].id"),
        ([{"id": NUMBER}], NUMBER, "", "result[*].id"),
        (
            {"variants": {"9631": {"size": "L"}, "9632": {"size": "M"}}},
            "9632",
            "size M, please; M",
            "",
        ),
        ("Booked. Ref: O-18", NUMBER, "", "result"),
    ],
)
def test_a_field_is_told_by_its_keys_and_what_the_task_says(
    given: object, value: str, task: str, place: str
) -> None:
    found: Sequence[str] = told(result(given), value=value, task=task)

    assert (f"step 1: {place}" in found) if place else found


def test_the_item_that_the_task_names_is_read_wherever_it_stands() -> None:
    was = result({"items": items("Lamp", "Chair")})
    now = result({"items": items("Chair", "Table", "Lamp")})

    assert read_again(was, now, "id-Cha-177", "Return the chair") == {"id-Cha-077"}
