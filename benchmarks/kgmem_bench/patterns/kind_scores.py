"""Are tasks of one kind found to be of one kind, and their values told apart?

Tasks of one half of a set are given all at once; the patterns that come out group
them (a task without a pattern stays alone) and bind values. Baselines group the same
texts, within each app as the product does unless a set's kinds span apps, and take
for values what lies between the words that a group's texts share.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from kgmem import Pattern
from kgmem.lab import TaskRuns, fold_app, joined
from kgmem.samples import Sample
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.patterns.pattern_tasks import Vectors, id_of, tasks_of
from kgmem_bench.patterns.slot_scores import (
    Case,
    SlotScores,
    Values,
    gap_values,
    slot_scores,
)

PRODUCT, GOLD = "kgmem", "gold groups, gaps"

Labels = Callable[[Sequence[str]], Sequence[int]]
"""A label per text, equal for texts of one group."""
Generalize = Callable[[Sequence[TaskRuns]], Sequence[Pattern]]


@dataclass(frozen=True, slots=True)
class TextSet:
    """Tasks whose kinds are known."""

    data: str
    traces: str
    """What runs they have, in words."""
    samples: tuple[Sample, ...]
    spans_apps: bool = False
    """Is a kind the same in several apps?"""

    @property
    def has_slots(self) -> bool:
        """Does the set tell its values?"""
        return any(sample.slots for sample in self.samples)


@dataclass(frozen=True, slots=True)
class PairScores:
    """Of all pairs of tasks, those of one kind against those put together."""

    precision: float
    recall: float
    f1: float
    ari: float
    """Adjusted Rand index: 1 for the same groups, about 0 for groups by chance."""
    groups: int


@dataclass(frozen=True, slots=True)
class KindScore:
    """One way's groups and values over half of a set."""

    data: str
    traces: str
    half: str
    way: str
    tasks: int
    kinds: int
    pairs: PairScores
    slots: SlotScores | None
    """Over the tasks that are not alone in their kind; None: the set does not tell
    its values."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a way made of the tasks."""

    labels: Sequence[Hashable]
    values: Sequence[Values]


def kind_scores(
    given: TextSet,
    generalize: Generalize,
    baselines: Mapping[str, Labels],
    vectors: Vectors,
) -> Iterator[KindScore]:
    """Every way's scores in both halves."""
    distinct = list({id_of(one.trajectory): one for one in given.samples}.values())
    for half, tuning in (("reported", False), ("tuning", True)):
        mine = [one for one in distinct if is_tuning(str(one.group)) is tuning]
        if mine:
            found = _ways(given, mine, generalize, baselines, vectors)
            for way, one in found.items():
                yield _score(given, half, way, mine, one)


def _ways(
    given: TextSet,
    samples: Sequence[Sample],
    generalize: Generalize,
    baselines: Mapping[str, Labels],
    vectors: Vectors,
) -> dict[str, Found]:
    texts = [one.trajectory.task for one in samples]
    scopes = [
        "" if given.spans_apps else fold_app(one.trajectory.app) for one in samples
    ]
    found = {PRODUCT: by_patterns(samples, generalize, vectors)}
    for name, labels in baselines.items():
        found[name] = _by_gaps(samples, scoped(texts, scopes, labels))
    found[GOLD] = _by_gaps(samples, [one.group for one in samples])
    return found


def by_patterns(
    samples: Sequence[Sample], generalize: Generalize, vectors: Vectors
) -> Found:
    tasks = tasks_of([one.trajectory for one in samples], vectors)
    home = {
        member: pattern for pattern in generalize(tasks) for member in pattern.members
    }
    ids = [id_of(one.trajectory) for one in samples]
    return Found(
        [home[key].pattern_id if key in home else key for key in ids],
        [bound_values(home[key], key) if key in home else () for key in ids],
    )


def bound_values(pattern: Pattern, task_id: str) -> Values:
    """What the member's text has in the slots; a list as one value."""
    bound = pattern.bindings(task_id)
    return tuple(
        value if isinstance(value, str) else joined(value, bound.separators.get(slot))
        for slot, value in bound.items()
    )


def scoped(
    texts: Sequence[str], scopes: Sequence[str], labels: Labels
) -> list[Hashable]:
    """Labels given within each scope; texts of two scopes never share one."""
    within: dict[str, list[int]] = defaultdict(list)
    for place, scope in enumerate(scopes):
        within[scope].append(place)
    found: dict[int, Hashable] = {}
    for scope, places in within.items():
        given = labels([texts[place] for place in places])
        found |= {p: (scope, label) for p, label in zip(places, given, strict=True)}
    return [found[place] for place in range(len(texts))]


def _by_gaps(samples: Sequence[Sample], labels: Sequence[Hashable]) -> Found:
    """Values by aligning the texts of each group."""
    groups: dict[Hashable, list[TaskRuns]] = defaultdict(list)
    for label, one in zip(labels, samples, strict=True):
        groups[label].append(TaskRuns(id_of(one.trajectory), one.trajectory.task))
    values: dict[str, Values] = {}
    for group in groups.values():
        values |= gap_values(group, {})
    return Found(labels, [values[id_of(one.trajectory)] for one in samples])


def _score(
    given: TextSet, half: str, way: str, samples: Sequence[Sample], found: Found
) -> KindScore:
    gold = [str(one.group) for one in samples]
    sizes = Counter(gold)
    cases = [
        Case(group, tuple(one.slots.values()), values)
        for group, one, values in zip(gold, samples, found.values, strict=True)
        if sizes[group] > 1
    ]
    return KindScore(
        data=given.data,
        traces=given.traces,
        half=half,
        way=way,
        tasks=len(samples),
        kinds=len(set(gold)),
        pairs=pair_scores(found.labels, gold),
        slots=slot_scores(cases) if given.has_slots else None,
    )


def pair_scores(found: Sequence[Hashable], gold: Sequence[Hashable]) -> PairScores:
    """How well the groups found are those of gold.

    Pairs counted from the table of both (Hubert and Arabie 1985); a measure of no
    pairs at all is 1.
    """
    both = _pairs(Counter(zip(found, gold, strict=True)))
    ours, theirs = _pairs(Counter(found)), _pairs(Counter(gold))
    by_chance = ours * theirs / comb(len(gold), 2) if len(gold) > 1 else 0.0
    most = (ours + theirs) / 2
    return PairScores(
        precision=both / ours if ours else 1.0,
        recall=both / theirs if theirs else 1.0,
        f1=2 * both / (ours + theirs) if ours + theirs else 1.0,
        ari=(both - by_chance) / (most - by_chance) if most > by_chance else 1.0,
        groups=len(set(found)),
    )


def _pairs(sizes: Counter[Hashable]) -> int:
    return sum(comb(size, 2) for size in sizes.values())
