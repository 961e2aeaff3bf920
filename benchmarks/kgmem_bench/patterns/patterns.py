"""`kgmem bench patterns`: do patterns learned from some runs give the path of the next
one, call the right tools, and group the tasks that are of one kind?"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kgmem import Pattern, Step
from kgmem.lab import (
    Embedder,
    SimilarityScale,
    TaskRuns,
    generalize_tasks,
    offline_embedder,
    tidy,
)
from kgmem.samples import Sample
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.data_sets import (
    ROWS,
    generated,
    miniwob,
    mobiagent,
    samples,
    tau,
    webarena,
)
from kgmem_bench.patterns import tool_calls
from kgmem_bench.patterns.demonstrations import (
    ALONE,
    DRAWS,
    KS,
    TOGETHER,
    Kind,
    Learner,
    PathScore,
    kinds_of,
    path_scores,
)
from kgmem_bench.patterns.kind_scores import (
    PRODUCT,
    KindScore,
    Labels,
    TextSet,
    kind_scores,
)
from kgmem_bench.patterns.linear_plans import AnyFilled, NearestCopied, NearestFilled
from kgmem_bench.patterns.pattern_baselines import (
    drain_labels,
    lcs_labels,
    tfidf_labels,
)
from kgmem_bench.patterns.pattern_plans import PatternPlans
from kgmem_bench.patterns.pattern_tasks import Vectors, embedded
from kgmem_bench.patterns.recalled_plans import RecalledPlans
from kgmem_bench.patterns.tool_calls import ToolScore, tool_scores

LINEAR, COPY = "nearest run, filled", "nearest run, copied"
RECALL = "kgmem, recall"
ORACLE = "any run, filled (told which)"
MADE = 24
"""Runs made from each template with slots."""
RECORDED = f"{miniwob.SET}, tidied"
RAW = f"{miniwob.SET}, as recorded"
MADE_RUNS = f"{mobiagent.SET}, made runs"


@dataclass(frozen=True, slots=True)
class PatternResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str | None
    data: str
    draws: int
    paths: list[PathScore]
    tools: list[ToolScore]
    kinds: list[KindScore]


@dataclass(frozen=True, slots=True)
class _Bench:
    """What all measurements need."""

    data: Path
    vectors: Vectors
    embedder: Embedder | None
    quick: bool
    tell: Say

    @property
    def calibration(self) -> SimilarityScale | None:
        """Of the embedder."""
        return self.embedder.calibration if self.embedder else None

    @property
    def draws(self) -> int:
        """Draws of learned runs per kind."""
        return 2 if self.quick else DRAWS

    @property
    def ks(self) -> tuple[int, ...]:
        """Numbers of learned runs per kind."""
        return (3,) if self.quick else KS

    def learners(self) -> dict[str, Learner]:
        """Ways to plan, by name."""
        return {
            PRODUCT: partial(PatternPlans, calibration=self.calibration),
            LINEAR: NearestFilled,
            COPY: NearestCopied,
        }

    def recalling(self) -> Learner:
        """All that the product has, as its users ask for it."""
        return partial(RecalledPlans, embedder=self.embedder)

    def generalize(self, tasks: Sequence[TaskRuns]) -> Sequence[Pattern]:
        """The product's patterns of the tasks."""
        return generalize_tasks(tasks, calibration=self.calibration).patterns


def bench_patterns(
    data: Path | None = None,
    *,
    quick: bool = False,
    vectors: bool = True,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> PatternResult:
    """Measure all that the data sets below `data`, or the shipped samples, allow."""
    facts = machine()
    folder = data or ROWS
    chosen = (embedder or offline_embedder()[0]) if vectors else None
    found = read_sets(folder)
    texts = (one.trajectory.task for listed in found.values() for one in listed)
    tell("embedding …" if chosen else "no vectors")
    bench = _Bench(
        folder,
        embedded(texts, chosen),
        chosen,
        quick,
        tell,
    )
    return PatternResult(
        benchmark="patterns",
        machine=facts,
        embedder=chosen.model if chosen else None,
        data=data.name if data else "shipped samples",
        draws=bench.draws,
        paths=list(_paths(found, bench)),
        tools=list(_tools(found, bench)),
        kinds=list(_kinds(found, bench)),
    )


def read_sets(folder: Path) -> dict[str, list[Sample]]:
    """The samples of each set that is there, and those made from templates."""
    found = {
        name: list(samples(folder / name))
        for name in (miniwob.SET, tau.SET, webarena.SET, mobiagent.SET)
        if (folder / name).is_dir()
    }
    made = list(generated(folder / mobiagent.SET, MADE))
    return found | ({MADE_RUNS: made} if made else {})


def _paths(found: Mapping[str, list[Sample]], bench: _Bench) -> Iterator[PathScore]:
    for data, kinds in _demonstrated(found):
        learners = bench.learners()
        ways = {ALONE: {**learners, ORACLE: AnyFilled}, TOGETHER: learners}
        if data == RECORDED:  # a memory for each draw of each kind would take an hour
            ways[TOGETHER] = {**learners, RECALL: bench.recalling()}
        for setting, chosen in ways.items():
            bench.tell(f"paths: {data}, {setting}")
            yield from path_scores(
                data,
                kinds,
                chosen,
                bench.vectors,
                setting=setting,
                ks=bench.ks,
                draws=bench.draws,
            )


def _demonstrated(
    found: Mapping[str, list[Sample]],
) -> Iterator[tuple[str, list[Kind]]]:
    if miniwob.SET in found:
        recorded = found[miniwob.SET]
        yield RECORDED, kinds_of(with_steps(recorded, tidied))
        yield RAW, kinds_of(recorded)
    if MADE_RUNS in found:
        yield MADE_RUNS, kinds_of(found[MADE_RUNS])


def tidied(steps: Sequence[Step]) -> list[Step]:
    """The steps without fidgeting."""
    return [steps[n] for n in tidy(steps)]


def with_steps(
    found: Iterable[Sample], change: Callable[[Sequence[Step]], Sequence[Step]]
) -> list[Sample]:
    """The samples with their runs' steps changed."""
    return [
        replace(
            one,
            trajectory=one.trajectory.model_copy(
                update={"steps": tuple(change(one.trajectory.steps))}
            ),
        )
        for one in found
    ]


def _tools(found: Mapping[str, list[Sample]], bench: _Bench) -> Iterator[ToolScore]:
    if tau.SET in found:
        bench.tell(f"tools: {tau.SET}")
        kinds = kinds_of(found[tau.SET])
        draws = 1 if bench.quick else tool_calls.DRAWS
        yield from tool_scores(kinds, bench.learners(), bench.vectors, draws)


def _kinds(found: Mapping[str, list[Sample]], bench: _Bench) -> Iterator[KindScore]:
    for given in text_sets(found):
        bench.tell(f"kinds: {given.data}, {given.traces}")
        yield from kind_scores(given, bench.generalize, baselines(), bench.vectors)


def text_sets(found: Mapping[str, list[Sample]]) -> Iterator[TextSet]:
    """Sets whose samples say of which kind they are."""
    if webarena.SET in found:
        intents = tuple(found[webarena.SET])
        yield TextSet(webarena.SET, "no runs", intents)
        typed = tuple(map(typing_values, intents))
        yield TextSet(webarena.SET, "simulated: each value typed", typed)
    if mobiagent.SET in found:
        yield TextSet(mobiagent.SET, "no runs", tuple(found[mobiagent.SET]))
    if MADE_RUNS in found:
        made = found[MADE_RUNS]
        alone = tuple(with_steps(made, lambda _: ()))
        yield TextSet("made from templates", "no runs", alone, spans_apps=True)
        yield TextSet("made from templates", "made runs", tuple(made), spans_apps=True)


def typing_values(sample: Sample) -> Sample:
    """The sample with a made run: one step for each value, which types it."""
    steps = tuple(
        Step(action="type", value=value)
        for value in sample.slots.values()
        if value.strip()
    )
    run = sample.trajectory.model_copy(update={"steps": steps, "outcome": "success"})
    return replace(sample, trajectory=run)


def baselines() -> dict[str, Labels]:
    """Ways to group texts, by name; those that the extra `bench` brings, where it is
    installed."""
    found: dict[str, Labels] = {"token-LCS, average link": lcs_labels}
    if find_spec("sklearn"):
        found["TF-IDF, average link"] = tfidf_labels
    if find_spec("drain3"):
        found["Drain3"] = drain_labels
    return found
