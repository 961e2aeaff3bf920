"""Elements of which the plan knows what their names begin and end with."""

from typing import Any

import pytest

from kgmem.matching.affixes import NAME_BEGINS, NAME_ENDS
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Locator
from kgmem.replay.locate.flow import locate

Given = dict[str, Any]


def wanted(begun: str, end: str = "") -> PlanStep:
    ends = [Locator(kind=NAME_ENDS, value=end)] if end else []
    target = Element(
        tag="div",
        attributes={"class": "suggestion"},
        locators=(Locator(kind=NAME_BEGINS, value=begun), *ends),
    )
    return PlanStep(n=1, action="click", target=target)


def offered(*names: str) -> list[Given]:
    return [
        {"tag": "div", "text": name, "attributes": {"class": "suggestion"}}
        for name in names
    ]


@pytest.mark.parametrize(
    ("step", "names", "index"),
    [
        (wanted("Mo", "lia"), ["Moldova", "Mongolia", "Morocco"], 1),
        (wanted("mo", "LIA"), ["Mongolia"], 0),
        (wanted("北", "区"), ["北京市东城区", "北海市", "南京市秦淮区"], 0),
        (wanted("Sey"), ["Seychelles", "Peru"], 0),
    ],
)
def test_the_one_that_begins_and_ends_so_is_meant(
    step: PlanStep, names: list[str], index: int
) -> None:
    assert locate(step, offered(*names)).index == index


@pytest.mark.parametrize(
    ("step", "names"),
    [
        (wanted("No"), ["Norfolk Island", "Norway"]),
        (wanted("Mo", "lia"), ["Moldova", "Morocco"]),
        (wanted("Mo"), ["Peru"]),
    ],
)
def test_none_is_taken_where_several_or_none_are_called_so(
    step: PlanStep, names: list[str]
) -> None:
    found = locate(step, offered(*names))

    assert found.index is None
    assert found.ambiguous
