"""Where a value stood before it was entered."""

from typing import Any

import pytest

from kgmem.model.trajectory import Step
from kgmem.paths.read_before import read_later, where_read


def seen(role: str, name: str, **more: Any) -> Step:
    page = {"elements": [{"role": role, "name": name, **more}]}
    return Step.model_validate(
        {"action": "click", "target": {"name": "Find"}, "page_after": page}
    )


def typed(value: str) -> Step:
    target = {"role": "textbox", "name": "Number"}
    return Step.model_validate({"action": "type", "target": target, "value": value})


def test_the_element_is_told_by_what_stands_beside_it() -> None:
    path = [seen("cell", "O-18", container=["Last order"]), typed("O-18")]

    assert where_read(path, 1, "O-18") == (0, "cell beside Last order")


@pytest.mark.parametrize(
    "before",
    [seen("option", "O-18"), seen("textbox", "O-18"), seen("cell", "O-187")],
)
def test_offers_fields_and_longer_values_tell_nothing(before: Step) -> None:
    assert where_read([before, typed("O-18")], 1, "O-18") is None


def test_what_the_run_entered_itself_was_not_read() -> None:
    path = [typed("O-18"), seen("cell", "O-18"), typed("O-18")]

    assert where_read(path, 2, "O-18") is None


def test_what_is_used_later_is_kept_of_a_page_unless_the_task_tells_it() -> None:
    path = [seen("cell", "O-18"), typed("O-18")]

    kept = read_later(path, "Cancel the last order")

    assert [one.name for one in kept[0]] == ["O-18"]
    assert not read_later(path, "Cancel O-18")
