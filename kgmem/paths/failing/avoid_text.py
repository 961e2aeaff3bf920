"""What is held against a step, as an avoidance that can be shown, in the language of
the task."""

from kgmem.language.vocabulary import phrase, words_in
from kgmem.model.base import Language, language_of
from kgmem.model.plan import Avoidance
from kgmem.model.recollection import describe_step, describe_target
from kgmem.model.trajectory import Step
from kgmem.paths.failing.acts import MISPLACED, UNTOLD, act_of, sources_of, value_from
from kgmem.paths.failing.blame import Blame
from kgmem.paths.failing.signs import Cause, Ref

MAX_ERROR = 200
"""Characters of an error message that are repeated."""
MAX_SHOWN = 20
"""Runs that an avoidance names."""


def avoidance_of(finding: Blame, task: str) -> Avoidance:
    """The finding for somebody who does this task."""
    language = language_of(task)
    step, attempt = finding.newest.step, finding.newest.attempt
    instead = instead_of(finding.instead, task) if finding.instead else None
    if finding.cause == "missing step":
        missing = finding.instead.step if finding.instead else None
        step = missing or step
        counts = len(finding.failed), len(finding.succeeded)
        message = missing_message(instead, *counts, language)
    else:
        message = message_of(
            _shown(finding),
            finding.cause,
            finding.shape,
            len(finding.failed),
            len(finding.succeeded),
            instead,
            language,
        )
    page = finding.newest.step.page_before
    return Avoidance(
        action=step.action,
        element=None if finding.cause == "missing step" else step.target,
        destination=None if finding.cause == "missing step" else step.destination,
        page=page.url if page else None,
        value_shape=finding.shape,
        instead=instead,
        cause=finding.cause,
        message=message,
        failures=len(finding.failed),
        successes=len(finding.succeeded),
        score=finding.score,
        scope={"app": attempt.app} if attempt.app else {},
        experience_ids=tuple(finding.failed)[-MAX_SHOWN:],
    )


def _shown(finding: Blame) -> Step:
    """The step as it failed; where its element is called by a value that is at fault,
    without its name: that is another run's."""
    step, ref = finding.newest.step, finding.newest
    by_name = any(act.by_name for act in ref.attempt.acts if act.n == ref.n)
    if finding.shape is None or not by_name or step.target is None:
        return step
    target = step.target.model_copy(update={"name": None, "text": None})
    return step.model_copy(update={"target": target})


def instead_of(ref: Ref, task: str) -> str:
    """What a success did, said for this task: values of another one are replaced."""
    return instead_text(ref.step, ref.attempt.task, task)


def instead_text(step: Step, done_for: str, task: str) -> str:
    """The same of a step that was done for the task `done_for`."""
    if done_for == task:
        return describe_step(step)
    act = act_of(step, done_for)
    if not act.sources or sources_of(act.value or "", task):
        return describe_step(step)  # it is the same for both
    given = (value_from(source, task) for source in sorted(act.sources))
    own = next(filter(None, given), phrase("avoidance.own_value", language_of(task)))
    if step.value == act.value:
        return describe_step(step.model_copy(update={"value": own}))
    if step.target is None:
        return describe_step(step)
    target = step.target.model_copy(update={"name": own})
    return describe_step(step.model_copy(update={"target": target}))


def message_of(
    step: Step,
    cause: Cause | str,
    shape: str | None,
    failures: int,
    successes: int,
    instead: str | None,
    language: Language,
) -> str:
    """`at button "Pay", click failed 4 of 5 times because …; instead: …`."""
    key = MISPLACED if shape == MISPLACED else cause
    error = (step.error or "")[:MAX_ERROR].strip()
    total = failures + successes
    where = describe_target(step)
    what = describe_step(step.model_copy(update={"target": None}))
    if step.value and shape in (UNTOLD, MISPLACED):
        what = describe_step(step.model_copy(update={"target": None, "value": None}))
    return phrase(
        "avoidance.failed",
        language,
        total,
        place=phrase("avoidance.place", language, where=where) if where else "",
        what=what,
        failures=failures,
        total=total,
        why=(*words_in(f"avoidance.why.{key}", language), cause)[0],
        error=phrase("avoidance.error", language, error=error) if error else "",
        instead=phrase("avoidance.instead", language, act=instead) if instead else "",
    )


def missing_message(
    instead: str | None, failures: int, successes: int, language: Language
) -> str:
    """What runs that ended too early had not done."""
    total = failures + successes
    role = "avoidance.missing" if instead else "avoidance.less"
    return phrase(
        "avoidance.too_early",
        language,
        total,
        what=phrase(role, language, act=instead),
        failures=failures,
        total=total,
    )
