"""Plans steer round what failed before."""

from collections.abc import Iterable, Sequence

from kgmem.messages import phrase
from kgmem.model.base import language_of
from kgmem.model.plan import Avoidance, PlanStep
from kgmem.paths.unfold import numbered
from kgmem.replay.avoidance.flow import warns_of
from kgmem.tuning import tuned

_TUNED = tuned("replay.avoidance.steer")

BAR = _TUNED["bar"]
"""Expected rate of failures from which another way is taken where one is known."""


def steer(
    steps: Sequence[PlanStep], avoidances: Iterable[Avoidance], task: str
) -> tuple[tuple[PlanStep, ...], tuple[str, ...]]:
    """The plan's steps with another way taken where one that failed before has a
    branch that did not; and a note for each step that stays in spite of a warning, for
    which the plan deserves less trust.

    A choice is changed only where its first way is warned of: its best branch takes
    the place of it, and it becomes a branch; steps are numbered anew from 1.
    """
    warnings = [one for one in avoidances if one.score >= BAR]
    if not warnings:
        return tuple(steps), ()
    left: list[PlanStep] = []
    notes: list[str] = []
    n = 0
    while n < len(steps):
        way = steps[n : n + max(1, steps[n].spans)]
        worst = _worst(way, warnings, task)
        if worst is None:
            left += way
        elif (better := _better(way[0].branches, worst, warnings, task)) is not None:
            left += _swapped(way, better)
            notes.append(_note("taken", worst, task))
        else:
            left += way
            notes.append(_note("stays", worst, task))
        n += len(way)
    same = tuple(left) == tuple(steps)
    return tuple(steps) if same else numbered(left), tuple(notes)


def _worst(
    way: Iterable[PlanStep], warnings: Sequence[Avoidance], task: str
) -> Avoidance | None:
    found = (w for step in way for w in warnings if warns_of(w, step, task))
    return max(found, key=lambda one: one.score, default=None)


def _better(
    branches: Sequence[tuple[PlanStep, ...]],
    worst: Avoidance,
    warnings: Sequence[Avoidance],
    task: str,
) -> int | None:
    """Index of the first branch with the least against it, if that is less."""
    scored = [
        (found.score if (found := _worst(way, warnings, task)) else 0.0, i)
        for i, way in enumerate(branches)
        if way
    ]
    score, i = min(scored, default=(1.0, 0))
    return i if score < worst.score else None


def _swapped(way: Sequence[PlanStep], chosen: int) -> list[PlanStep]:
    """The chosen branch as the first way; the others, and the old one, as branches."""
    branches = list(way[0].branches)
    first = branches.pop(chosen)
    old = (way[0].model_copy(update={"branches": (), "spans": 1}), *way[1:])
    told = {"branches": (*branches, old), "spans": len(first), "need": "alternative"}
    return [first[0].model_copy(update=told), *first[1:]]


def _note(what: str, warning: Avoidance, task: str) -> str:
    return phrase(f"avoidance.{what}", language_of(task), message=warning.message)
