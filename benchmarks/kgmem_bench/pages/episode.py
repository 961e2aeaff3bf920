"""A task on a page that can be tried again from its start."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kgmem_bench.pages.driver import Act, ActKind, Driver, ElementDict, View


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an episode ended."""

    succeeded: bool


class Episode(Protocol):
    """One task on one page; the same again after each `reset`."""

    @property
    def task(self) -> str:
        """What is asked for."""

    @property
    def driver(self) -> Driver:
        """Drives the page."""

    @property
    def address(self) -> str | None:
        """Where it takes place; None where all tasks have one address."""

    def reset(self) -> None:
        """Back to the start."""

    def verdict(self) -> Verdict | None:
        """None as long as it has not ended."""


@dataclass(frozen=True, slots=True)
class Done:
    """One act, with what was seen before and after it."""

    act: Act
    element: ElementDict
    before: View
    after: View | None
    """None: the episode ended with it."""

    def step(self) -> dict[str, Any]:
        """The act as a step of a trajectory."""
        after = self.after
        return {
            "action": self.act.kind,
            "target": dict(self.element),
            "value": self.act.value,
            "page_before": {"elements": list(self.before.elements)},
            "page_after": {"elements": list(after.elements)} if after else None,
            "effect": after is None or after.state != self.before.state,
        }


def do(
    episode: Episode, view: View, index: int, kind: ActKind, value: str | None = None
) -> tuple[Done, Verdict | None]:
    """Act on the view's element of this place, and look again."""
    element = view.elements[index]
    episode.driver.act(view, index, kind, value)
    verdict = episode.verdict()
    after = None if verdict else episode.driver.view()
    return Done(Act(kind, element["path"], value), element, view, after), verdict


def trajectory(task: str, app: str, path: Sequence[Done]) -> dict[str, Any]:
    """A successful path as `Memory.learn` takes it."""
    return {
        "task": task,
        "app": app,
        "outcome": "success",
        "steps": [done.step() for done in path],
    }
