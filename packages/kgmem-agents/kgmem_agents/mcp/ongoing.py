"""What one server has going: plans that were handed out, runs that are recorded."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar
from uuid import uuid4

from kgmem import (
    InvalidInput,
    Learned,
    Located,
    Memory,
    Outcome,
    Plan,
    PlanStep,
    Recording,
    Step,
)
from kgmem_agents.mcp.apps import Apps

MOST_PLANS = 1_000
MOST_RUNS = 200
"""A client that vanishes leaves its own behind: the oldest make room."""
TOLD = "told"
"""The source of what a client says that it did, see `KGMEM_TRUSTED_SOURCES`."""
SHORT = 8
"""Characters of a plan's id by which it is named."""

T = TypeVar("T")
_STOPPED: ContextVar[threading.Event | None] = ContextVar("stopped", default=None)


class RequestStopped(Exception):
    """Nobody waits for the answer any more."""


@contextmanager
def stopped_with_the_request() -> Iterator[None]:
    """What the block begins in a thread ends with its next step when the client cancels
    the request, or is gone."""
    stopped = threading.Event()
    _STOPPED.set(stopped)
    try:
        yield
    finally:
        stopped.set()


def go_on(*_: object) -> None:
    """Told of each step of long work. Raises RequestStopped."""
    if (stopped := _STOPPED.get()) is not None and stopped.is_set():
        raise RequestStopped("the request was cancelled")


class Newest(Generic[T]):
    """The newest of what was put in, by key; thread-safe."""

    def __init__(
        self, most: int, dropped: Callable[[T], object] = lambda _: None
    ) -> None:
        """`dropped` is told what made room."""
        self._most, self._dropped = most, dropped
        self._held: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, key: str, one: T) -> None:
        """Hold it; what was held longest goes if there are too many."""
        with self._lock:
            self._held[key] = one
            oldest = (
                self._held.popitem(last=False)[1]
                if len(self._held) > self._most
                else None
            )
        if oldest is not None:
            self._dropped(oldest)

    def get(self, key: str) -> T | None:
        """What is held under this key; it counts as new again."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def take(self, key: str) -> T | None:
        """The same, no longer held."""
        with self._lock:
            return self._held.pop(key, None)

    def drain(self) -> Iterator[T]:
        """All, none of them held any more."""
        while self._held:
            yield self._held.popitem(last=False)[1]


@dataclass(frozen=True, slots=True)
class HandedOut:
    """A plan, and where its steps' elements were found since."""

    plan: Plan
    """What is left to do of it;"""
    located: dict[int, Located] = field(default_factory=dict)
    whole: Plan | None = None
    """all of it, where some was done, by these steps;"""
    done: tuple[Step, ...] = ()
    over: str = ""
    """and why it is not to be followed once more;"""
    waits_for: str = ""
    """the kind of stop that it waits at for an answer."""
    besides: bool = False
    """Did the client do more than the plan? Then its words are not those of the plan's
    kind."""

    @property
    def reported(self) -> Plan:
        """What is reported: a plan counts once, with all of its steps."""
        return self.whole or self.plan

    def answered(self, values: Mapping[str, str]) -> "HandedOut":
        """The same with these values for what it asks for; those that it has may be
        told again. Raises InvalidInput for others."""
        new = {k: v for k, v in values.items() if self.reported.bindings.get(k) != v}
        if others := ", ".join(name for name in new if name not in self.plan.asks):
            raise InvalidInput(
                f"values: this plan does not ask for {others}; call recall with a task "
                "that says so"
            )
        return self._each(lambda plan: plan.answered(new)) if new else self

    def settled(self, *, besides: bool) -> "HandedOut":
        """The same with nothing further to be settled: the client does it `besides`, or
        it is said in other words."""
        told = self._each(Plan.settled)
        return replace(told, besides=besides or self.besides)

    def _each(self, change: Callable[[Plan], Plan]) -> "HandedOut":
        whole = self.whole and change(self.whole)
        return replace(self, plan=change(self.plan), whole=whole)

    def steps(self, values: Mapping[str, str] | None = None) -> tuple[PlanStep, ...]:
        """All steps, with these values for what the plan asks for; they are not
        kept."""
        return (self.plan.answered(values) if values else self.plan).steps


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run that a client tells step by step."""

    recording: Recording
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Its steps come one after the other."""

    def end(
        self, outcome: Outcome, reason: str | None = None, answer: str | None = None
    ) -> Learned | None:
        """Learn it; None where there was nothing to learn."""
        with self.lock:
            self.recording.answer = answer
            if outcome == "success":
                return self.recording.succeed()
            if outcome == "failure":
                return self.recording.fail(reason)
            with self.recording:
                pass  # left without a word: its outcome is unknown
            return self.recording.learned


class Ongoing:
    """A memory, and what its clients have begun on it."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.apps = Apps(memory)
        self._plans = Newest[HandedOut](MOST_PLANS)
        self._runs = Newest[RecordedRun](MOST_RUNS, lambda run: run.end("unknown"))

    def hand_out(self, plan: Plan) -> str:
        """Keep a plan, since it may hold secrets, which are in no dump; the name that
        it is kept under: the beginning of its id, which a model has to write."""
        return self.keep(HandedOut(plan))

    def keep(self, handed_out: HandedOut) -> str:
        """Keep what became of a plan; the name that it is kept under."""
        plan_id = handed_out.plan.plan_id
        name = plan_id[:SHORT]
        held = self._plans.get(name)
        if held is not None and held.plan.plan_id != plan_id:
            name = plan_id
        self._plans.put(name, handed_out)
        return name

    def plan(self, plan_id: str) -> HandedOut:
        """A plan that was handed out. Raises InvalidInput."""
        found = self._plans.get(plan_id) or self._plans.get(plan_id[:SHORT])
        if found is None or not found.plan.plan_id.startswith(plan_id):
            raise InvalidInput(
                f"plan_id: {plan_id} is not one of this server's plans; call recall "
                "again for a new one"
            )
        return found

    def begin_run(
        self, task: str | None, app: str | None, url: str | None, source: str = TOLD
    ) -> str:
        """Begin to record a run; its id. `source`: who tells it, the client unless
        something else is said. Raises InvalidInput without a task."""
        if not task:
            raise InvalidInput(
                "task: is needed with the first step; later ones name the run_id that "
                "the first one gave"
            )
        recording = self.memory.record(task, app=app, url=url, source=source)
        run_id = str(uuid4())
        self._runs.put(run_id, RecordedRun(recording))
        return run_id

    @contextmanager
    def run(self, run_id: str) -> Iterator[Recording]:
        """A run that was begun, for one step. Raises InvalidInput."""
        found = self._runs.get(run_id)
        if found is None:
            raise no_such_run(run_id)
        with found.lock:
            yield found.recording

    def end_run(
        self,
        run_id: str,
        outcome: Outcome,
        reason: str | None,
        answer: str | None = None,
    ) -> Learned | None:
        """End a run and learn it. Raises InvalidInput if there is none of this id."""
        found = self._runs.take(run_id)
        if found is None:
            raise no_such_run(run_id)
        return found.end(outcome, reason, answer)

    def drop_run(self, run_id: str) -> None:
        """Forget a run that has no step."""
        self._runs.take(run_id)

    def close(self) -> None:
        """Learn what is still recorded as a run of unknown outcome."""
        for run in self._runs.drain():
            run.end("unknown")


def no_such_run(run_id: str) -> InvalidInput:
    """That no run of this id is being recorded."""
    return InvalidInput(
        f"run_id: {run_id} is not being recorded; record_step without run_id begins a "
        "run"
    )
