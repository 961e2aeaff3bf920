"""One id names what is to go, in the way of its name."""

import pytest

from kgmem import InvalidInput
from kgmem.operate.forget import forget_one

WAYS = {"task_id": lambda space, key: len(space), "fact_id": lambda space, key: -1}


def test_the_way_of_the_given_name_is_taken() -> None:
    assert forget_one(WAYS, "here", {"task_id": "t", "fact_id": None}) == 4
    assert forget_one(WAYS, "here", {"task_id": None, "fact_id": "f"}) == -1


@pytest.mark.parametrize(
    "given", [{"task_id": None, "fact_id": " "}, {"task_id": "t", "fact_id": "f"}]
)
def test_none_or_two_are_refused(given: dict[str, str | None]) -> None:
    with pytest.raises(InvalidInput, match="give one of task_id, fact_id"):
        forget_one(WAYS, "here", given)
