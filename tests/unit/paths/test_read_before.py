"""Where a value stood before it was entered."""

from typing import Any

from kgmem.model.trajectory import Page, Step
from kgmem.paths.read_before import read_later


def seen(role: str, name: str, **more: Any) -> Step:
    page = {"elements": [{"role": role, "name": name, **more}]}
    return Step.model_validate(
        {"action": "click", "target": {"name": "Find"}, "page_after": page}
    )


def typed(value: str) -> Step:
    target = {"role": "textbox", "name": "Number"}
    return Step.model_validate({"action": "type", "target": target, "value": value})


def test_what_is_used_later_is_kept_of_a_page_unless_the_task_tells_it() -> None:
    path = [seen("cell", "O-18"), typed("O-18")]

    kept = read_later(path, "Cancel the last order")

    assert [one.name for one in kept[0]] == ["O-18"]
    assert not read_later(path, "Cancel O-18")


def test_all_that_show_the_value_are_kept_and_those_of_the_first_page() -> None:
    shown = [
        {"role": "cell", "name": "O-18", "container": ["Last order"]},
        {"role": "cell", "name": "O-18", "container": ["Open order"]},
        {"role": "cell", "name": "O-19"},
    ]
    path = [typed("O-18").model_copy(update={"page_before": Page(elements=shown)})]

    kept = read_later(path, "Cancel the last order")

    assert [one.container for one in kept[-1]] == [("Last order",), ("Open order",)]
