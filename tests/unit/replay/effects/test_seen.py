"""What was seen, and what it says of the effect."""

import pytest

from kgmem.model.effect import EffectCheck
from kgmem.replay.effects.seen import of_rows, of_text

ORDER = '{"order": {"status": "Cancelled", "items": [{"id": 7, "n": 2}], "paid": true}}'


def check(**told: object) -> EffectCheck:
    return EffectCheck.model_validate({"kind": "file", "at": "/out/a.json", **told})


@pytest.mark.parametrize(
    ("told", "holds"),
    [
        ({"field": "order.status", "equals": "cancelled"}, True),
        ({"field": "$.order.items[0].n", "equals": "2"}, True),
        ({"field": "order.items[id=7].n", "equals": "3"}, False),
        ({"field": "order.paid", "equals": "true"}, True),
        ({"field": "order.refund"}, False),
        ({"field": "order.refund", "absent": True}, True),
        ({"contains": "cancelled"}, True),
        ({}, True),
    ],
)
def test_what_stands_in_it(told: dict[str, object], holds: bool) -> None:
    assert of_text(check(**told), ORDER).holds is holds


def test_what_is_not_there_and_what_is_no_json() -> None:
    assert of_text(check(), None).holds is False
    assert of_text(check(absent=True), None).holds is True
    assert of_text(check(field="a"), "<html>").holds is None


@pytest.mark.parametrize(
    ("told", "holds"),
    [
        ({"field": "status", "equals": "done"}, True),
        ({"field": "[1].status", "equals": "open"}, True),
        ({"equals": "done"}, True),
        ({"equals": "open"}, False),
        ({"field": "status", "equals": "open", "absent": True}, False),
        ({"field": "status", "equals": "shut", "absent": True}, True),
        ({}, True),
    ],
)
def test_rows_of_a_query(told: dict[str, object], holds: bool) -> None:
    rows = [{"status": "done"}, {"status": "open"}]

    assert of_rows(check(**told), rows).holds is holds


def test_no_rows() -> None:
    assert of_rows(check(), []).holds is False
