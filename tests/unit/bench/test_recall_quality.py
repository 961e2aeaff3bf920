"""The benchmark of recall: what it learns and asks, and how it counts."""

from kgmem_bench.data_sets import ROWS
from kgmem_bench.recall.recall_scores import (
    EXPAND,
    PLAIN,
    WAYS,
    Answer,
    Ranking,
    routes_of,
)
from kgmem_bench.recall.recall_sets import Query, Scenario, scenarios

from kgmem.model.base import normalize

NAN = float("nan")
FOUND = list(scenarios(ROWS, quick=True))


def test_no_query_is_a_learned_wording() -> None:
    for scenario in FOUND:
        learned = {normalize(run.task) for run in scenario.runs}

        assert not learned & {normalize(query.text) for query in scenario.queries}


def test_what_is_relevant_was_learned_and_what_is_novel_was_not() -> None:
    for scenario in FOUND:
        learned = {run.source_task_id for run in scenario.runs}

        for query in scenario.queries:
            assert query.relevant <= learned
            assert query.known is None or query.known == bool(query.relevant)


def test_a_group_is_never_in_both_halves() -> None:
    for scenario in FOUND:
        halves: dict[str, set[bool]] = {}
        for query in scenario.queries:
            halves.setdefault(query.group, set()).add(query.tuning)

        assert all(len(half) == 1 for half in halves.values())


def _answer(
    group: str, ranks: dict[str, list[bool]], *, known: bool = True, route: str = ""
) -> Answer:
    relevant = frozenset({"run"}) if known else frozenset()
    query = Query(f"task of {group}", group, relevant, tuning=False, known=known)
    rankings = {
        way: Ranking(tuple(ranks.get(way, [])), NAN, 0.9 if known else 0.2)
        for way in WAYS
    }
    return Answer(query, rankings, {EXPAND: route or "reflexion_explore", PLAIN: ""})


SCENARIO = Scenario("made", 1, (), ())


def test_direct_replays_of_kinds_that_were_not_learned_are_wrong() -> None:
    answers = [
        _answer("a", {}, route="direct_replay"),
        _answer("b", {}, known=False, route="direct_replay"),
        _answer("c", {}, known=False, route="adaptive_replay"),
    ]

    routes = routes_of(SCENARIO, answers)

    assert (routes.wrong_direct, routes.wrong_direct_plain) == (1, 0)
