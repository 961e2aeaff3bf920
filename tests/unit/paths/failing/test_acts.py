"""Steps in the words of their tasks."""

from typing import Any

import pytest

from kgmem.model.trajectory import Step
from kgmem.paths.failing.acts import act_of, sources_of, value_from

FLIGHT = "Fly from: Tampa, FL to: Salt Lake City on 05/10/2016"


def step(action: str = "click", value: str | None = None, **target: Any) -> Step:
    fields = {"target": target} if target else {}
    return Step.model_validate({"action": action, "value": value, **fields})


@pytest.mark.parametrize(
    ("value", "task", "source"),
    [
        ("10", FLIGHT, "city on|date:day"),
        ("Tampa", FLIGHT, "fly from"),
        ("红色连衣裙", "在淘宝搜索红色连衣裙并下单", "搜 索"),
    ],
)
def test_a_value_is_traced_to_its_place(value: str, task: str, source: str) -> None:
    assert source in sources_of(value, task)


@pytest.mark.parametrize(
    ("value", "task"),
    [
        ("30", FLIGHT),
        ("Boston", FLIGHT),
        ("T", FLIGHT),
        ("蓝色", "在淘宝搜索红色连衣裙并下单"),
        ("连衣裤", "在淘宝搜索红色连衣裙并下单"),
        ("x" * 100_000, FLIGHT),
    ],
)
def test_other_values_come_from_nowhere(value: str, task: str) -> None:
    assert sources_of(value, task) == frozenset()


def test_a_source_gives_the_value_of_another_task() -> None:
    assert value_from("city on|date:day", "Fly to Kansas City on 11/29/2016") == "29"
    assert value_from("city on|date:day", "Fly to Kansas City") is None


def test_the_same_step_for_another_value_has_the_same_place() -> None:
    day, other = (
        act_of(step(role="link", name=name, attributes={"class": "day"}), FLIGHT)
        for name in ("10", "29")
    )

    assert day.place == other.place
    assert day.where != other.where
    assert day.is_named_by_task
    assert not other.is_named_by_task


def test_a_chosen_id_tells_an_element_whatever_it_is_called() -> None:
    one = act_of(step(role="button", name="Go", attributes={"id": "search"}), "x")
    other = act_of(step(role="button", name="走", attributes={"id": "search"}), "x")

    assert one.where == other.where
    assert one.value is None


def test_what_is_typed_is_the_value_not_the_field() -> None:
    typed = act_of(step("type", "Tampa", role="textbox", name="From"), FLIGHT)
    strange = act_of(step("type", "Boston", role="textbox", name="From"), FLIGHT)

    assert typed.where == strange.where
    assert (bool(typed.sources), bool(strange.sources)) == (True, False)
    assert not typed.is_named_by_task


def test_keys_and_tools_are_told_apart_by_what_they_are() -> None:
    enter, escape = (act_of(step("key", key), "x") for key in ("Enter", "Escape"))
    tools = [
        act_of(Step(action="tool", params={"name": name}), "x") for name in ("a", "b")
    ]

    assert enter.where != escape.where
    assert tools[0].where != tools[1].where
