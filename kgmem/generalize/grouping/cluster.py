"""tasks -> sketches -> neighbours -> consensus -> average link -> parted: groups of one
kind."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from kgmem.generalize.grouping.consensus import Neighbours, TaskGroup, merge, views
from kgmem.generalize.grouping.extra_words import parted
from kgmem.generalize.grouping.likeness import (
    Rarity,
    TaskView,
    anchors,
    likeness,
)
from kgmem.generalize.grouping.neighbours import neighbours
from kgmem.generalize.grouping.sketch import Sketch, sketch
from kgmem.generalize.plain import Grounding, TaskRuns
from kgmem.matching.opposites import opposed
from kgmem.model.values.numeric import average_link
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors
from kgmem.tuning import tuned

_TUNED = tuned("generalize.grouping.cluster")

ALIKE = _TUNED["alike"]
"""Mean likeness of two groups from which on they are one kind. Chosen on the tuning
half of the development data with precision counted twice: a pattern of two kinds
replays the wrong path, two patterns of one kind only know less each."""
LEVELS = 4
"""First tasks are grouped, then groups: where many groups differ in the same place
alone, a value stands there."""
MAX_LINKED = 400
"""Sketches that average link, which compares all pairs, is given at once."""


def cluster(
    tasks: Sequence[TaskRuns],
    grounded: Mapping[str, Sequence[Grounding]],
    calibration: SimilarityScale | None,
) -> list[tuple[str, ...]]:
    """Ids of the tasks of one kind, by kind; a task alone is a group of one.

    For tasks of one app. `grounded`: by id, the spans of a text that the task's runs
    use. `calibration`: of the tasks' vectors; None leaves them out. The same for any
    order of the tasks: ids ascending within a group, groups by their first id.
    """
    units = _folded(tasks, grounded)
    rarity = _rarity(units)
    kinds = [[number] for number in range(len(units))]
    for _ in range(LEVELS):
        before = len(kinds)
        kinds = _joined(kinds, units, calibration, rarity)
        if len(kinds) == before:
            break
    groups = [part for kind in kinds for part in _parted(kind, units)]
    ids = [sorted(key for n in group for key in units[n].members) for group in groups]
    return sorted(tuple(group) for group in ids)


def _joined(
    kinds: Sequence[Sequence[int]],
    units: Sequence[TaskGroup],
    calibration: SimilarityScale | None,
    rarity: Rarity,
) -> list[list[int]]:
    """The kinds, those that are alike joined."""
    merged = [merge([units[number] for number in kind]) for kind in kinds]
    candidates = neighbours(merged)
    seen = views(merged, candidates, calibration, rarity)
    return [
        sorted(number for n in group for number in kinds[n])
        for component in _components(seen, candidates, calibration)
        for group in _linked(component, seen, calibration)
    ]


def _folded(
    tasks: Sequence[TaskRuns], grounded: Mapping[str, Sequence[Grounding]]
) -> list[TaskGroup]:
    """Tasks with the same sketch as one, by sketch."""
    same: dict[Sketch, list[TaskRuns]] = defaultdict(list)
    known = opposed([task.text for task in tasks])
    for task in sorted(tasks, key=lambda task: task.task_id):
        same[sketch(task, grounded.get(task.task_id, ()), known)].append(task)
    return [
        TaskGroup(one, tuple(task.task_id for task in same[one]), _vector(same[one][0]))
        for one in sorted(same, key=_order)
    ]


def _order(one: Sketch) -> tuple[object, ...]:
    return one.words, one.path, sorted(one.intents), sorted(one.poles)


def _rarity(units: Sequence[TaskGroup]) -> Rarity:
    having: Counter[str] = Counter()
    for unit in units:
        for token in {*unit.sketch.words, *unit.sketch.path}:
            having[token] += len(unit.members)
    return Rarity(having, sum(len(unit.members) for unit in units))


def _vector(task: TaskRuns) -> Vectors | None:
    return None if task.vector is None else np.array(task.vector, dtype=np.float32)


# --- components -------------------------------------------------------------------


def _components(
    seen: Sequence[TaskView],
    candidates: Neighbours,
    calibration: SimilarityScale | None,
) -> list[list[int]]:
    """Numbers of the units that are alike, directly or by way of others: average link
    joins nothing across components."""
    edges = [
        (one, other)
        for one, others in enumerate(candidates)
        for other in others
        if one < other and likeness(seen[one], seen[other], calibration) >= ALIKE
    ]
    if not edges:
        return [[number] for number in range(len(seen))]
    import networkx  # loads many modules

    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(len(seen)))
    return sorted(map(sorted, networkx.connected_components(graph)))


def _by_label(labels: Iterable[int]) -> list[list[int]]:
    """Numbers that have one label, by first number."""
    groups: dict[int, list[int]] = defaultdict(list)
    for number, label in enumerate(labels):
        groups[label].append(number)
    return list(groups.values())


def _linked(
    component: Sequence[int],
    seen: Sequence[TaskView],
    calibration: SimilarityScale | None,
) -> list[list[int]]:
    """The component's groups by average link; of a large one, by that of its most
    frequent forms."""
    forms = (
        [[number] for number in component]
        if len(component) <= MAX_LINKED
        else _forms(component, seen, calibration)
    )
    leading, others = forms[:MAX_LINKED], forms[MAX_LINKED:]
    leaders = [seen[form[0]] for form in leading]
    groups = [
        [number for n in group for number in leading[n]]
        for group in _by_label(_average_link(leaders, calibration))
    ]
    return groups + others


def _forms(
    component: Sequence[int],
    seen: Sequence[TaskView],
    calibration: SimilarityScale | None,
) -> list[list[int]]:
    """Units with the same anchors, the largest form first; a unit that is not like
    the first of its form stays alone."""
    forms: dict[tuple[tuple[str, ...], ...], list[int]] = defaultdict(list)
    alone: list[list[int]] = []
    for number in component:
        view = seen[number]
        form = forms[anchors(view.words), anchors(view.path) if view.path else ()]
        if form and likeness(seen[form[0]], view, calibration) < ALIKE:
            alone.append([number])
        else:
            form.append(number)
    return sorted([*forms.values(), *alone], key=lambda form: (-len(form), form))


def _average_link(
    found: Sequence[TaskView], calibration: SimilarityScale | None
) -> Sequence[int]:
    if len(found) < 2:
        return [0] * len(found)
    distances = np.zeros((len(found), len(found)))
    for n, one in enumerate(found):
        for other in range(n):
            distances[n, other] = 1.0 - likeness(found[other], one, calibration)
    return average_link(distances + distances.T, 1.0 - ALIKE)


def _parted(group: Sequence[int], units: Sequence[TaskGroup]) -> Iterator[list[int]]:
    """The group without those that say more than the others."""
    ordered = sorted(group)
    for part in parted([units[number].sketch for number in ordered]):
        yield [ordered[n] for n in part]
