"""What the failed runs that a recall has read, and failed replays, warn of."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kgmem.graph.read_rows import StoredRun
from kgmem.messages import said
from kgmem.model.base import normalize
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.plan import Avoidance, PlanStep
from kgmem.model.recollection import describe_step
from kgmem.model.trajectory import Step
from kgmem.paths.failing.avoid_text import avoidance_of
from kgmem.paths.failing.blame import DIRECT, PRIOR, Blame, Lessons
from kgmem.paths.failing.signs import Attempt
from kgmem.paths.fits import fits
from kgmem.paths.unfold import unfold_pattern
from kgmem.recall.expand import Candidate

RARE = 0.1
"""Share of a step's replays up to which its failures are no warning."""
MAX_WARNINGS = 20
"""Avoidances that are handed back, the worst ones."""


def avoidances(
    failed: Iterable[StoredRun],
    succeeded: Sequence[StoredRun],
    *,
    task: str | None = None,
) -> list[Avoidance]:
    """What the failed runs did that successes of the same task did not, worst first,
    told in the language of `task` (None: of theirs)."""
    kinds: dict[str, list[Attempt]] = defaultdict(list)
    for run in [*succeeded, *failed]:
        kinds[run.experience.task_id].append(_attempt(run))
    found = [
        avoidance_of(finding, task or attempts[0].task)
        for attempts in kinds.values()
        if any(one.outcome == "failure" for one in attempts)
        for finding in Lessons(attempts).blamed()
    ]
    return sorted(found, key=lambda one: (-one.score, one.message))[:MAX_WARNINGS]


def of_kind(lessons: Lessons, task: str) -> list[Avoidance]:
    """What runs of one kind warn a task of, worst first: what failed runs did off the
    way and what they ended without. What a single run shows is its page's, unless the
    record itself says that a step failed, or the task is the same."""
    missing = _told_once([one for one in lessons.missing() if len(one.failed) > 1])
    found = [one for one in (*lessons.blamed(), *missing) if _says(one, task)]
    told = [avoidance_of(_general(one, lessons), task) for one in found]
    return merged([], told)


def _told_once(missing: Sequence[Blame]) -> Iterator[Blame]:
    """Without "less was done than the task lists" where it is told of all these runs
    what they left out: that is why it was less."""
    named = {key for one in missing if one.sign.what != "few" for key in one.failed}
    for one in missing:
        if one.sign.what != "few" or not named.issuperset(one.failed):
            yield one


def _says(finding: Blame, task: str) -> bool:
    """Does it hold for other tasks of the kind?"""
    texts = {normalize(ref.attempt.task) for ref in finding.failed.values()}
    return finding.cause in DIRECT or len(texts) > 1 or normalize(task) in texts


def _general(finding: Blame, lessons: Lessons) -> Blame:
    """Without what is to be done instead, where only one success did it and no value
    of the task tells it: then it is that page's."""
    instead = finding.instead
    if instead is None or finding.cause == "missing step":
        return finding
    act = next(one for one in instead.attempt.acts if one.n == instead.n)
    like = (
        run for run in lessons.successes for one in run.acts if one.where == act.where
    )
    is_common = len({run.experience_id for run in like}) > 1
    return finding if is_common or act.sources else replace(finding, instead=None)


def merged(known: Sequence[Avoidance], found: Sequence[Avoidance]) -> list[Avoidance]:
    """Stored ones and those found on the way, worst first; of the same thing, the one
    that more runs speak for."""
    best: dict[object, Avoidance] = {}
    for one in [*known, *found]:
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
    found = (
        warning
        for match in matches
        if isinstance(way := unfold_pattern(match.pattern, match.bindings, ()), tuple)
        for warning in failed_before(match.pattern, way)
        if warning.action == step.action and fits(warning.element, step.target)
    )
    return max(found, key=lambda one: one.score, default=None)


def against(wins: int, warning: Avoidance) -> Avoidance:
    """The warning as it stands against a path with so many successes: each of them did
    what is warned of, also where the warning does not count it."""
    known = warning.failures + warning.successes + PRIOR
    more = max(0, wins - warning.successes)
    score = warning.score * known / (known + more)
    return warning.model_copy(update={"score": score})


def read_runs(
    close: Sequence[Candidate], runs: Mapping[str, StoredRun]
) -> list[list[StoredRun]]:
    """Their failed and their successful runs, as far as they were read."""
    failed = [key for one in close for key in one.summary.failures]
    succeeded = [key for one in close for key in one.summary.successes]
    return [[runs[key] for key in ids if key in runs] for ids in (failed, succeeded)]


def _attempt(run: StoredRun) -> Attempt:
    """A stored run as it is compared with others."""
    told = run.experience
    return Attempt(
        told.experience_id,
        told.task_id,
        told.task,
        told.app,
        told.outcome,
        told.steps,
        run.recorded_at,
    )
