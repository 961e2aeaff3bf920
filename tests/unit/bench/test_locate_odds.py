"""The odds of locating, counted from pairs."""

import pytest
from kgmem_bench.locate.locate_cases import Case
from kgmem_bench.locate.locate_odds import Fitted, fit_odds, to_markdown

from kgmem import Element, PlanStep

SAVE = Element(role="button", name="Save", attributes={"id": "save"})
RENAMED = Element(role="button", name="Keep", attributes={"id": "save"})
OTHERS = tuple(
    Element(role="button", name=name, attributes={"id": name.lower()})
    for name in ("Open", "Close", "Print")
)


def a_case(*elements: Element, truth: int | None = 0) -> Case:
    step = PlanStep(n=1, action="click", target=SAVE)
    return Case("made", "site", step, elements, truth, "made")


def by_kind(cases: list[Case]) -> dict[str, Fitted]:
    return {one.kind: one for one in fit_odds(cases)}


def test_what_stays_and_what_is_shared_are_counted_by_cases() -> None:
    kept, renamed = a_case(SAVE, *OTHERS), a_case(RENAMED, *OTHERS)

    found = by_kind([kept] * 6 + [renamed] * 2)

    # One pair each way stands at the beginning.
    assert found["id"].stays_counted == pytest.approx(9 / 10)
    assert found["id"].cases == pytest.approx(8)
    assert found["id"].shared_counted == pytest.approx(1 / 10)
    assert found["kind"].shared_counted == pytest.approx(9 / 10)
    assert found["name"].stays_counted < 0.9


def test_the_table_has_what_is_set_beside_what_was_counted() -> None:
    result = {
        "machine": {
            "date": "2026-01-02", "system": "s", "processor": "p", "cores": 1,
            "load": 0, "python": "3", "versions": {},
        },
        "fits": {"made": fit_odds([a_case(SAVE, *OTHERS)])},
    }  # fmt: skip

    assert "| id | 0.7 | 0.667 | 0.0005 | 0.3333 | 1 |" in to_markdown(result)
