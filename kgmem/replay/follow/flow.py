"""plan -> locate -> check -> act -> read back -> expect -> verify -> report: a plan is
followed on a page.

Written once, for drivers and memories that answer at once and for those of asyncio.
"""

import asyncio
import logging
from collections.abc import Mapping
from time import sleep

from kgmem.model.effect import EffectSeen
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.values.arguments import not_a_plan
from kgmem.model.values.calls import telling_wrong_calls
from kgmem.ports import Query
from kgmem.replay.follow.causes import Stop
from kgmem.replay.follow.driver import Confirm, Driver, Replaying, Verify
from kgmem.replay.follow.followed import Followed
from kgmem.replay.follow.following import Follower
from kgmem.replay.follow.page_at_hand import PageAtHand, Pause, told_of
from kgmem.replay.follow.verify import both, effects_of, landed
from kgmem.turns import Turns, at_once, awaited

log = logging.getLogger(__name__)

SOURCE = "answers"
"""Of facts that are answers."""


@telling_wrong_calls
def follow(
    memory: Replaying,
    plan: Plan,
    driver: Driver,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    databases: Mapping[str, Query] | None = None,
    report: bool = True,
    patience: float | None = None,
) -> Followed:
    """Do the plan on the driver's page, as far as each step is sure.

    Other ways, steps that may be left out and repetitions are taken as the page asks
    for them. What was typed, chosen or ticked is read back. Before a step that can't be
    taken back, its row or record has to bear the task's values, and where the plan
    needs a confirmation, `confirm(step)` has to allow it: without one it stops there.
    It also stops before a step ahead of which something of the task is to be settled
    that the plan is not known to do, see `PlanStep.further`, and before the first one
    where the plan asks for a value that no page tells, see `Plan.answered`.
    What is not there yet is waited for, `patience` seconds at most (None: as the
    memory's settings say), and looked for in lists that show what they are scrolled
    to. A step in another tab, or one that a dialog has to be answered at, is done by a
    driver that can do that alone, see `kgmem.replay.follow.driver`. An error of the
    driver, of `confirm` or of `verify` is a stop, or no answer; none is raised.
    What the plan reads on the way, see `PlanStep.reads`, is entered as it stands there
    now; where it is not there, or not one value, it stops.
    `verify()` tells from elsewhere whether the effect was reached, as do the checks
    that the plan's runs carry, see `Memory.set_verify`; without any a success is only
    claimed. `databases` are functions that answer queries of checks, by name. The
    outcome is reported to the memory, unless `report` is false.
    """
    work = follower(memory, plan, driver, sleep, confirm, patience)
    return at_once(following(work, verify, databases, report=report))


async def follow_async(
    memory: Replaying,
    plan: Plan,
    driver: Driver,
    *,
    confirm: Confirm | None = None,
    verify: Verify | None = None,
    databases: Mapping[str, Query] | None = None,
    report: bool = True,
    patience: float | None = None,
) -> Followed:
    """The same for asyncio: what the memory, the driver and the checks give is awaited
    where it has to be."""
    work = follower(memory, plan, driver, asyncio.sleep, confirm, patience)
    return await awaited(following(work, verify, databases, report=report))


def follower(
    memory: Replaying,
    plan: Plan,
    driver: Driver,
    pause: Pause,
    confirm: Confirm | None,
    patience: float | None = None,
) -> Follower:
    """What follows the plan; `pause` lets seconds pass."""
    if not isinstance(plan, Plan):
        raise not_a_plan(plan)
    first = plan.steps[0] if plan.steps else PlanStep(n=1, action="wait")
    waits = patience_of(memory, patience)
    page = PageAtHand(memory, driver, pause, waits, plan.task, first)
    return Follower(page, plan, confirm)


def following(
    work: Follower,
    verify: Verify | None,
    databases: Mapping[str, Query] | None = None,
    *,
    report: bool = True,
) -> Turns[Followed]:
    """The work of both."""
    stop: Stop | None = None
    try:
        yield from work.follow(work.plan.steps)
    except Stop as reason:
        stop = reason
    except Exception as error:
        log.warning("a plan could not be followed", exc_info=True)
        stop = Stop(work.page.at, "no answer", told_of(error))
    told = (yield from checked(verify)) if verify and work.has_tried else None
    effects: tuple[EffectSeen, ...] = ()
    if stop is None and told is not False:
        page = work.page
        try:
            effects = yield from effects_of(
                page.memory, work.filled_plan, page.driver, databases or {}
            )
        except Exception:
            log.warning("the effect could not be checked", exc_info=True)
    result = work.result(stop, both(told, landed(effects)))
    result = result.model_copy(update={"effects": effects})
    return (yield from reported(work.page.memory, result)) if report else result


def checked(verify: Verify) -> Turns[bool | None]:
    """What the check of the effect says; an error says nothing."""
    try:
        landed: bool | None = yield verify()
    except Exception:
        log.warning("the check of the effect raised an error", exc_info=True)
        return None
    return landed


def reported(
    memory: Replaying, result: Followed, deviations: str | None = None
) -> Turns[Followed]:
    """The result, once the memory knows it; `deviations`: what else was done."""
    try:
        yield memory.report(
            result.plan,
            result.reported,
            failed_step=result.failed_step if result.reported != "unknown" else None,
            reason=result.reason,
            located=result.located,
            actions=result.actions,
            judge=result.judge,
            values=result.entered,
            deviations=deviations,
        )
    except Exception as error:
        log.warning("the outcome could not be reported", exc_info=True)
        return result.model_copy(update={"unreported": told_of(error)})
    yield from _kept(memory, result)
    return result


def _kept(memory: Replaying, result: Followed) -> Turns[None]:
    """What was read as facts of that time, where the settings ask for it."""
    settings = getattr(memory, "settings", None)
    add_fact = getattr(memory, "add_fact", None)
    if add_fact is None or not getattr(settings, "keep_answers", False):
        return
    plan = result.plan
    for one in result.answers.values():
        content = f"{plan.task} {one.where}: {one.text}"
        told = {"source": SOURCE, "valid_from": one.at, "app": plan.app}
        try:
            yield add_fact(content, **told)
        except Exception:
            log.warning("an answer could not be kept", exc_info=True)


def patience_of(memory: Replaying, given: float | None) -> float:
    """Seconds to wait: as given, or as the memory's settings say."""
    if given is not None:
        return given
    seconds: float = getattr(getattr(memory, "settings", None), "patience", 0.0)
    return seconds
