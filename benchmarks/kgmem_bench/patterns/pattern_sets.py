"""`kgmem bench pattern-sets`: are tasks of one kind put together, and their values
told apart, on sets that no weight was chosen on?

Each set is asked as it is, with runs that all begin with one shared step of
navigation, and with runs that type the task's values after it. All tasks of a set are
given at once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kgmem import Step
from kgmem.lab import Embedder, generalize_tasks, offline_embedder
from kgmem.samples import Sample, generated, miniwob, mobiagent
from kgmem.samples.sample import Row, read_rows
from kgmem.samples.shipped import DATA
from kgmem_bench.common.report import Say, machine, say, table
from kgmem_bench.data_sets import tau, webarena
from kgmem_bench.patterns.kind_scores import (
    PairScores,
    by_patterns,
    pair_scores,
)
from kgmem_bench.patterns.pattern_tasks import embedded, id_of
from kgmem_bench.patterns.slot_scores import Case, SlotScores, slot_scores

HOME = Step(action="navigate", value="https://app.example/start")
ASIDE = {
    "en": " Return the values as a list of strings in the order of the page.",
    "zh": "，完成后请告诉我结果并停留在当前页面",
}
"""By language, what every text ends with."""
Read = Callable[[Row], Sample]


@dataclass(frozen=True, slots=True)
class GivenSet:
    """A folder, its file of rows and how to read one."""

    folder: str
    read: Read
    file: str = "dev.jsonl"


@dataclass(frozen=True, slots=True)
class SetScore:
    """What came of one set with one sort of runs."""

    data: str
    runs: str
    tasks: int
    kinds: int
    pairs: PairScores
    slots: SlotScores | None


@dataclass(frozen=True, slots=True)
class SetsResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str | None
    scores: list[SetScore]


def _of_pictures(row: Row) -> Sample:
    """Ids of these rows are one site's own."""
    site = row["site"]
    kind = f"{site}/{row['intent_template_id']}"
    given = {**row, "task_id": f"{site}/{row['task_id']}", "intent_template_id": kind}
    return webarena.sample(given)


def _of_mail(row: Row) -> Sample:
    """A kind is an intent and the values that it is asked with."""
    fields = {name: str(v) for name, v in row["fields"].items() if name != "task"}
    given = {**row, "task": row["intent"], "raw_reward": float(row["success"])}
    return replace(miniwob.sample(given), slots=fields)


GIVEN = (
    GivenSet("webarena-templates", webarena.sample),
    GivenSet("reworded-web-tasks", webarena.sample),
    GivenSet("picture-web-tasks", _of_pictures),
    GivenSet("mail-requests", _of_mail),
    GivenSet("mobiagent-zh", mobiagent.sample),
    GivenSet("miniwob-demos", miniwob.sample),
    GivenSet("tau-retail", tau.sample, "train.jsonl"),
)
MADE = 24
"""Runs made from each template with slots."""


def bench_sets(
    data: Path | None = None,
    *,
    vectors: bool = True,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> SetsResult:
    """The scores of each set that stands below `data`, or of the shipped ones."""
    folder = data or DATA
    chosen = (embedder or offline_embedder()[0]) if vectors else None
    scores = []
    for name, listed in read_sets(folder):
        for runs, change in VARIANTS.items():
            changed = change(listed)
            if changed is not None:
                tell(f"{name}, {runs}")
                scale = chosen.calibration if chosen else None
                texts = embedded((one.trajectory.task for one in changed), chosen)
                scores.append(score(name, runs, changed, texts, scale))
    return SetsResult(
        "pattern-sets", machine(), chosen.model if chosen else None, scores
    )


def read_sets(folder: Path) -> Iterator[tuple[str, list[Sample]]]:
    """The sets that are there, each task's text once, by name."""
    for one in GIVEN:
        path = folder / one.folder / one.file
        if path.exists():
            yield one.folder, _distinct(read_rows(path, one.read))
    made = list(generated(folder / mobiagent.SET, MADE))
    if made:
        yield f"{mobiagent.SET}, made", _distinct(iter(made))


def _distinct(found: Iterator[Sample]) -> list[Sample]:
    """The first successful sample of each text with a known kind."""
    first: dict[str, Sample] = {}
    for one in found:
        if one.group is not None and one.trajectory.outcome != "failure":
            first.setdefault(id_of(one.trajectory), one)
    return list(first.values())


# runs ---------------------------------------------------------------------------------


def _as_given(found: Sequence[Sample]) -> list[Sample] | None:
    return list(found) if any(one.trajectory.steps for one in found) else None


def _without(found: Sequence[Sample]) -> list[Sample]:
    return [_with(one, ()) for one in found]


def _asking_for_form(found: Sequence[Sample]) -> list[Sample]:
    """With a sentence that all texts share."""
    return [_saying(one, ASIDE.get(one.trajectory.locale or "", "")) for one in found]


def _saying(sample: Sample, aside: str) -> Sample:
    update = {"task": sample.trajectory.task + aside}
    alone = _with(sample, ())
    return replace(alone, trajectory=alone.trajectory.model_copy(update=update))


def _going_home(found: Sequence[Sample]) -> list[Sample]:
    return [_with(one, (HOME,)) for one in found]


def _typing(found: Sequence[Sample]) -> list[Sample] | None:
    """None where the set does not tell its values."""
    if not any(one.slots for one in found):
        return None
    return [_with(one, (HOME, *_typed(one))) for one in found]


def _typed(sample: Sample) -> list[Step]:
    given = (value for value in sample.slots.values() if value.strip())
    return [Step(action="type", value=value) for value in given]


def _with(sample: Sample, steps: Sequence[Step]) -> Sample:
    update = {"steps": tuple(steps), "outcome": "success" if steps else None}
    return replace(sample, trajectory=sample.trajectory.model_copy(update=update))


VARIANTS: Mapping[str, Callable[[Sequence[Sample]], list[Sample] | None]] = {
    "none": _without,
    "none, one shared sentence": _asking_for_form,
    "one shared step": _going_home,
    "shared step, values typed": _typing,
    "as given": _as_given,
}


# scores -------------------------------------------------------------------------------


def score(
    data: str, runs: str, given: Sequence[Sample], vectors: Any, scale: Any
) -> SetScore:
    """What comes of these samples, all given at once."""
    found = by_patterns(
        given,
        lambda tasks: generalize_tasks(tasks, calibration=scale).patterns,
        vectors,
    )
    gold = [str(one.group) for one in given]
    sizes = Counter(gold)
    cases = [
        Case(group, tuple(one.slots.values()), values)
        for group, one, values in zip(gold, given, found.values, strict=True)
        if sizes[group] > 1
    ]
    told = any(one.slots for one in given)
    return SetScore(
        data,
        runs,
        len(given),
        len(sizes),
        pair_scores(found.labels, gold),
        slot_scores(cases) if told else None,
    )


def to_markdown(result: SetsResult) -> str:
    """The table."""
    head = ["set", "runs", "tasks (kinds)", "groups", "pair P", "pair R", "pair F1"]
    head += ["exact", "slot F1"]
    rows: list[list[object]] = [
        [
            one.data,
            one.runs,
            f"{one.tasks} ({one.kinds})",
            one.pairs.groups,
            one.pairs.precision,
            one.pairs.recall,
            one.pairs.f1,
            one.slots.exact.value if one.slots else None,
            one.slots.f1 if one.slots else None,
        ]
        for one in result.scores
    ]
    return table(head, rows)
