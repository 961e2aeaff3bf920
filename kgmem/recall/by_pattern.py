"""May the path of a pattern be followed for this task? Slots and statistics decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgmem.model.experience import Stats, decayed_lower_bound
from kgmem.model.fits import fits
from kgmem.model.identity import fold_app
from kgmem.model.pattern import Pattern, PatternMatch, PatternStep
from kgmem.model.plan import PlanStep
from kgmem.model.step_text import texts_of
from kgmem.model.template import holes
from kgmem.model.unfold import unfold
from kgmem.recall.evidence import decay
from kgmem.recall.request import Request

TIE = 0.03
"""Scores that differ by no more tell nothing: the better supported path is taken."""
OUTNUMBERS = 3.0
"""A path with so many times the successes of another of the same wording is the
usual one; else which one is meant is not known."""

_ENTERS = ("type", "select", "upload", "navigate")


@dataclass(frozen=True, slots=True)
class Followed:
    """A pattern's path for a task."""

    match: PatternMatch
    steps: tuple[PlanStep, ...]
    wins: int
    losses: int
    bound: float
    """Decayed lower bound of its success rate, in the app at hand."""
    doubts: tuple[str, ...]
    """Why it should not be replayed as it is; none if it may."""
    wanted: tuple[str, ...]
    """What would take each doubt away."""


def follow(matches: Sequence[PatternMatch], request: Request) -> Followed | None:
    """The path to follow among the patterns that the task fits, best first; None if
    none has a path that all needed values are known for."""
    walkable = [m for m in matches if m.pattern.steps and not _unfilled(m)]
    if not walkable:
        return None
    near = [m for m in walkable if m.score >= walkable[0].score - TIE]
    stats = {m.pattern.pattern_id: _stats(m.pattern, request) for m in near}
    near.sort(key=lambda m: -stats[m.pattern.pattern_id].wins)
    chosen, others = near[0], near[1:]
    counted = stats[chosen.pattern.pattern_id]
    steps = unfold(chosen.pattern.steps, chosen.pattern.slots, chosen.bindings)
    doubts = list(_doubts(chosen, request, steps, counted))
    rival = max((stats[m.pattern.pattern_id].wins for m in others), default=0)
    if rival * OUTNUMBERS > counted.wins:
        doubts.append(
            ("another path of the same wording is known", "runs that tell which one")
        )
    weight = decay(
        round(counted.last_used_at.timestamp() * 1000) if counted.last_used_at else None
    )
    return Followed(
        chosen,
        steps,
        counted.wins,
        counted.losses,
        decayed_lower_bound(weight * counted.wins, weight * counted.losses),
        tuple(doubt for doubt, _ in doubts),
        tuple(want for _, want in doubts),
    )


def _unfilled(match: PatternMatch) -> bool:
    """Does a step that is needed lack the value of a slot?"""
    lacking = set(match.unbound)
    return any(
        step.need == "required" and lacking & {*step.slots, step.repeat_for}
        for step in match.pattern.steps
    )


def _stats(pattern: Pattern, request: Request) -> Stats:
    """Its statistics in the app at hand: a path that works in one app may not in
    another."""
    if not pattern.app_stats or not request.app:
        return pattern.stats
    own = (
        stats
        for app, stats in pattern.app_stats.items()
        if fold_app(app) == fold_app(request.app)
    )
    return next(own, Stats())


def _doubts(
    match: PatternMatch, request: Request, steps: Sequence[PlanStep], stats: Stats
) -> Iterator[tuple[str, str]]:
    """Reasons against a replay, each with what would take it away."""
    pattern = match.pattern
    if match.unexplained:
        said = " ".join(match.unexplained[:8])
        yield f"nothing explains {said!r} in the task", "a run that uses it"
    for name in match.ill_typed:
        kind = pattern.slot(name).kind
        yield f"the value of {name} is no {kind}", f"a {kind} for {name} in the task"
    for name in match.unbound:
        yield f"the task gives no value for {name}", f"the value for {name} in the task"
    if pattern.app_stats and not stats.wins:
        app = request.app or "this app"
        yield f"it was never done in {app}", f"one verified success in {app}"
    for step in pattern.steps:
        if pattern.support == 1 and _is_unexplained(step):
            yield (
                f"nothing in its one run's task explains {step.value!r}",
                "a second run of this kind",
            )
    page = request.page
    if page is not None and page.elements and steps and steps[0].target is not None:
        first = steps[0].target
        if not any(fits(first, element) for element in page.elements):
            yield (
                "the page at hand lacks the first step's element",
                "the page on which the path begins",
            )


def _is_unexplained(step: PatternStep) -> bool:
    """Does it enter something that no slot fills?"""
    if step.action not in _ENTERS or not step.value or step.action == "navigate":
        return False
    return not any(holes(text) for text in texts_of(step))
