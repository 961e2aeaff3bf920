"""recall -> follow -> hand over -> learn: a task is done, be it known or not.

Written once, for drivers, memories and agents that answer at once and for those of
asyncio.
"""

import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from inspect import isawaitable
from types import SimpleNamespace
from typing import Any, Protocol, runtime_checkable
from uuid import uuid4

from kgmem.errors import InvalidInput, KgmemError
from kgmem.model.answer import ANSWER, Answer
from kgmem.model.plan import Origin, Plan
from kgmem.model.recollection import Recollection
from kgmem.model.trajectory import Outcome, Step, Trajectory
from kgmem.model.values.arguments import callback
from kgmem.paths.path_key import act_of
from kgmem.redact import redact_text
from kgmem.replay.follow.driver import Confirm, Driver, Replaying, Verify, driving
from kgmem.replay.follow.flow import checked, follower, following
from kgmem.replay.follow.followed import EFFECT, Followed
from kgmem.replay.follow.page_at_hand import Pause, told_of
from kgmem.replay.given import given_steps
from kgmem.replay.start import KnowsRuns, address_of, opened, starting
from kgmem.turns import Maybe, Turns

log = logging.getLogger(__name__)

SOURCE = "do"
"""Where runs of this come from, as they are kept."""


@dataclass(frozen=True, slots=True)
class Handover:
    """What an agent is handed: a task, or what is left of one."""

    task: str
    app: str | None
    driver: Driver | None
    """What the memory followed its plan with, on the page as it is now."""
    hints: str
    """What is known of the task, as Markdown for a prompt."""
    done: tuple[Step, ...] = ()
    """What was done already, and is not to be done again,"""
    remaining: Plan | None = None
    """what of the plan is left,"""
    reason: str | None = None
    """why it was not followed further, and"""
    may_be_done: bool = False
    """whether the step at which it stopped may have had its effect."""


Agent = Callable[[Handover], Maybe[Any]]
"""Does what it is handed. It gives nothing; a text, which is the answer; or a mapping
with `answer`, `outcome`, and, where no driver watches what is done, `steps` as
`Memory.learn` takes them. What it raises is a failure, and is raised."""


class Doing(KnowsRuns, Replaying, Protocol):
    """The part of a memory that doing needs."""

    def recall(self, task: str, *, app: str | None = None) -> Maybe[Recollection]:
        """What is known that helps with the task."""

    def learn(self, trajectory: Any) -> Maybe[Any]:
        """Store a run."""


class Watching(Protocol):
    """Sees what is done on a page by whom ever."""

    answer: str | None
    """What was answered in the end: it is looked for on the last page."""

    def begin(self) -> Maybe[None]:
        """From now on."""

    def end(self) -> Maybe[Any]:
        """No longer: the run goes to the memory that it was begun for."""


@runtime_checkable
class Watches(Protocol):
    """A driver whose page tells what others do on it."""

    def watch(self, memory: Any, task: str) -> Watching:
        """`memory.learn` is given what was done, as a mapping of a run."""


def doing(
    memory: Doing,
    task: str,
    pause: Pause,
    *,
    agent: Agent | None,
    driver: Driver | None,
    app: str | None,
    verify: Verify | None,
    confirm: Confirm | None,
) -> Turns[Followed]:
    """What came of the task: of the plan, where that was followed to its end, else of
    what the agent did with the rest."""
    driving(driver)
    callback(agent, "agent")
    callback(verify, "verify")
    callback(confirm, "confirm")
    recollection: Recollection = yield memory.recall(task, app=app)
    plan, followed = recollection.plan, None
    if plan is not None and driver is not None and recollection.is_followed:
        yield from _open_start(memory, plan, driver)
        work = follower(memory, plan, driver, pause, confirm)
        followed = yield from following(work, verify)
        is_open = followed.outcome == "stopped" and followed.why != "not confirmed"
        if agent is None or not is_open:
            return followed
    left = Handover(task, app, driver, recollection.to_prompt())
    if agent is None:
        return Followed(
            outcome="stopped",
            plan=plan or _blank(left),
            reason="; ".join(("no plan was followed", *recollection.reasons)),
            remaining=plan,
            cause="unknown",
        )
    if followed is not None:
        left = replace(
            left,
            done=followed.steps,
            remaining=followed.remaining,
            reason=followed.reason,
            may_be_done=followed.may_be_done,
        )
    return (yield from _handed(memory, left, agent, verify))


def _open_start(memory: Doing, plan: Plan, driver: Driver) -> Turns[None]:
    """Show the page that the plan's run began on, if one of its site or none is
    shown. What can't be opened is told by following."""
    try:
        here = yield from address_of(driver)
        start = yield from starting(memory, plan, here)
        if start and start != here:
            yield from opened(driver, start)
    except Exception:
        log.info("the plan is followed from where the page is", exc_info=True)


def _blank(left: Handover) -> Plan:
    """A plan that knows nothing but its task."""
    return Plan(
        plan_id=str(uuid4()),
        task=redact_text(left.task),
        app=left.app,
        route="reflexion_explore",
        origin=Origin(kind="experience", id=SOURCE),
    )


def _handed(
    memory: Doing, left: Handover, agent: Agent, verify: Verify | None
) -> Turns[Followed]:
    seen, watching = dict[str, Any](), None
    if isinstance(left.driver, Watches):
        in_place_of_memory = SimpleNamespace(learn=seen.update)
        watching = left.driver.watch(in_place_of_memory, left.task)
        yield watching.begin()
    handed_back: Mapping[str, Any] = {"outcome": "failure"}
    error = None
    try:
        handed_back = _as_told((yield agent(left)))
    except Exception as raised:
        error = raised
    if watching is not None:
        watching.answer = handed_back.get("answer")
        yield watching.end()
    result = yield from _ended(memory, left, {**seen, **handed_back}, error, verify)
    if error is not None:
        raise error
    return result


def _as_told(returned: object) -> Mapping[str, Any]:
    """What an agent gave, by the names of a run."""
    if isawaitable(returned):
        if isinstance(returned, Coroutine):
            returned.close()
        raise InvalidInput("agent: it is async, so do it with an AsyncMemory")
    if isinstance(returned, Mapping):
        return {key: value for key, value in returned.items() if value is not None}
    return {} if returned is None else {"answer": str(returned)}


def _ended(
    memory: Doing,
    left: Handover,
    run: Mapping[str, Any],
    error: Exception | None,
    verify: Verify | None,
) -> Turns[Followed]:
    """What came of all of it, once it is learned: what was done by the plan and by the
    agent is one run."""
    landed = (yield from checked(verify)) if verify else None
    outcome: Outcome = run.get("outcome", "success")
    if landed is not None:
        outcome = "success" if landed else "failure"
    reason = f"{type(error).__name__}: {error}"[:500] if error else None
    own = given_steps(run.get("steps"), "steps")
    steps = (*_still_done(left.done, own), *own)
    if error and steps:
        steps = (*steps[:-1], steps[-1].model_copy(update={"error": reason}))
    whole = Trajectory(
        task=left.task,
        app=left.app,
        url=run.get("url"),
        source=SOURCE,
        steps=steps,
        outcome=outcome,
        judge=EFFECT if landed is not None else run.get("judge"),
        answer=run.get("answer"),
    )
    unlearned = None
    try:
        if steps:
            yield memory.learn(whole)
    except KgmemError as raised:  # it was done all the same
        log.warning("what was done could not be learned", exc_info=True)
        unlearned = told_of(raised)
    if landed is False and reason is None:
        reason = "all was done, but nothing landed"
    answer = _own_answer(whole.answer)
    return Followed(
        outcome="failure" if outcome == "failure" else "success",
        verified=landed is not None,
        plan=_blank(left),
        steps=steps,
        reason=reason,
        unreported=unlearned,
        answers={answer.name: answer} if answer else {},
    )


def _still_done(done: Sequence[Step], own: Sequence[Step]) -> Sequence[Step]:
    """What was done by the plan up to where the agent began again: from there on it
    pressed the same and entered one value again, or what it filled in anew are all
    entries that nothing was pressed behind."""
    acts = set(map(act_of, own))
    fields = {act[:2] for act in acts}
    for n in range(len(done)):
        rest = done[n:]
        presses = {act_of(step) for step in rest if not step.does.edits}
        entries = {act_of(step) for step in rest if step.does.edits}
        if not presses and any(act[:2] in fields for act in entries):
            return done[:n]
        if presses and presses <= acts and entries & acts:
            return done[:n]
    return done


def _own_answer(text: str | None) -> Answer | None:
    """What the agent said, as it said it."""
    if not text:
        return None
    return Answer(
        name=ANSWER,
        value=text,
        text=text,
        kind="text",
        where="said by the agent",
        at=datetime.now(UTC),
    )
