"""A person, or another program, shows on a page how a task is done."""

import json
import logging
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from inspect import iscoroutinefunction
from types import TracebackType
from typing import Any, Self

from kgmem.errors import InvalidInput, KgmemError
from kgmem.interfaces.browser.driver import PageDriver
from kgmem.model.experience import Learned
from kgmem.model.trajectory import Outcome, Step
from kgmem.turns import Turns, at_once, awaited

log = logging.getLogger(__name__)

SOURCE = "browser"
HEARD = "kgmemRecorded"
"""The function by which a page tells what was done on it."""
LAST_MS = 50
"""What was done last may still be on its way."""


class PageRecording:
    """A run that is shown on a page of Playwright's; see `record_page`."""

    def __init__(
        self, page: Any, memory: Any, task: str, app: str | None, outcome: Outcome
    ) -> None:
        self._page, self._memory = page, memory
        self._head = {"task": task, "app": app, "source": SOURCE}
        self._outcome = outcome
        self._judge: str | None = None
        self._error: str | None = None
        self._told: list[dict[str, Any]] = []
        self._is_over = False
        self.learned: Learned | None = None
        """The receipt, once the block is left."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was done so far."""
        return tuple(Step.model_validate(one) for one in steps_of(self._told))

    def succeed(self, *, judge: str | None = None) -> None:
        """The run is a success; `judge` says who saw that it is."""
        self._outcome, self._judge = "success", judge

    def fail(self, reason: str | None = None) -> None:
        """The run is a failure: it is learned as evidence."""
        self._outcome, self._error = "failure", reason

    def __enter__(self) -> Self:
        if iscoroutinefunction(type(self._page).evaluate):
            raise InvalidInput("this page is of Playwright's async API: `async with`")
        at_once(self._begin())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._left_by(error)
        at_once(self._end(error))

    async def __aenter__(self) -> Self:
        await awaited(self._begin())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._left_by(error)
        await awaited(self._end(error))

    def _begin(self) -> Turns[None]:
        driver = PageDriver(self._page)
        yield self._page.expose_binding(HEARD, self._hear)
        yield driver.ready()
        yield self._page.add_init_script(_script())
        yield self._page.evaluate(_script())
        self._head["url"] = self._page.url

    def _hear(self, _: Any, told: str) -> None:
        """Called by the page; another page of the context, or a frame, is not
        heard."""
        if self._is_over:
            return
        try:
            one = json.loads(told)
        except (TypeError, ValueError):
            return
        if isinstance(one, dict) and one.get("action"):
            self._told.append(one)

    def _left_by(self, error: BaseException | None) -> None:
        if error is not None:
            self.fail(f"{type(error).__name__}: {error}"[:500])

    def _end(self, error: BaseException | None) -> Turns[None]:
        try:
            yield self._page.wait_for_timeout(LAST_MS)
            after = yield self._page.evaluate("() => pageWatch.recorded()")
        except Exception as failure:  # the page was closed, or the browser
            log.info("the page tells nothing more: %s", failure)
            after = {}
        self._is_over = True
        run = self._run(after)
        if not run["steps"]:
            log.warning("nothing was done on the page: nothing is learned")
            return
        try:
            learned = yield self._memory.learn(run)
            self.learned = learned
        except KgmemError as failure:
            if error is None:
                raise
            log.warning("the run is in the failed log: %s", failure)

    def _run(self, after: Mapping[str, Any]) -> dict[str, Any]:
        steps = steps_of(self._told, after)
        if self._error and steps:
            steps[-1].setdefault("error", self._error)
        return {
            **self._head,
            "steps": steps,
            "outcome": self._outcome,
            "judge": self._judge,
        }


def record_page(
    page: Any,
    memory: Any,
    task: str,
    *,
    app: str | None = None,
    outcome: Outcome = "success",
) -> PageRecording:
    """Watch a page of Playwright's, and learn what is done on it:
    `with record_page(page, memory, "Order a lamp", app="shop"): …`, or `async with`.

    Whoever does it, a person or a program: clicks, what is entered, chosen, ticked and
    uploaded, Enter, Escape and the arrow keys count, on this page and where it leads.
    Frames, other tabs, drags and scrolling are not seen. Left normally, the run has the
    given `outcome`, unless `succeed` or `fail` was called; by an exception, it is a
    failure. It is learned at the end; `memory` may be an `AsyncMemory`.
    """
    return PageRecording(page, memory, task, app, outcome)


Told = Mapping[str, Any]


def steps_of(told: list[dict[str, Any]], after: Told | None = None) -> list[Any]:
    """The steps of a run from what a page told, `after` being how it ended."""
    merged: list[Told] = []
    for one in told:
        is_more = merged and is_continued(merged[-1], one)
        merged.append(continued(merged.pop(), one) if is_more else one)
    following: list[Told] = [*merged[1:], after or {}]
    return [step_of(one, then) for one, then in zip(merged, following, strict=False)]


def is_continued(before: Told, one: Told) -> bool:
    """Are these two one step? A click into the field that is then filled, the second
    click of a double click."""
    if before["action"] != "click" or _path(before) != _path(one):
        return False
    is_double = one["action"] == "click" and one.get("times") == 2
    return is_double or one["action"] == "type"


def continued(before: Told, one: Told) -> Told:
    """The one step."""
    begun = {name: before.get(name) for name in ("url", "title", "state")}
    action = "double_click" if one["action"] == "click" else one["action"]
    return {**one, **begun, "action": action}


def step_of(one: Told, after: Told) -> dict[str, Any]:
    """A step; what came next tells what it did."""
    step = {
        "action": one["action"],
        "target": _target(one),
        "value": one.get("value"),
        "page_before": _page(one),
        "page_after": _page(after),
    }
    if one.get("effect"):
        step["effect"] = True
    elif one.get("state") and after.get("state"):
        step["effect"] = one["state"] != after["state"] or one["url"] != after["url"]
    return {name: value for name, value in step.items() if value is not None}


def _path(one: Told) -> Any:
    target = one.get("target")
    return target.get("path") if isinstance(target, Mapping) else None


def _target(one: Told) -> Mapping[str, Any] | None:
    """Without its place in the page's list, which is another one each time."""
    target = one.get("target")
    if not isinstance(target, Mapping):
        return None
    return {name: value for name, value in target.items() if name != "element_id"}


def _page(told: Told) -> Mapping[str, Any] | None:
    return {"url": told["url"], "title": told["title"]} if told.get("url") else None


@cache
def _script() -> str:
    """What runs in each page, after what the driver looks with."""
    path = files(__package__).joinpath("record.js")
    return path.read_text(encoding="utf-8")
