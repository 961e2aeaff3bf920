"""Plans without patterns, to measure patterns against: learned runs, copied as they
are or with the asked text's values in them.

The nearest run is the newest one of the task with the most similar text: 2 lcs /
(words of both), the longest common subsequence counted in words. A value of a run is
a stretch of words that stands in its own text too; in its place goes what stands at
the same place of the asked text, once both texts are aligned on their common words.
No runs are merged, nothing is repeated or left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from kgmem import PlanStep, Step
from kgmem.lab import TaskRuns, Word, fold_app, folds, in_element, in_json, words

MAX_WORDS = 400
"""Words of a field that are looked through for values."""

Path = tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True)
class NearestCopied:
    """The nearest run as it is."""

    tasks: Sequence[TaskRuns]

    def plan(self, text: str, app: str | None) -> Path | None:
        """None if no run of the app was learned."""
        near = _nearest_first(self.tasks, text, app)
        return as_path(near[0].runs[0].steps) if near else None


@dataclass(frozen=True, slots=True)
class NearestFilled:
    """The nearest run with the asked text's values."""

    tasks: Sequence[TaskRuns]

    def plan(self, text: str, app: str | None) -> Path | None:
        """None if no run of the app was learned."""
        return next(_filled_paths(self.tasks, text, app), None)


@dataclass(frozen=True, slots=True)
class AnyFilled:
    """All learned runs with the asked text's values, each a way to go: no plan that
    anybody could follow, but the most that choosing among single runs can give."""

    tasks: Sequence[TaskRuns]

    def plan(self, text: str, app: str | None) -> Path | None:
        """One choice with the nearest run's way first; None if no run of the app was
        learned."""
        ways = [_as_way(path) for path in _filled_paths(self.tasks, text, app)]
        if not ways:
            return None
        first, *others = ways
        return (first[0].model_copy(update={"branches": tuple(others)}), *first[1:])


def _filled_paths(
    tasks: Sequence[TaskRuns], text: str, app: str | None
) -> Iterator[Path]:
    for task in _nearest_first(tasks, text, app):
        swap = Swap(task.text, text)
        for run in task.runs:
            yield as_path([in_step(step, swap) for step in run.steps])


def _nearest_first(
    tasks: Sequence[TaskRuns], text: str, app: str | None
) -> list[TaskRuns]:
    there = [t for t in tasks if fold_app(t.app) == fold_app(app) and t.runs]
    return sorted(there, key=lambda task: -dice(task.text, text))


def as_path(steps: Sequence[Step]) -> Path:
    """The recorded steps as ones to follow."""
    return tuple(_as_planned(n, step) for n, step in enumerate(steps, 1))


def dice(a: str, b: str) -> float:
    """2 lcs / (words of both), 0..1."""
    one, other = folds(a), folds(b)
    total = len(one) + len(other)
    return 2 * LCSseq.similarity(one, other) / total if total else 1.0


def _as_planned(n: int, step: Step) -> PlanStep:
    return PlanStep(
        n=n,
        action=step.action,
        target=step.target,
        value=step.value,
        params=step.params,
    )


def in_step(step: Step, swap: "Swap") -> Step:
    """The step with other values; a tool keeps its name."""
    name = {key: step.params[key] for key in ("name",) if key in step.params}
    return step.model_copy(
        update={
            "target": step.target and in_element(step.target, swap),
            "value": step.value and swap(step.value),
            "params": {**in_json(step.params, swap), **name},
        }
    )


def _as_way(path: Path) -> Path:
    """As one way of a choice."""
    return tuple(step.model_copy(update={"need": "alternative"}) for step in path)


class Swap:
    """Puts the values of one text in the place of another's."""

    def __init__(self, learned: str, asked: str) -> None:
        self._asked = asked
        self._theirs = words(asked)
        self._ours = [word.fold for word in words(learned)]
        self._place = _common(self._ours, [word.fold for word in self._theirs])
        self._first: dict[str, list[int]] = {}
        for n, fold in enumerate(self._ours):
            self._first.setdefault(fold, []).append(n)

    def __call__(self, field: str) -> str:
        """The field with each value replaced; a value without a counterpart stays."""
        parts, end = [], 0
        for start, stop, span in self._values(words(field)[:MAX_WORDS]):
            other = self._counterpart(*span)
            if other is not None:
                parts += [field[end:start], other]
                end = stop
        return "".join([*parts, field[end:]])

    def _values(
        self, field: Sequence[Word]
    ) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Characters [start, stop) of the field that hold words [i, j) of the learned
        text: the longest such stretches from left to right, marks alone left out."""
        n = 0
        while n < len(field):
            i, length = self._longest(field, n)
            if any(not word.is_mark for word in field[n : n + length]):
                yield field[n].start, field[n + length - 1].end, (i, i + length)
            n += max(length, 1)

    def _longest(self, field: Sequence[Word], n: int) -> tuple[int, int]:
        found = (
            (i, self._run(field, n, i)) for i in self._first.get(field[n].fold, ())
        )
        return max(found, key=lambda one: one[1], default=(0, 0))

    def _run(self, field: Sequence[Word], n: int, i: int) -> int:
        length = 0
        while (
            n + length < len(field)
            and i + length < len(self._ours)
            and field[n + length].fold == self._ours[i + length]
        ):
            length += 1
        return length

    def _counterpart(self, i: int, j: int) -> str | None:
        """What the asked text has between the neighbours of words [i, j); None where
        one of the neighbours is no common word."""
        before, after = self._place.get(i - 1), self._place.get(j)
        if before is None or after is None or after <= before + 1:
            return None
        return self._asked[self._theirs[before + 1].start : self._theirs[after - 1].end]


def _common(ours: Sequence[str], theirs: Sequence[str]) -> dict[int, int]:
    """Which of their words each common word of ours is, ends included."""
    place = {-1: -1, len(ours): len(theirs)}
    for block in LCSseq.opcodes(ours, theirs).as_matching_blocks():
        place.update((block.a + n, block.b + n) for n in range(block.size))
    return place
