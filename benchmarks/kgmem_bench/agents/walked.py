"""What a person did, as it is recorded."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kgmem_bench.agents.moves import Move
from kgmem_bench.pages.driver import Driver, View
from kgmem_bench.pages.episode import Verdict, do

PATIENCE_S, TURN_MS = 5.0, 200
"""How long a page that is on its way is waited for."""


@dataclass(frozen=True, slots=True)
class Walked:
    """An episode that nobody judges."""

    driver: Driver
    app: str
    task: str

    @property
    def address(self) -> str:
        """Of the page."""
        return self.driver.url

    def reset(self) -> None:
        """Is done by who has it."""

    def verdict(self) -> Verdict | None:
        """None is given."""
        return None

    def run(self, moves: Sequence[Move]) -> dict[str, Any]:
        """What was done, as `Memory.learn` takes it. Raises LookupError where something
        is not on the page."""
        self.driver.settle()
        start, steps = self.driver.url, []
        for move in moves:
            view, before = seen_with(self.driver, move), self.driver.url
            texts = self.driver.shown()
            done, _ = do(self, view, move.find(view), move.kind, move.value)
            step = _with_addresses(done.step(), before, self.driver.url)
            for page, more in (("before", texts), ("after", self.driver.shown())):
                step[f"page_{page}"]["elements"] += more
            steps.append(step)
        return {
            "task": self.task,
            "app": self.app,
            "url": start,
            "outcome": "success",
            "steps": steps,
        }


def _with_addresses(step: dict[str, Any], before: str, after: str) -> dict[str, Any]:
    step["page_before"]["url"] = before
    if step["page_after"] is not None:
        step["page_after"]["url"] = after
    return step


def seen_with(driver: Driver, move: Move) -> View:
    """The page, once it shows the element; as it is in the end where it never does."""
    until = time.monotonic() + PATIENCE_S
    while True:
        driver.page.wait_for_load_state()
        driver.settle()
        view = driver.view()
        with suppress(LookupError):
            move.find(view)
            return view
        if time.monotonic() > until:
            return view
        driver.page.wait_for_timeout(TURN_MS)
