"""What the failed runs of its kind, and failed replays, warn a task of."""

from collections.abc import Iterator, Sequence

from kgmem.messages import said
from kgmem.model.base import normalize
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.plan import Avoidance, PlanStep
from kgmem.model.recollection import describe_step
from kgmem.model.trajectory import Step
from kgmem.paths.failing.avoid_text import avoidance_of
from kgmem.paths.failing.lessons import DIRECT, LESS, PRIOR, Blame, Lessons
from kgmem.paths.fits import fits
from kgmem.paths.unfold import unfold_pattern

RARE = 0.1
"""Share of a step's replays up to which its failures are no warning."""
MAX_WARNINGS = 20
"""Avoidances that are handed back, the worst ones."""


def of_kind(lessons: Lessons, task: str) -> list[Avoidance]:
    """What runs of one kind warn a task of, worst first. What a single run shows is its
    page's, unless the record itself says that a step failed, or the task is the same;
    that less was done is not told where it is told of all these runs what they left
    out."""
    missing = [one for one in lessons.missing() if len(one.failed) > 1]
    named = {run for one in missing if one.sign != LESS for run in one.failed}
    findings = [
        finding
        for finding in (*lessons.blamed(), *missing)
        if _holds_for(finding, task)
        and (finding.sign != LESS or not named.issuperset(finding.failed))
    ]
    return merged([], [avoidance_of(finding, task) for finding in findings])


def _holds_for(finding: Blame, task: str) -> bool:
    texts = {normalize(ref.attempt.task) for ref in finding.failed.values()}
    return finding.sign.cause in DIRECT or len(texts) > 1 or normalize(task) in texts


def merged(known: Sequence[Avoidance], more: Sequence[Avoidance]) -> list[Avoidance]:
    """Stored ones and those of the runs at hand, worst first; of the same thing, the
    one that more runs speak for."""
    best: dict[object, Avoidance] = {}
    for one in [*known, *more]:
        label = one.element.label() if one.element else None
        left_out = one.instead if one.cause == "missing step" else None
        key = (one.action, label, one.value_shape, one.cause, left_out)
        other = best.get(key)
        if other is None or _runs(one) > _runs(other):
            best[key] = one
    ordered = sorted(best.values(), key=lambda one: (-one.score, one.message))
    return ordered[:MAX_WARNINGS]


def _runs(one: Avoidance) -> int:
    return one.failures + one.successes


def failed_before(pattern: Pattern, steps: Sequence[PlanStep]) -> Iterator[Avoidance]:
    """A warning of each of the steps at which replays of the pattern failed."""
    failed = {step.n: step for step in pattern.steps if step.losses}
    for step in steps:
        known = failed.get(step.source or 0)
        if known is None:
            continue
        done = known.wins + known.losses
        if known.losses <= RARE * done:
            continue
        told = describe_step(step)
        yield Avoidance(
            action=step.action,
            element=step.target,
            destination=step.destination,
            cause="failed replay",
            message=said(f"{told} failed in {known.losses} of {done} replays"),
            failures=known.losses,
            successes=known.wins,
            score=known.losses / (done + PRIOR),
        )


def warning_of(
    matches: Sequence[PatternMatch], step: Step | PlanStep
) -> Avoidance | None:
    """The worst such warning of a step of a task that fits these patterns."""
    warnings = (
        warning
        for match in matches
        if isinstance(way := unfold_pattern(match.pattern, match.bindings, ()), tuple)
        for warning in failed_before(match.pattern, way)
        if warning.action == step.action and fits(warning.element, step.target)
    )
    return max(warnings, key=lambda one: one.score, default=None)


def against(wins: int, warning: Avoidance) -> Avoidance:
    """The warning as it stands against a path with so many successes: each of them did
    what is warned of, also where the warning does not count it."""
    known = warning.failures + warning.successes + PRIOR
    more = max(0, wins - warning.successes)
    score = warning.score * known / (known + more)
    return warning.model_copy(update={"score": score})
