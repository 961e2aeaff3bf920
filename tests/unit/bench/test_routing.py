"""The benchmark of routing: what it learns and asks, and how it counts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from kgmem_bench.common.report import machine
from kgmem_bench.data_sets import ROWS
from kgmem_bench.recall.recall_sets import Query, Scenario
from kgmem_bench.routing.routing import Routed, RoutingResult, route_all
from kgmem_bench.routing.routing_nearest import COSINE, OVERLAP, Said
from kgmem_bench.routing.routing_report import checks
from kgmem_bench.routing.routing_scores import (
    replay_scores,
    share_at_risk,
)
from kgmem_bench.routing.routing_sets import AGAIN, OTHER, Stage, stage, stages

from kgmem.backends.models.ngram import NgramEmbedder
from kgmem.model.base import normalize
from kgmem.model.trajectory import Trajectory
from kgmem.samples import Sample

FOUND = list(stages(ROWS, quick=True))


def search(item: str, n: int, *, clicks_first: bool = False) -> Trajectory:
    box = {"role": "textbox", "name": "Search"}
    steps: list[dict[str, Any]] = [
        {"action": "type", "value": item, "target": box},
        {"action": "click", "target": {"role": "button", "name": "Go"}},
    ]
    if clicks_first:
        steps.insert(0, {"action": "click", "target": box})
    return Trajectory.model_validate(
        {
            "task": f"Search for {item}",
            "outcome": "success",
            "source_task_id": f"s{n}",
            "steps": steps,
        }
    )


def shopping(*asked: Trajectory) -> Stage:
    """Three learned searches, and others that are asked for."""
    learned = [search(item, n) for n, item in enumerate(("red mugs", "pens", "hats"))]
    relevant = frozenset(str(run.source_task_id) for run in learned)
    queries = [Query(run.task, "search", relevant, False, True) for run in asked]
    samples = [Sample(run, "made", group="search") for run in (*learned, *asked)]
    return stage(Scenario("made", 3, tuple(learned), tuple(queries)), samples)


def routed(**given: Any) -> Routed:
    """An answer that replays a plan of the right kind directly, the right way."""
    right = Routed(
        scenario="made",
        k=3,
        sort=OTHER,
        text="Search for socks",
        group="search",
        half="reported",
        known=True,
        replayable=True,
        route="direct_replay",
        familiarity=0.9,
        confidence=0.8,
        origin="pattern",
        same_kind=True,
        same_path=True,
        hit=True,
        baselines={COSINE: Said(0.7, True), OVERLAP: Said(0.5, False)},
    )
    return replace(right, **given)


def novel(**given: Any) -> Routed:
    """An answer to what nothing is known of."""
    return routed(
        **{
            "group": "weather",
            "known": False,
            "replayable": False,
            "route": "reflexion_explore",
            "familiarity": 0.1,
            "confidence": 0.0,
            "origin": None,
            "same_kind": None,
            "same_path": None,
            "hit": False,
            "baselines": {COSINE: Said(0.8, False), OVERLAP: Said(0.0, False)},
            **given,
        }
    )


# --- what is learned and asked ---------------------------------------------------


def test_other_wordings_were_not_learned_and_learned_ones_were() -> None:
    for one in FOUND:
        learned = {normalize(run.task) for run in one.scenario.runs}

        for ask in one.asks:
            assert (normalize(ask.query.text) in learned) is (ask.sort == AGAIN)


def test_paths_are_those_of_people_who_were_asked_the_same() -> None:
    paths = [(ask, run) for one in FOUND for ask in one.asks for run in ask.done]

    assert len(paths) > 20
    for ask, run in paths:
        assert normalize(run.task) == normalize(ask.query.text)
        assert run.outcome == "success"


# --- answering -------------------------------------------------------------------


def test_a_plan_that_goes_another_way_is_wrong() -> None:
    asked = search("socks", 7)
    other = asked.model_copy(update={"steps": asked.steps[:1]})

    answers = route_all(shopping(other), NgramEmbedder())

    answer = next(one for one in answers if one.sort == OTHER)
    assert answer.same_path is False
    assert answer.wrong


# --- plain ways ------------------------------------------------------------------


def runs(*texts: str) -> list[Trajectory]:
    return [Trajectory(task=t, source_task_id=t) for t in texts]


# --- counting --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "share"),
    [
        ([(0.9, True), (0.8, True), (0.1, False)], 0.5),
        ([(0.9, False), (0.8, True)], 0.0),
        ([(0.9, True), (0.9, False)], 0.0),
        ([(0.9, True)] * 99 + [(0.8, False)], 25.0),
        ([], 0.0),
    ],
)
def test_share_at_one_percent_wrong(
    answers: Sequence[tuple[float, bool]], share: float
) -> None:
    assert share_at_risk(answers, of=4) == share


def test_direct_replays_are_counted_by_what_is_wrong_with_them() -> None:
    answers = [
        routed(),
        routed(same_path=False, confidence=0.6),
        routed(same_path=None, same_kind=False, confidence=0.5),
        routed(same_path=None),
        routed(route="adaptive_replay", confidence=0.3),
        novel(),
    ]

    (score,) = replay_scores(answers)

    assert (score.asked, score.replayable, score.direct) == (6, 5, 4)
    assert (score.wrong_kind, score.other_way, score.unjudged) == (1, 1, 1)
    assert (score.adaptive, score.adaptive_right) == (1, 1)
    assert score.at_risk == pytest.approx(2 / 5)


def test_unrelated_goals_must_not_be_replayed() -> None:
    goal = novel(scenario="android-control", known=None)
    good = result(goal, routed())
    bad = result(replace(goal, route="direct_replay"), routed())

    assert [check.met for check in checks(good)] == [True, True, None]
    assert checks(bad)[0].met is False


def result(*answers: Routed) -> RoutingResult:
    return RoutingResult("routing", machine(), "ngram", "made", list(answers))
