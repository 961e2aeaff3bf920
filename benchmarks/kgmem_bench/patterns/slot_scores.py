"""How well slots are told from the words around them: measures and a baseline.

Values are compared after `normalize` and without the slots' names, which no text tells.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from rapidfuzz.distance import LCSseq

from kgmem.lab import Grounding, TaskRuns, folds, normalize, words
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
