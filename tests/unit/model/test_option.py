"""What drivers tell of a list becomes its options."""

import pytest

from kgmem.model.option import (
    LONGEST_OPTION,
    Option,
    options_in,
)
from kgmem.model.slot import Slot
from kgmem.model.trajectory import Element


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["Minor", " Major\n bug "], [("Minor", None), ("Major bug", None)]),
        ([{"label": "Minor", "value": 1}], [("Minor", "1")]),
        ([{"name": "顺丰", "value": "sf"}], [("顺丰", "sf")]),
        ([{"text": "Bug", "value": "Bug"}], [("Bug", None)]),
        ([{"label": "Choose", "value": ""}], [("Choose", "")]),
        (["Minor", "Minor"], [("Minor", None)]),
        (["", {"value": "1"}, 7, None, "x" * (LONGEST_OPTION + 1)], []),
        ("Minor", []),
        (None, []),
    ],
)
def test_options_are_texts_or_mappings_and_what_says_nothing_is_left_out(
    given: object, expected: list[tuple[str, str | None]]
) -> None:
    element = Element.model_validate({"role": "combobox", "options": given})

    assert [(one.label, one.value) for one in element.options] == expected


@pytest.mark.parametrize(
    ("options", "has_more", "is_closed"),
    [(["a"], False, True), (["a"], True, False), ([], False, False)],
)
def test_a_slot_is_closed_if_its_list_is_known_and_has_no_others(
    options: list[str], has_more: bool, is_closed: bool
) -> None:
    slot = Slot(
        slot_id="s", name="s", kind="text", options=options_in(options),
        has_more=has_more,
    )  # fmt: skip

    assert slot.is_closed is is_closed
    assert slot.labels == options
    assert all(isinstance(one, Option) for one in slot.options)
