"""A person, or another program, shows on a page how a task is done."""

import logging
from inspect import iscoroutinefunction
from typing import Any, Self

from kgmem import InvalidInput, KgmemError, Learned, Outcome, Step
from kgmem.agents import Maybe, Turns, at_once, awaited
from kgmem_agents.browser.recording.ears import ears_of
from kgmem_agents.browser.recording.steps import run_of

log = logging.getLogger(__name__)

SOURCE = "browser"
LAST_MS = 50
"""What was done last may still be on its way."""


class PageRecording:
    """A run that is shown on a page of Playwright's; see `record_page`."""

    def __init__(
        self,
        page: Any,
        memory: Any,
        task: str | None,
        app: str | None,
        outcome: Outcome,
    ) -> None:
        self._page, self._memory = page, memory
        self.task = task
        """What is shown; it may be told at any time before the end."""
        self.answer: str | None = None
        """What the task asked for, if it did, as it is answered: where it stands on the
        last page is learned. What was read by the key needs no answer."""
        self._head = {"app": app, "source": SOURCE}
        self._outcome = outcome
        self._judge: str | None = None
        self._error: str | None = None
        self._told: list[dict[str, Any]] = []
        self._ends: list[dict[str, Any]] = []
        self._is_heard = False
        self.learned: Learned | None = None
        """The receipt, once the block is left."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done so far."""
        steps, _ = run_of(self._told, self._ends)
        return tuple(map(Step.model_validate, steps))

    @property
    def missed(self) -> tuple[str, ...]:
        """What was seen and not understood: the steps lack it."""
        return run_of(self._told, self._ends)[1]

    def succeed(self, *, judge: str | None = None) -> None:
        """The run is a success; `judge` says who saw that it is. With a judge it is one
        though something was missed."""
        self._outcome, self._judge = "success", judge

    def fail(self, reason: str | None = None) -> None:
        """The run is a failure: it is learned as evidence."""
        self._outcome, self._error = "failure", reason

    def begin(self) -> Maybe[None]:
        """Hear from now on, without a block; `end` learns what was done."""
        return awaited(self._begin()) if self._is_async else at_once(self._begin())

    def end(self, task: str | None = None) -> Maybe[Learned | None]:
        """Hear no more, and learn what was done as this task: before the block is left,
        or after it was left without one."""
        self.task = task or self.task
        return awaited(self._end()) if self._is_async else at_once(self._end())

    def __enter__(self) -> Self:
        if self._is_async:
            raise InvalidInput("this page is of Playwright's async API: `async with`")
        at_once(self._begin())
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        at_once(self._leave(error))

    async def __aenter__(self) -> Self:
        await awaited(self._begin())
        return self

    async def __aexit__(
        self, _: object, error: BaseException | None, __: object
    ) -> None:
        await awaited(self._leave(error))

    @property
    def _is_async(self) -> bool:
        return iscoroutinefunction(type(self._page).evaluate)

    def _begin(self) -> Turns[None]:
        yield from ears_of(self._page.context).listen(self._page, self._hear)
        self._is_heard = True
        self._head["url"] = self._page.url

    def _hear(self, one: dict[str, Any]) -> None:
        """Of how a tab's page stands at rest, the last is enough."""
        if one.get("rests"):
            older = {"rests": True, "order": one["order"]}
            self._told = [x for x in self._told if not older.items() <= x.items()]
        self._told.append(one)

    def _leave(self, error: BaseException | None) -> Turns[None]:
        if error is None:
            yield from self._end()
            return
        self.fail(f"{type(error).__name__}: {error}"[:500])
        try:
            yield from self._end()
        except KgmemError as failure:
            log.warning("the run is not learned, or in the failed log: %s", failure)

    def _end(self) -> Turns[Learned | None]:
        if self._is_heard:
            self._is_heard = False
            yield from self._hear_last()
        if self.learned is None:
            self.learned = yield from self._learn()
        return self.learned

    def _hear_last(self) -> Turns[None]:
        try:
            yield self._page.wait_for_timeout(LAST_MS)
        except Exception as failure:  # the page was closed, or the browser
            log.info("the page tells nothing more: %s", failure)
        context = self._page.context
        self._ends = yield from ears_of(context).stop(context)

    def _learn(self) -> Turns[Learned | None]:
        steps, missed = run_of(self._told, self._ends, self.task or "", self.answer)
        for what in missed:
            log.warning("seen on the page, and not understood: %s", what)
        if not steps:
            log.warning("nothing was done on the page: nothing is learned")
            return None
        if not (self.task or "").strip():
            raise InvalidInput(
                "a recording needs the task that it shows: set `run.task` within the "
                "block, or call `run.end(task)`, now, too"
            )
        learned: Learned = yield self._memory.learn(self._run(steps, bool(missed)))
        return learned

    def _run(self, steps: list[dict[str, Any]], has_missed: bool) -> dict[str, Any]:
        steps = [_with_files(step, self.task or "") for step in steps]
        if self._error:
            steps[-1].setdefault("error", self._error)
        is_unsure = has_missed and self._outcome == "success" and not self._judge
        return {
            **self._head,
            "task": self.task,
            "steps": steps,
            "outcome": "unknown" if is_unsure else self._outcome,
            "judge": self._judge,
            "answer": self.answer,
        }


def _with_files(step: dict[str, Any], task: str) -> dict[str, Any]:
    """An upload of the files that the task names: another task names others. Where they
    are is not known to a page, so any other file is asked for."""
    params = dict(step.get("params") or {})
    files = params.pop("files", ())
    if not files or not all(file in task for file in files):
        return step
    params.pop("asks", None)
    return {**step, "value": "\n".join(files), "params": params}


def record_page(
    page: Any,
    memory: Any,
    task: str | None = None,
    *,
    app: str | None = None,
    outcome: Outcome = "success",
) -> PageRecording:
    """Watch a page of Playwright's, and learn what is done on it:
    `with record_page(page, memory, "Order a lamp", app="shop"): …`, or `async with`.

    Whoever does it, a person or a program: clicks, what is entered, chosen, ticked,
    dragged and uploaded, keys that are no text, hovers and scrolls that bring what is
    clicked next, and how dialogs were answered; on this page and where it leads, in its
    frames, open shadow roots, and the other tabs of its context; and what is read: text
    that is selected, with the key F8, and then what of it (the value, its column, how
    many, is it there), or `run.answer`. Left normally, the run
    has the given `outcome`, unless `succeed` or `fail` was called; by an exception, it
    is a failure. What was seen and not understood is in `missed`, and the run is then
    no success unless `succeed(judge=…)` says so. It is learned at the end, as the task
    that is given here, as `run.task` or to `run.end`; `memory` may be an `AsyncMemory`.
    """
    return PageRecording(page, memory, task, app, outcome)
