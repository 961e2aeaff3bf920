"""Where a step's element is on a page; on doubt nowhere."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.locate import locate

SEARCH = {"role": "button", "name": "Search"}
PAGE: list[dict[str, Any]] = [
    {"role": "textbox", "name": "Search"},
    SEARCH,
    {"role": "link", "name": "Basket"},
]


def click(**target: Any) -> PlanStep:
    return PlanStep(n=1, action="click", target=Element(**target))


def test_role_and_name_find_it_among_others() -> None:
    found = locate(click(**SEARCH), PAGE)

    assert (found.index, found.ambiguous) == (1, False)
    assert found.confidence > 0.8
    assert found.evidence["name"] == 1.0


def test_two_that_are_alike_are_refused() -> None:
    found = locate(click(**SEARCH), [*PAGE, dict(SEARCH)])

    assert (found.index, found.ambiguous) == (None, True)


def test_the_row_tells_alike_buttons_apart() -> None:
    rows = [
        {"role": "button", "name": "Delete", "container": ["Mail from Ann"]},
        {"role": "button", "name": "Delete", "container": ["Mail from Bob"]},
    ]

    found = locate(click(**rows[1]), rows)

    assert found.index == 1


@pytest.mark.parametrize("page", [[], [{"role": "link", "name": "Basket"}], [{}]])
def test_what_is_not_there_is_refused(page: list[dict[str, Any]]) -> None:
    assert locate(click(**SEARCH), page).index is None


def test_another_kind_of_the_same_name_is_not_it() -> None:
    assert (
        locate(click(**SEARCH), [{"role": "textbox", "name": "Search"}]).index is None
    )


def test_a_chosen_id_survives_another_label() -> None:
    wanted = click(role="button", name="Submit", attributes={"id": "send-form"})
    page = [
        {"role": "button", "name": "提交", "attributes": {"id": "send-form"}},
        {"role": "button", "name": "取消", "attributes": {"id": "leave"}},
    ]

    assert locate(wanted, page).index == 0


def test_a_step_without_a_target_has_nothing_to_be_located() -> None:
    found = locate(PlanStep(n=1, action="key", value="Enter"), PAGE)

    assert (found.index, found.ambiguous) == (None, False)


def test_a_bad_element_is_named_by_its_index() -> None:
    with pytest.raises(InvalidInput, match=r"elements\[1\]"):
        locate(click(**SEARCH), [{}, {"role": ["button"]}])
