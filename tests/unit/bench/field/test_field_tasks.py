"""The scenarios are whole, and their pages are there."""

import pytest
from kgmem_bench.field.scenario import RECORDERS, Scenario
from kgmem_bench.field.server import SITE
from kgmem_bench.field.tasks import SCENARIOS

ALL = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))


@ALL
def test_each_has_a_page_and_three_sets_of_values(scenario: Scenario) -> None:
    page = scenario.page if "." in scenario.page else f"{scenario.page}.html"

    assert (SITE / page).exists()
    assert len(scenario.values) == 3
    assert len({scenario.wording(values) for values in scenario.values}) == 3
    assert set(scenario.unseen) <= set(RECORDERS)


@ALL
def test_every_value_has_its_place(scenario: Scenario) -> None:
    for values in scenario.values:
        told = f"{scenario.wording(values)} {scenario.acted(values)}"

        assert "{" not in told.replace("'{}'", "")
        assert "{" not in str(list(_texts(scenario.wanted(values))))


@ALL
def test_what_is_wanted_is_another_thing_for_other_values(scenario: Scenario) -> None:
    first, *others = map(scenario.wanted, scenario.values)

    assert first not in others


def _texts(told: object) -> list[str]:
    if isinstance(told, dict):
        return [text for one in told.values() for text in _texts(one)]
    if isinstance(told, list):
        return [text for one in told for text in _texts(one)]
    return [str(told)]
