"""What the benchmark of routing learns and asks.

The scenarios of recall (no query is a learned wording), their queries with what a
person recorded for them, and some learned wordings once more. Besides the sets that
recall is measured on there are requests with tool calls; made Chinese runs come with
the path that was made for each query.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kgmem import Trajectory
from kgmem.lab import normalize
from kgmem.samples import Sample
from kgmem_bench.common.path_match import differing_words
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.data_sets import (
    android_control,
    autodroid,
    mobiagent,
    samples,
    tau,
)
from kgmem_bench.recall.recall_sets import (
    GROUPED,
    Query,
    Scenario,
    grouped,
    shared_screens,
    together,
    unrelated,
)

KS = (1, 3, 10)
ASKED = 10
"""Queries of each kind,"""
ASKED_QUICK = 2
"""in a quick run,"""
ASKED_PROSE = 3
"""and of long requests in prose, which take long to match."""
MADE = "mobiagent-zh, made runs"
SETS = (*GROUPED, tau.SET, autodroid.SET, android_control.SET)
OTHER, AGAIN = "other wording", "learned wording"


@dataclass(frozen=True, slots=True)
class Ask:
    """A query, and what people did who were asked the same."""

    query: Query
    sort: str
    """OTHER or AGAIN."""
    done: tuple[Trajectory, ...] = ()
    """Successes with steps; none where the set has no paths."""
    differing: frozenset[str] = frozenset()
    """The words by which the text differs from others of its kind."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One memory and what is asked of it."""

    scenario: Scenario
    asks: tuple[Ask, ...]


def stages(data: Path, *, quick: bool = False) -> Iterator[Stage]:
    """All that the data sets below `data` allow."""
    found = {
        name: list(samples(data / name)) for name in SETS if (data / name).is_dir()
    }
    asked = ASKED_QUICK if quick else ASKED
    kinds = [name for name in GROUPED if name in found]
    for k in (3,) if quick else KS:
        for name in kinds:
            yield stage(grouped(name, found[name], k, asked), found[name])
        if templates := mobiagent.templates(data / mobiagent.SET):
            yield made(templates, k, asked)
    if tau.SET in found:
        prose = grouped(tau.SET, found[tau.SET], 3, min(asked, ASKED_PROSE))
        yield stage(prose, found[tau.SET])
    if autodroid.SET in found:
        for half in shared_screens(found[autodroid.SET]):
            yield stage(half, found[autodroid.SET])
    if android_control.SET in found:
        yield stage(unrelated(found[android_control.SET]), found[android_control.SET])
    alone = [grouped(name, found[name], 3, asked) for name in kinds]
    if len(alone) > 1:
        every = [sample for name in kinds for sample in found[name]]
        yield stage(together(alone, ()), every)


def stage(scenario: Scenario, found: Iterable[Sample]) -> Stage:
    """The scenario with the paths that the samples recorded for its queries, and one
    learned wording of each kind asked again."""
    done, texts = _by_text(found), _texts_of_kinds(scenario.queries)
    asks = [_ask(query, OTHER, done, texts[query.group]) for query in scenario.queries]
    return Stage(scenario, (*asks, *_again(scenario, texts)))


def made(templates: Sequence[mobiagent.Template], k: int, asked: int) -> Stage:
    """Runs made from the first half of each template's wordings, asked for in the
    other half; one template in four is left out."""
    runs: list[Trajectory] = []
    later: list[Sample] = []
    queries: list[Query] = []
    for n, template in enumerate(sorted(templates, key=lambda one: one.name)):
        half = len(template.wordings) // 2
        first = replace(template, wordings=template.wordings[:half])
        rest = replace(template, wordings=template.wordings[half:])
        mine = [] if n % 4 == 3 else mobiagent.generate(first, k, seed=1)
        others = mobiagent.generate(rest, asked, seed=2)
        runs += [sample.trajectory for sample in mine]
        later += others
        relevant = frozenset(str(one.trajectory.source_task_id) for one in mine)
        group = f"mobiagent-slots/{template.name}"
        queries += [
            Query(one.trajectory.task, group, relevant, is_tuning(group), bool(mine))
            for one in others
        ]
    return stage(Scenario(MADE, k, tuple(runs), tuple(queries)), later)


def _again(scenario: Scenario, texts: Mapping[str, Sequence[str]]) -> Iterator[Ask]:
    """Of each kind that is asked for, its first learned success, in its own words."""
    successes = [r for r in scenario.runs if r.outcome == "success" and r.steps]
    for query in {query.group: query for query in scenario.queries}.values():
        mine = [run for run in successes if run.source_task_id in query.relevant]
        for run in mine[:1]:
            same = [one for one in mine if normalize(one.task) == normalize(run.task)]
            again = replace(query, text=run.task)
            yield _ask(again, AGAIN, {normalize(run.task): same}, texts[query.group])


def _ask(
    query: Query,
    sort: str,
    done: Mapping[str, Sequence[Trajectory]],
    kind: Iterable[str],
) -> Ask:
    return Ask(
        query,
        sort,
        tuple(done.get(normalize(query.text), ())),
        differing_words(query.text, kind),
    )


def _by_text(found: Iterable[Sample]) -> dict[str, list[Trajectory]]:
    """Successes with steps by what was asked."""
    done: dict[str, list[Trajectory]] = defaultdict(list)
    for sample in found:
        run = sample.trajectory
        if run.outcome == "success" and run.steps:
            done[normalize(run.task)].append(run)
    return done


def _texts_of_kinds(queries: Iterable[Query]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = defaultdict(list)
    for query in queries:
        texts[query.group].append(query.text)
    return texts
