"""What a read step says of what it reads."""

import pytest
from pydantic import ValidationError

from kgmem.model.trajectory import Step, Trajectory


def test_a_read_step_says_beside_its_action_what_it_reads() -> None:
    step = Step.model_validate(
        {"action": "read", "as": "price", "of": "list", "value": "3 EUR"}
    )

    assert step.as_ == "price"
    assert step.params == {"as": "price", "of": "list"}


def test_what_is_read_is_one_value_called_the_answer_where_nothing_else_is_said() -> (
    None
):
    step = Step(action="read", value="3")

    assert step.params == {"as": "answer", "of": "value"}
    assert Step(action="wait").as_ == ""


def test_a_read_step_of_something_else_is_refused() -> None:
    with pytest.raises(ValidationError, match="known: value, list"):
        Step.model_validate({"action": "read", "of": "sum"})


def test_several_answers_go_by_what_stands_beside_them() -> None:
    def read(value: str, **labels: str) -> Step:
        told = {"attributes": labels, "text": value}
        return Step.model_validate({"action": "read", "value": value, "target": told})

    steps = (
        read("3", **{"column head": "Open"}),
        read("3 EUR", **{"label before": "Price per piece"}),
        read("5", **{"column head": "Open"}),
        Step(action="read", value="7", params={"as": "stock"}),
        read("9"),
    )

    names = [step.as_ for step in Trajectory(task="Tell them", steps=steps).steps]
    assert names == ["open", "price_per_piece", "open_3", "stock", "answer_4"]
    assert Trajectory(task="Tell it", steps=steps[:1]).steps[0].as_ == "answer"
