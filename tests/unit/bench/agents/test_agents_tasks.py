"""What agents are asked: each text once, with a way and a goal of its own."""

import pytest
from kgmem_bench.agents.admin.kinds import ADMIN
from kgmem_bench.agents.asked import KNOWN, SORTS
from kgmem_bench.agents.catalog import Catalog
from kgmem_bench.agents.house.kinds import HOUSE
from kgmem_bench.agents.trac.tasks import TRAC
from kgmem_bench.agents.values import LEARNED

ALL = [pytest.param(one, id=one.app) for one in (TRAC, ADMIN, HOUSE)]


@pytest.mark.parametrize("catalog", ALL)
def test_no_text_is_asked_twice(catalog: Catalog) -> None:
    texts = [one.text for one in catalog.tasks(list(catalog.kinds))]

    assert len(set(texts)) == len(texts)
    assert not [text for text in texts if "{" in text]


@pytest.mark.parametrize("catalog", ALL)
def test_all_sorts_are_asked_and_each_has_a_way_and_a_goal(catalog: Catalog) -> None:
    tasks = list(catalog.tasks(list(catalog.kinds)))

    assert {one.sort for one in tasks} == set(SORTS)
    assert all(one.moves and one.goal for one in tasks)
    more = {one.sort for one in tasks if one.extra}
    assert more == {"tail", "and also"}
    assert all(move in one.moves for one in tasks for move in one.extra)


@pytest.mark.parametrize("catalog", ALL)
def test_nothing_that_was_learned_is_asked(catalog: Catalog) -> None:
    learned = {
        kind.task(language, 0, values)
        for kind in catalog.kinds.values()
        for language in ("en", "zh")
        for values in kind.sets[language][:LEARNED]
    }

    asked = {one.text for one in catalog.tasks(list(catalog.kinds))}

    assert learned.isdisjoint(asked)


@pytest.mark.parametrize("catalog", ALL)
def test_known_sorts_are_of_learned_kinds_alone(catalog: Catalog) -> None:
    tasks = list(catalog.tasks(list(catalog.kinds)))

    known = {one.kind for one in tasks if one.sort in KNOWN}
    assert known == set(catalog.learned)
    assert not known & {one.kind for one in tasks if one.sort == "unknown"}


def test_a_move_is_made_as_often_as_the_values_say() -> None:
    way = HOUSE.kinds["supply"].way

    values = {"item": "Paper cups", "count": "4", "more": "3", "room": "Library"}

    assert [one.name for one in way.walked(values, 2)].count("More") == 3
