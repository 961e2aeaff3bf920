"""The calls that pass through, as a run: what a browser's tools did, and what of it
can't be kept."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from kgmem import InvalidInput, Learned, Memory, Outcome, Step
from kgmem.agents import MAX_STEPS, too_many_steps, tool_reader
from kgmem_agents.mcp.apps import Apps

NO_BROWSERS = "it is no tool of a browser that is known"
MOST_TOLD = 5
"""Tools that are named which were not recorded."""


@dataclass(slots=True)
class PassedRun:
    """What is known of the run at hand."""

    task: str | None = None
    app: str | None = None
    lacks: dict[str, str] = field(default_factory=dict)
    """Tools whose calls are in no step though they may have done something, and why."""
    began: datetime | None = None
    is_hinted: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """What a run that is over taught."""

    learned: Learned | None
    """None: there was no step."""
    outcome: Outcome
    lacks: Mapping[str, str]

    @property
    def told(self) -> str:
        """In words: what was kept, and what was not."""
        if self.learned is None:
            return "There was no step to learn from."
        told = [f"Learned; steps: {self.learned.steps}."]
        if hidden := self.learned.redactions:
            told.append(f"Secrets left out: {hidden}.")
        if self.lacks:
            named = list(self.lacks.items())[:MOST_TOLD]
            calls = "; ".join(f"{name}: {why}" for name, why in named)
            told.append(f"Not recorded: {calls}; so it counts as no success.")
        return " ".join(told)


class CallRecorder:
    """Reads the calls of one client, and learns its runs. A run is learned when it
    ends; thread-safe."""

    def __init__(self, memory: Memory, apps: Apps) -> None:
        self._memory, self._apps = memory, apps
        self._steps: list[Step] = []
        self._reader = tool_reader()(self._steps)
        self._run = PassedRun()
        self._lock = threading.RLock()

    # what passes ----------------------------------------------------------------

    def called(
        self, name: str, arguments: Mapping[str, object], key: str, *, looks: bool
    ) -> bool:
        """Take in a call, before it is done; True if it is a browser's. `looks`: does
        its server say that it changes nothing?"""
        with self._lock:
            self._run.began = self._run.began or datetime.now(UTC)
            try:
                if len(self._steps) >= MAX_STEPS:
                    raise InvalidInput(too_many_steps(MAX_STEPS + 1))
                is_browsers = self._reader.call(name, arguments, key, name)
            except InvalidInput as error:
                self._lack(name, str(error), looks)
                return True
            if not is_browsers:
                self._lack(name, NO_BROWSERS, looks)
            return is_browsers

    def answered(self, said: str, key: str, *, has_failed: bool) -> None:
        """Take in its answer."""
        with self._lock:
            self._reader.answer(said, key, has_failed)

    def _lack(self, name: str, why: str, looks: bool) -> None:
        if not looks:
            self._run.lacks.setdefault(name, why)

    @property
    def url(self) -> str | None:
        """Of the page that was looked at last."""
        with self._lock:
            return self._reader.url

    def hint(self, recall: str, record: str) -> str | None:
        """What a client is told once before the first act of a task, if it has not
        asked yet; `recall` and `record` are what these tools are called."""
        with self._lock:
            if self._run.task is not None or self._run.is_hinted:
                return None
            self._run.is_hinted, url = True, self._reader.url
        app = self._apps.named(None, url)
        if app is None:
            return f"kgmem: nothing is known here yet; at the end call {record}."
        return f"kgmem knows tasks on {app}: before you act, call {recall}."

    # a run ----------------------------------------------------------------------

    def begin(self, task: str, app: str | None) -> None:
        """This is what is asked for. What was done before is of the same run where no
        task was told of it; else that one is over, and nobody knows how it went."""
        with self._lock:
            if self._run.task not in (None, task):
                self.end("unknown")
            self._run.task, self._run.app = task, app or self._run.app

    def end(
        self,
        outcome: Outcome,
        *,
        task: str | None = None,
        app: str | None = None,
        plan_id: str | None = None,
        reason: str | None = None,
        answer: str | None = None,
    ) -> Ended:
        """Learn the run at hand; one that lacks a step is no success, and one that
        followed a plan is not learned then, since its plan is reported. Raises
        InvalidInput where nobody told the task."""
        with self._lock:
            run, steps = self._run, self._steps
            task = task or run.task
            if steps and not task:
                raise InvalidInput(
                    "task: is needed, since recall was not asked: what the user wanted"
                )
            self._begin_anew()
        if run.lacks and outcome == "success":
            outcome = "unknown"
        if not steps or (plan_id and outcome == "unknown"):
            return Ended(None, outcome, run.lacks)
        if reason and outcome == "failure" and steps[-1].error is None:
            steps[-1] = steps[-1].model_copy(update={"error": reason})
        given: dict[str, Any] = {
            "task": task,
            "app": self._apps.named(app or run.app, address(steps)) or host(steps),
            "steps": steps,
            "outcome": outcome,
            "plan_id": plan_id,
            "answer": answer,
            "started_at": run.began,
        }
        return Ended(self._memory.learn(given), outcome, run.lacks)

    def close(self) -> None:
        """Learn what is at hand as a run of unknown outcome, if its task is known."""
        with self._lock:
            if self._run.task is not None:
                self.end("unknown")

    def replayed(self, *, is_over: bool) -> None:
        """A plan was followed beside the calls: to its end, and reported; or else the
        run at hand lacks what was done of it."""
        with self._lock:
            if is_over:
                self._begin_anew()
            else:
                self._run.lacks["replay"] = "what it did of its plan"

    def _begin_anew(self) -> None:
        self._reader.begin_anew()
        self._steps, self._run = self._reader.steps, PassedRun()


def address(steps: list[Step]) -> str | None:
    """Of the first page that the run was on."""
    for step in steps:
        for page in (step.page_before, step.page_after):
            if page is not None and page.url and urlsplit(page.url).netloc:
                return page.url
    return None


def host(steps: list[Step]) -> str | None:
    """What an app is called that nobody has named: the host of its address."""
    url = address(steps)
    return urlsplit(url).netloc.removeprefix("www.") if url else None
