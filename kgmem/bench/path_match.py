"""Does a recorded run go the way of a plan, step for step?

A run follows a plan if it makes every required step once and in order, and nothing
else but: optional steps, or not; one of a choice's ways; a step that is repeated
until something shows, any number of times in a row, or not at all.

Two steps are the same if they have the same action and the same value (folded: NFKC,
lower case, white space), the parameters that the plan has, and targets that are the
same at one of three levels:

* `slot`: the same kind of element (role or tag), no two different chosen ids, and
  the same slot in its label: of the words by which this text differs from others of
  its kind of task, the planned label has some exactly if the recorded one has, and
  no others. A fixed label that the plan left open is not asked for.
* `fits`: besides, the target says more than its kind, and
  `kgmem.paths.walk.fits` accepts the recorded element for it.
* `strict`: besides what `slot` asks for, the labels are equal (what a person would
  call it, else its id); of elements without one, the chosen classes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal

from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.element_evidence import kind_of, stable_classes, stable_id
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Step
from kgmem.paths.fits import fits

Level = Literal["slot", "fits", "strict"]
LEVELS: tuple[Level, ...] = ("slot", "fits", "strict")
COMMON = 0.5
"""A word in more than this share of a kind's texts is part of its wording."""

Same = Callable[[PlanStep, Step], bool]


def follows(plan: Sequence[PlanStep], run: Sequence[Step], same: Same) -> bool:
    """Is the whole run one of the ways through the plan?"""
    return len(run) in _ends(plan, run, frozenset({0}), same)


def required_only(plan: Iterable[PlanStep]) -> tuple[PlanStep, ...]:
    """The plan without what a run may leave out: optional steps and steps that are
    repeated until something shows; of each choice, its first way."""
    return tuple(
        step.model_copy(update={"branches": ()})
        for step in plan
        if step.need != "optional" and step.until is None
    )


def _ends(
    plan: Sequence[PlanStep], run: Sequence[Step], starts: frozenset[int], same: Same
) -> frozenset[int]:
    """Where in the run one can be after the plan, having been at one of `starts`."""
    n = 0
    while n < len(plan):
        if plan[n].branches:
            first = _first_way(plan[n:])
            ways = (first, *plan[n].branches)
            starts = frozenset().union(*(_ends(w, run, starts, same) for w in ways))
            n += len(first)
        else:
            starts = _after(plan[n], run, starts, same)
            n += 1
    return starts


def _first_way(plan: Sequence[PlanStep]) -> tuple[PlanStep, ...]:
    """The way that a choice at the start of the plan has in the plan itself: up to
    the next step that is no alternative, or begins a choice of its own."""
    way = takewhile(lambda s: s.need == "alternative" and not s.branches, plan[1:])
    return (plan[0].model_copy(update={"branches": ()}), *way)


def _after(
    step: PlanStep, run: Sequence[Step], starts: frozenset[int], same: Same
) -> frozenset[int]:
    """After the step; where it need not be made, also where one was."""

    def once(places: frozenset[int]) -> frozenset[int]:
        return frozenset(i + 1 for i in places if i < len(run) and same(step, run[i]))

    if step.until is None:
        return once(starts) | (starts if step.need == "optional" else frozenset())
    reached = newly = starts
    while newly:
        newly = once(newly) - reached
        reached |= newly
    return reached


# Steps --------------------------------------------------------------------------------


def comparison(level: Level, differing: frozenset[str]) -> Same:
    """Are a planned and a recorded step the same at this level? `differing`: the
    words by which the text differs from others of its kind."""

    def same(planned: PlanStep, recorded: Step) -> bool:
        return (
            planned.action == recorded.action
            and normalize(planned.value or "") == normalize(recorded.value or "")
            and all(recorded.params.get(k) == v for k, v in planned.params.items())
            and _same_target(planned.target, recorded.target, level, differing)
        )

    return same


def differing_words(text: str, kind: Iterable[str]) -> frozenset[str]:
    """The words of `text` that at most half of the kind's distinct texts have."""
    texts = set(kind) | {text}
    often = Counter(word for one in texts for word in set(folds(one)))
    return frozenset(w for w in folds(text) if often[w] <= COMMON * len(texts))


def _same_target(
    planned: Element | None,
    recorded: Element | None,
    level: Level,
    differing: frozenset[str],
) -> bool:
    if planned is None or recorded is None:
        return planned is recorded
    if not _same_kind(planned, recorded) or not _same_slot(
        planned, recorded, differing
    ):
        return False
    if level == "fits":
        return _names_more_than_kind(planned, recorded) and fits(planned, recorded)
    return level == "slot" or _evidence(planned) == _evidence(recorded)


def _same_kind(planned: Element, recorded: Element) -> bool:
    ids = {i for i in (stable_id(planned), stable_id(recorded)) if i}
    return kind_of(planned) == kind_of(recorded) and len(ids) < 2


def _same_slot(planned: Element, recorded: Element, differing: frozenset[str]) -> bool:
    ours, theirs = (
        differing.intersection(folds(one.label())) for one in (planned, recorded)
    )
    return ours <= theirs and bool(ours) == bool(theirs)


def _evidence(element: Element) -> str:
    return normalize(element.label()) or " ".join(stable_classes(element))


def _names_more_than_kind(planned: Element, recorded: Element) -> bool:
    """Nothing more is asked for than the recorded element has."""
    return any(_names(planned)) or not any(_names(recorded))


def _names(element: Element) -> Iterator[object]:
    yield element.label()
    yield stable_id(element)
    yield stable_classes(element)
    yield element.locators
    yield element.container
    yield element.path
    yield element.ordinal is not None
