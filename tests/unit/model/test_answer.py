"""What a read step says of what it reads."""

import pytest
from pydantic import ValidationError

from kgmem.model.trajectory import Step


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
