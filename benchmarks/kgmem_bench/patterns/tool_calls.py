"""How often does a plan call the tools that a new request needs, with what it says?

Half of the requests of each kind, drawn at random, are learned, all kinds together,
and the others asked. A kind is the sequence of the tools' names. Of each argument
that was recorded, down to the items of its lists, is told whether its value stands in
the request (its words in a row): such values a plan can know, others have to be looked
up first, and a plan that gives one anyway has made it up from another request.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from kgmem import Json, PlanStep, Step, Trajectory
from kgmem.lab import folds, normalize
from kgmem_bench.common import metrics
from kgmem_bench.common.metrics import Interval
from kgmem_bench.common.path_match import follows
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.patterns.demonstrations import Kind, Learner, Planner
from kgmem_bench.patterns.pattern_tasks import Vectors, tasks_of

DRAWS = 3
PLANNED, TOOLS = "a plan", "same tools"
SAID, MADE_UP = "said arguments right", "others made up"
MEASURES = (PLANNED, TOOLS, SAID, MADE_UP)
"""Shares: of the requests, got a plan; of the requests, the plan calls the recorded
tools in order; of the recorded arguments whose value stands in the request, the plan
has the same; of the other recorded arguments, the plan has another value."""

Values = Mapping[str, Sequence[float]]
"""By measure, one value for each case that counts."""


@dataclass(frozen=True, slots=True)
class ToolScore:
    """One way of planning over all draws."""

    way: str
    half: str
    requests: int
    measures: dict[str, Interval]
    """Kinds are resampled."""
    by_kind: dict[str, dict[str, float]]
    asked: dict[str, int]
    """Requests of each kind, over all draws."""


def tool_scores(
    kinds: Sequence[Kind],
    learners: Mapping[str, Learner],
    vectors: Vectors,
    draws: int = DRAWS,
) -> Iterator[ToolScore]:
    """Every way's score in both halves."""
    for way, learn in learners.items():
        judged = [
            one for draw in range(draws) for one in _judged(kinds, learn, vectors, draw)
        ]
        for half, tuning in (("reported", False), ("tuning", True)):
            yield _score(way, half, [j for j in judged if is_tuning(j[0]) is tuning])


def _judged(
    kinds: Iterable[Kind], learn: Learner, vectors: Vectors, draw: int
) -> Iterator[tuple[str, Values]]:
    """Kind and values of each asked request."""
    learned: list[Trajectory] = []
    asked: list[tuple[str, Trajectory]] = []
    for kind in kinds:
        runs = list(kind.runs)
        random.Random(f"{draw}/{kind.name}").shuffle(runs)
        half = (len(runs) + 1) // 2
        learned += runs[:half]
        asked += [(kind.name, run) for run in runs[half:]]
    planner = learn(tasks_of(learned, vectors))
    for name, run in asked:
        yield name, judge(planner, run)


def judge(planner: Planner, run: Trajectory) -> Values:
    """What the plan for the run's request is worth."""
    plan = planner.plan(run.task, run.app)
    values: dict[str, list[float]] = {
        PLANNED: [float(plan is not None)],
        TOOLS: [float(plan is not None and follows(plan, run.steps, _same_tool))],
        SAID: [],
        MADE_UP: [],
    }
    text = folds(run.task)
    for planned, recorded in zip_longest(plan or (), run.steps):
        if recorded is None:
            break
        theirs = dict(_leaves(recorded.params["arguments"]))
        ours = dict(_arguments(planned, recorded))
        for place, value in theirs.items():
            right = place in ours and normalize(ours[place]) == normalize(value)
            if _stands_in(text, value):
                values[SAID].append(float(right))
            else:
                values[MADE_UP].append(float(place in ours and not right))
    return values


def _arguments(planned: PlanStep | None, recorded: Step) -> Iterator[tuple[str, str]]:
    """The planned call's, if it is of the same tool."""
    if planned is not None and _same_tool(planned, recorded):
        yield from _leaves(planned.params.get("arguments"))


def _same_tool(planned: PlanStep, recorded: Step) -> bool:
    return planned.action == recorded.action and planned.params.get(
        "name"
    ) == recorded.params.get("name")


def _leaves(value: Json, place: str = "") -> Iterator[tuple[str, str]]:
    """Each text or number below, with its place."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{place}.{key}")
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from _leaves(item, f"{place}.{n}")
    elif value is not None:
        yield place, str(value)


def _stands_in(text: Sequence[str], value: str) -> bool:
    said = folds(value)
    last = len(text) - len(said)
    return bool(said) and any(
        tuple(text[n : n + len(said)]) == said for n in range(last + 1)
    )


def _score(way: str, half: str, judged: Sequence[tuple[str, Values]]) -> ToolScore:
    found: dict[str, dict[str, list[float]]] = {
        measure: defaultdict(list) for measure in MEASURES
    }
    for kind, values in judged:
        for measure, listed in values.items():
            found[measure][kind] += listed
    return ToolScore(
        way=way,
        half=half,
        requests=len(judged),
        measures={name: metrics.interval(groups) for name, groups in found.items()},
        by_kind={
            name: {kind: metrics.mean(one) for kind, one in groups.items()}
            for name, groups in found.items()
        },
        asked=dict(Counter(kind for kind, _ in judged)),
    )
