"""The benchmark of recall: what it learns and asks, and how it counts."""

from kgmem_bench.data_sets import samples
from kgmem_bench.recall.recall_scores import (
    EXPAND,
    PLAIN,
    WAYS,
    Answer,
    Ranking,
    parts_of,
    routes_of,
)
from kgmem_bench.recall.recall_sets import Query, Scenario, grouped, scenarios

from kgmem.model.base import normalize
from kgmem.samples.shipped import DATA

NAN = float("nan")
FOUND = list(scenarios(DATA, quick=True))


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


def test_k_wordings_of_each_known_group_are_learned() -> None:
    found = grouped("miniwob-demos", list(samples(DATA / "miniwob-demos")), k=2)

    for query in found.queries:
        mine = [r for r in found.runs if r.source_task_id in query.relevant]
        assert len({normalize(run.task) for run in mine}) == (2 if query.known else 0)


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


def test_the_gain_of_expansion_is_taken_query_by_query() -> None:
    answers = [
        _answer("a", {EXPAND: [True], PLAIN: [False, True]}),
        _answer("b", {EXPAND: [True], PLAIN: [True]}),
    ]

    part = next(p for p in parts_of(SCENARIO, answers) if p.half == "reported")

    assert part.gain["hit@1"].value == 0.5
    assert part.gain["MRR"].value == 0.25
    assert part.gain["hit@3"].value == 0.0


def test_direct_replays_of_kinds_that_were_not_learned_are_wrong() -> None:
    answers = [
        _answer("a", {}, route="direct_replay"),
        _answer("b", {}, known=False, route="direct_replay"),
        _answer("c", {}, known=False, route="adaptive_replay"),
    ]

    routes = routes_of(SCENARIO, answers)

    assert (routes.wrong_direct, routes.wrong_direct_plain) == (1, 0)
