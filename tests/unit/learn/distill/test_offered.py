"""A run's lists are told by its pages, without what is no choice."""

from typing import Any

import pytest

from kgmem.learn.distill.offered import with_options
from kgmem.model.trajectory import Step, Trajectory

SHOWN = [
    {"role": "combobox", "name": "Severity"},
    {"role": "option", "name": "Minor", "attributes": {"value": "1"}},
    {"role": "option", "name": "Major", "attributes": {"value": "2"}},
]


def told(target: dict[str, Any], **fields: Any) -> Step:
    step = {"action": "select", "target": target} | fields
    run = Trajectory.model_validate({"task": "Set it", "steps": [step]})
    return with_options(run).steps[0]


def labels(step: Step) -> list[str]:
    return [one.label for one in step.target.options] if step.target else []


def test_where_the_step_does_not_tell_them_the_page_before_does() -> None:
    step = told(
        {"role": "combobox", "name": "Severity"},
        value="Minor",
        page_before={"elements": SHOWN},
    )

    assert labels(step) == ["Minor", "Major"]


def test_a_link_beside_a_list_is_none_of_its_options() -> None:
    link = {"role": "link", "name": "Ann"}

    step = told(link, action="click", page_before={"elements": [*SHOWN, link]})

    assert labels(step) == []


@pytest.mark.parametrize(
    ("first", "value", "expected"),
    [
        ({"label": "Please choose", "value": ""}, "Minor", ["Minor", "Major"]),
        ({"label": "请选择", "value": ""}, "Minor", ["Minor", "Major"]),
        ({"label": "All", "value": ""}, "Minor", ["All", "Minor", "Major"]),
        ({"label": "Pick all", "value": "*"}, "Minor", ["Pick all", "Minor", "Major"]),
        ({"label": "请选择", "value": ""}, "请选择", ["请选择", "Minor", "Major"]),
    ],
)  # fmt: skip
def test_a_first_entry_that_asks_to_choose_is_no_option(
    first: dict[str, str], value: str, expected: list[str]
) -> None:
    target = {"role": "combobox", "options": [first, "Minor", "Major"]}

    assert labels(told(target, value=value)) == expected


@pytest.mark.parametrize(
    ("options", "value", "params"),
    [
        ([{"label": "Minor", "value": "1"}, "Major"], "Minor", {}),
        (
            [{"label": "Minor", "value": "1"}, {"label": "Minor", "value": "2"}],
            "1",
            {"option_by": "value"},
        ),
    ],
)
def test_what_is_chosen_by_its_own_word_is_told_by_its_label_if_that_is_one_alone(
    options: list[object], value: str, params: dict[str, str]
) -> None:
    step = told({"options": options}, value="1", params={"option_by": "value"})

    assert (step.value, step.params) == (value, params)


def test_a_run_without_lists_is_the_same_run() -> None:
    run = Trajectory.model_validate(
        {"task": "Go", "steps": [{"action": "click", "target": {"name": "Go"}}]}
    )

    assert with_options(run) is run
