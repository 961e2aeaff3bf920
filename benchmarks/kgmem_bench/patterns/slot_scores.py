"""How well slots are told from the words around them: measures and a baseline.

Values are compared after `normalize` and without the slots' names, which no text tells.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from rapidfuzz.distance import LCSseq

from kgmem.errors import InvalidInput
from kgmem.lab import Grounding, Span, TaskRuns, Use, folds, induce, normalize, words
from kgmem.samples.sample import Sample
from kgmem_bench.common import metrics
from kgmem_bench.common.metrics import Interval

Values = tuple[str, ...]
Grounded = Mapping[str, Sequence[Grounding]]
"""By task id."""
Way = Callable[[Sequence[TaskRuns], Grounded], Mapping[str, Values]]
"""What a group's texts have as values, by task id; a text may be left out."""


@dataclass(frozen=True, slots=True)
class Case:
    """A task's values as its author filled them in, and as they were found."""

    group: str
    gold: Values
    found: Values | None
    """None: the task was left out."""


@dataclass(frozen=True, slots=True)
class SlotScores:
    """Measures over some cases."""

    tasks: int
    groups: int
    exact: Interval
    """Share of tasks of which all values were found, and nothing else."""
    precision: float
    recall: float
    f1: float
    """Of single values, 0..1."""


def slot_scores(cases: Sequence[Case]) -> SlotScores:
    """The measures; the interval comes from resampling the gold groups."""
    hits = found = gold = 0
    exact: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        mine, truth = _bag(case.found or ()), _bag(case.gold)
        hits += (mine & truth).total()
        found += mine.total()
        gold += truth.total()
        exact[case.group].append(float(case.found is not None and mine == truth))
    return SlotScores(
        tasks=len(cases),
        groups=len(exact),
        exact=metrics.interval(exact),
        precision=hits / found if found else 1.0,
        recall=hits / gold if gold else 1.0,
        f1=2 * hits / (found + gold) if found + gold else 1.0,
    )


def _bag(values: Iterable[str]) -> Counter[str]:
    """The values that are not blank, folded."""
    return Counter(normalize(value) for value in values if value.strip())


def cases_of(
    samples: Sequence[Sample],
    clusters: Iterable[Collection[str]],
    way: Way,
    *,
    grounded: bool,
) -> list[Case]:
    """What `way` finds in the tasks of each cluster of two or more.

    Clusters hold the samples' `source_task_id`s; `gold_clusters` gives the true ones.
    `grounded`: as if the tasks' runs had typed their values, see `typed_values`.
    Raises InvalidInput for a sample without a group, for whose slots nothing is known.
    """
    by_id = {_task_id(sample): sample for sample in samples}
    cases = []
    for cluster in clusters:
        if len(cluster) < 2:
            continue
        group = [TaskRuns(key, by_id[key].trajectory.task) for key in cluster]
        values = {
            task.task_id: typed_values(task.text, _gold(by_id[task.task_id]))
            for task in group
            if grounded
        }
        found = way(group, values)
        cases += [
            Case(_group(by_id[key]), _gold(by_id[key]), found.get(key))
            for key in cluster
        ]
    return cases


def gold_clusters(samples: Sequence[Sample]) -> list[list[str]]:
    """The samples' ids by their group."""
    groups: dict[str, list[str]] = defaultdict(list)
    for sample in samples:
        groups[_group(sample)].append(_task_id(sample))
    return list(groups.values())


def _task_id(sample: Sample) -> str:
    return str(sample.trajectory.source_task_id)


def _group(sample: Sample) -> str:
    if sample.group is None:
        raise InvalidInput(f"{sample.set}: {_task_id(sample)} has no group")
    return sample.group


def _gold(sample: Sample) -> Values:
    return tuple(sample.slots.values())


def induced_values(group: Sequence[TaskRuns], grounded: Grounded) -> dict[str, Values]:
    """A `Way`: the product's. Texts that are left out are a group of their own, as
    they are when patterns are built."""
    members = induce(group, grounded).members
    texts = {task.task_id: task.text for task in group}
    found = {
        key: tuple(texts[key][start:end] for start, end in slotted.spans.values())
        for key, slotted in members.items()
    }
    rest = [task for task in group if task.task_id not in members]
    return found | (induced_values(rest, grounded) if found and rest else {})


def gap_values(group: Sequence[TaskRuns], grounded: Grounded) -> dict[str, Values]:
    """A `Way`: the baseline, which looks at the texts alone. Values are what stands
    between the words that all texts share, which are the longest common subsequence
    of the first two, of that and the third, and so on.
    """
    anchors = reduce(_common, (folds(task.text) for task in group))
    return {task.task_id: _gaps(task.text, anchors) for task in group}


def _common(a: Sequence[str], b: Sequence[str]) -> tuple[str, ...]:
    equal = (op for op in LCSseq.opcodes(a, b) if op.tag == "equal")
    return tuple(word for op in equal for word in a[op.src_start : op.src_end])


def _gaps(text: str, anchors: Sequence[str]) -> Values:
    found = words(text)
    gaps = [
        (op.src_start, op.src_end)
        for op in LCSseq.opcodes([word.fold for word in found], anchors)
        if op.tag != "equal" and op.src_start < op.src_end
    ]
    return tuple(text[found[a].start : found[b - 1].end] for a, b in gaps)


def typed_values(text: str, values: Iterable[str]) -> list[Grounding]:
    """As if a run typed each value in a step of its own: of values that stand in the
    text once, as whole words, and not within a longer one."""
    found = [
        Grounding(places[0], (Use(step, "value"),))
        for step, value in enumerate(values)
        if len(places := _places(text, value.strip())) == 1
    ]
    return [one for one in found if not any(_is_within(one, o) for o in found)]


def _is_within(one: Grounding, other: Grounding) -> bool:
    (start, end), (first, last) = one.span, other.span
    return (
        one is not other
        and start < last
        and first < end
        and end - start <= last - first
    )


def _places(text: str, value: str) -> list[Span]:
    if not value:
        return []
    whole = rf"(?<![a-z0-9]){re.escape(value)}(?![a-z0-9])"
    return [match.span() for match in re.finditer(whole, text, re.IGNORECASE)]
