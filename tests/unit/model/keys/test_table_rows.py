"""The row that an element stands in."""

import pytest

from kgmem.model.keys.handles import handle, handle_words
from kgmem.model.keys.table_rows import IN_ROW, bears, cells, row_of
from kgmem.model.recollection import describe_target
from kgmem.model.trajectory import Element, Step


@pytest.mark.parametrize(
    ("element", "row"),
    [
        (
            Element(container=("hweiss\tHelga Weiss\t active",)),
            "hweiss, Helga Weiss, active",
        ),
        (Element(container=("", "hweiss"), locators=(IN_ROW,)), "hweiss"),
        (Element(container=("Settings",)), ""),
        (Element(), ""),
    ],
)
def test_a_row_in_words(element: Element, row: str) -> None:
    assert row_of(element) == row


def test_a_step_is_told_by_its_row() -> None:
    element = Element(
        role="button", name="Retire", container=("hweiss",), locators=(IN_ROW,)
    )
    step = Step(action="click", target=element)

    assert handle(element) == {"role": "button", "name": "Retire", "row": "hweiss"}
    assert handle_words(handle(element)) == 'button "Retire" in the row of hweiss'
    assert describe_target(step) == 'button "Retire" in the row of hweiss'


@pytest.mark.parametrize(
    ("row", "text", "is_borne"),
    [
        ("drill", "Drill\tB2", True),
        ("drill", "drill press\tB2", False),
        ("drill\tB2", "B2\tdrill\tin stock", True),
        ("drill\tB2", "drill\tB3", False),
    ],
)
def test_a_row_bears_a_value_as_a_cell(row: str, text: str, is_borne: bool) -> None:
    assert bears(row, text) is is_borne
    assert cells(text)[0] in text
