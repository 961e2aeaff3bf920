"""What is held against a step, as an avoidance that can be shown, in the language of
the task."""

from kgmem.messages import phrase
from kgmem.model.base import language_of
from kgmem.model.plan import Avoidance
from kgmem.model.recollection import describe_step, describe_target
from kgmem.model.trajectory import Step
from kgmem.paths.failing.acts import act_of, sources_of, value_from
from kgmem.paths.failing.lessons import Blame

SAID = frozenset({"wrong element", "wrong value", "no effect", "error"})
"""Causes that have words; others are told as they are."""
MAX_ERROR = 200
"""Characters of an error message that are repeated."""
MAX_SHOWN = 20
"""Runs that an avoidance names."""


def avoidance_of(finding: Blame, task: str) -> Avoidance:
    """The finding for somebody who does this task."""
    newest, instead, cause = finding.newest, finding.instead, finding.sign.cause
    act = instead_text(instead.step, instead.attempt.task, task) if instead else None
    counts = len(finding.failed), len(finding.succeeded)
    is_missing = cause == "missing step"
    step = instead.step if is_missing and instead else newest.step
    page = newest.step.page_before
    app = newest.attempt.app
    return Avoidance(
        action=step.action,
        element=None if is_missing else step.target,
        destination=None if is_missing else step.destination,
        page=page.url if page else None,
        instead=act,
        cause=cause,
        message=_missing_message(act, *counts, task)
        if is_missing
        else message_of(step, cause, *counts, act, task),
        failures=counts[0],
        successes=counts[1],
        score=finding.score,
        scope={"app": app} if app else {},
        experience_ids=tuple(finding.failed)[-MAX_SHOWN:],
    )


def instead_text(step: Step, done_for: str, task: str) -> str:
    """What was done for the task `done_for`, said for `task`: values of the other one
    are replaced."""
    if done_for == task:
        return describe_step(step)
    act = act_of(step, done_for)
    if not act.sources or sources_of(act.value or "", task):
        return describe_step(step)  # it is the same for both
    values = (value_from(source, task) for source in sorted(act.sources))
    own = next(filter(None, values), phrase("avoidance.own_value", language_of(task)))
    if step.value == act.value:
        return describe_step(step.model_copy(update={"value": own}))
    if step.target is None:
        return describe_step(step)
    target = step.target.model_copy(update={"name": own})
    return describe_step(step.model_copy(update={"target": target}))


def message_of(
    step: Step,
    cause: str,
    failures: int,
    successes: int,
    instead: str | None,
    task: str,
) -> str:
    """`at button "Pay", click failed 4 of 5 times because …; instead: …`."""
    language = language_of(task)
    error = (step.error or "")[:MAX_ERROR].strip()
    where = describe_target(step)
    return phrase(
        "avoidance.failed",
        language,
        failures + successes,
        place=phrase("avoidance.place", language, where=where) if where else "",
        what=describe_step(step.model_copy(update={"target": None})),
        failures=failures,
        total=failures + successes,
        why=phrase(f"avoidance.why.{cause}", language) if cause in SAID else cause,
        error=phrase("avoidance.error", language, error=error) if error else "",
        instead=phrase("avoidance.instead", language, act=instead) if instead else "",
    )


def _missing_message(
    instead: str | None, failures: int, successes: int, task: str
) -> str:
    """What runs that ended too early had not done."""
    language, total = language_of(task), failures + successes
    role = "avoidance.missing" if instead else "avoidance.less"
    return phrase(
        "avoidance.too_early",
        language,
        total,
        what=phrase(role, language, act=instead),
        failures=failures,
        total=total,
    )
