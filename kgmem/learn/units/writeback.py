"""Writeback: step and session units from an orchestrator, each durable at once."""

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import RLock
from typing import TypeVar

from kgmem.errors import InvalidInput
from kgmem.learn.flow import Learn
from kgmem.learn.prepare import source_key
from kgmem.learn.recording.drafts import Drafts, Redactors, StepDraft
from kgmem.learn.recording.live import RECORDING
from kgmem.learn.units.merge import merge_session
from kgmem.learn.units.shapes import parse_unit
from kgmem.learn.units.unit import RunIds, SessionUnit, StepUnit
from kgmem.model.keys.identity import experience_id
from kgmem.redact import Redactor

log = logging.getLogger(__name__)

OPEN_RUNS = 256
"""Runs in progress whose placeholders and tasks are remembered."""
UNNAMED = "(no task named yet)"
"""What observations wait under that came before their task was named."""


class Writeback:
    """Takes units; a session ends the steps that came before it. May be used from
    several threads."""

    def __init__(self, learn: Learn, drafts: Drafts) -> None:
        self._learn = learn
        self._drafts = drafts
        self._redactors: OrderedDict[tuple[RunIds, str], Redactor] = OrderedDict()
        self._last_task: OrderedDict[RunIds, str] = OrderedDict()
        self._lock = RLock()

    @property
    def is_idle(self) -> bool:
        """Is no run in progress?"""
        return not self._redactors and not self._last_task

    def __call__(self, unit: Mapping[str, object]) -> bool:
        """True when the unit is durable, also when it was before. Raises InvalidInput
        for a bad one, and for another step under a `step_id` that is taken."""
        with self._learn.keeping(unit, self._drafts.space):
            parsed = parse_unit(unit)
            with self._lock:
                if isinstance(parsed, StepUnit):
                    self._add_step(parsed)
                else:
                    self._end_session(parsed)
        return True

    def _add_step(self, unit: StepUnit) -> None:
        """An observation comes without its task: it waits under none until a unit of
        its run names the task, so that it is durable all the same."""
        run = unit.run
        if unit.task_text and run not in self._last_task:
            self._drafts.adopt(_unnamed(run), unit.task_text)
        if unit.task_text:
            _remember(self._last_task, run, unit.task_text)
        task = self._last_task.get(run) or _unnamed(run)
        redactor = self._redactor(run, task)
        if unit.unit_id is None:
            stored = run.stored(self._drafts.space)
            self._drafts.append(task, None, unit.step, redactor, stored)
        else:
            redactors = Redactors(redactor, self._learn.new_redactor())
            self._drafts.put_unit(unit.unit_id, task, unit.step, redactors, run)

    def _end_session(self, unit: SessionUnit) -> None:
        task, run = unit.trajectory.task, unit.run
        places = dict.fromkeys((UNNAMED, _unnamed(run), task))
        waiting = [d for place in places for d in self._drafts.of_task(place, None)]
        drafts = _in_order(_of_run(waiting, run, self._drafts.space))
        steps = [StepUnit(task, d.step, d.draft_id, d.step.at) for d in drafts]
        merged = merge_session(unit, steps)
        if merged.outcome == "success" and not merged.steps:
            if self._is_kept(run):
                return
            raise InvalidInput(
                "steps: missing; a success teaches what was done: give the steps with "
                "their actions here, or write each as a unit of the same task_text "
                "(and session_id) before"
            )
        self._learn(
            merged,
            self._drafts.space,
            redactor=self._known_redactor(
                run, task
            ),  # links its text to the units' values
            drop_drafts=[draft.draft_id for draft in drafts],
        )
        for ids in [ids for ids, last in self._last_task.items() if last == task]:
            if ids == run or ids.shared(run) or not ids.any:
                self._redactors.pop((ids, task), None)
                del self._last_task[ids]

    def _is_kept(self, run: RunIds) -> bool:
        """Was this session written before?"""
        if run.session is None:
            return False
        named = source_key(run.session, self._learn.new_redactor().text(run.session))
        space = self._drafts.space
        key = experience_id(space, named or run.session)
        return self._learn.store.run(space, key) is not None

    def _known_redactor(self, run: RunIds, task: str) -> Redactor | None:
        """That of the run's units, else that of the task's units that name no run."""
        known = {
            ids: one for (ids, text), one in self._redactors.items() if text == task
        }
        shared = (one for ids, one in known.items() if ids == run or ids.shared(run))
        return next(shared, known.get(RunIds()))

    def _redactor(self, run: RunIds, task: str) -> Redactor:
        known = self._redactors.get((run, task)) or self._learn.new_redactor()
        _remember(self._redactors, (run, task), known)
        return known


_K = TypeVar("_K")
_V = TypeVar("_V")


def _remember(known: OrderedDict[_K, _V], key: _K, value: _V) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > OPEN_RUNS:
        known.popitem(last=False)


def _unnamed(run: RunIds) -> str:
    told = run.session or run.task or run.agent
    return f"{UNNAMED} {told}" if told else UNNAMED


def _of_run(waiting: Sequence[StepDraft], run: RunIds, space: str) -> list[StepDraft]:
    """The drafts of the run that has ended: those that name it; where none does, those
    that name nothing, or all if they are of one run which may be this."""
    ended = RunIds.read(run.stored(space))
    waiting = [draft for draft in waiting if not draft.run.startswith(RECORDING)]
    ids = {draft.draft_id: RunIds.read(draft.run) for draft in waiting}
    its_own = [one for one in waiting if ended.shared(ids[one.draft_id])]
    if its_own:
        return its_own
    rest = [one for one in waiting if not ended.differs(ids[one.draft_id])]
    silent = [one for one in rest if not ids[one.draft_id].any]
    if silent:
        return silent
    if len({ids[one.draft_id] for one in rest}) > 1:
        log.warning(
            "the units of several runs of one task wait, and the session that ended "
            "names none of them: give it their session_id, task_id or agent_id"
        )
        return []
    return rest


def _in_order(drafts: Sequence[StepDraft]) -> list[StepDraft]:
    """By their time, where all have one; else as they came."""
    timed = [(at, n) for n, draft in enumerate(drafts) if (at := draft.step.at)]
    if len(timed) < len(drafts):
        return list(drafts)
    return [drafts[n] for _, n in sorted(timed)]
