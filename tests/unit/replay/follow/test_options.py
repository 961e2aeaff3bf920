"""Which of a field's options is chosen."""

from typing import Any

import pytest

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Page
from kgmem.replay.follow.view import View, with_option

TWICE = [{"name": "Smith", "value": "6"}, {"name": "Smith", "value": "7"}]


def chosen(options: list[dict[str, str]], value: str, by: str | None) -> PlanStep:
    field: dict[str, Any] = {"role": "combobox", "name": "Agent", "options": options}
    element = Element.model_validate({"role": "combobox", "name": "Agent"})
    params: dict[str, Any] = {"option_by": by} if by else {}
    step = PlanStep(n=1, action="select", value=value, params=params)
    found = with_option(step, View([field], [element], Page()), 0)
    assert found is not None
    return found


@pytest.mark.parametrize(("value", "by"), [("7", "value"), ("1", "index")])
def test_one_of_two_of_the_same_name_is_told_as_before(value: str, by: str) -> None:
    found = chosen(TWICE, value, by)

    assert (found.value, found.params) == (value, {"option_by": by})
