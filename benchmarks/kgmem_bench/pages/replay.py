"""Follow a plan on a page: locate each step's element, act, check what is expected."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kgmem import Element, Expectation, Located, PlanStep
from kgmem_bench.pages.driver import ActKind, ElementDict, View
from kgmem_bench.pages.episode import Done, Episode, Verdict, do
from kgmem_bench.pages.script import can_take

Locate = Callable[[PlanStep, Sequence[ElementDict]], Located]

MAX_REPEATS = 12
"""Times that a step is repeated until something shows."""
KINDS: dict[str, ActKind] = {
    "click": "click",
    "check": "click",
    "uncheck": "click",
    "type": "type",
    "select": "select",
}
"""What this driver does for an action of a plan."""


class HandOver(Exception):
    """The plan can't be followed from here on; says why."""

    def __init__(self, step: PlanStep, reason: str) -> None:
        super().__init__(f"step {step.n}: {reason}")
        self.step = step


@dataclass(slots=True)
class Replay:
    """One plan being followed in one episode."""

    episode: Episode
    locate: Locate
    path: list[Done] = field(default_factory=list)
    located: dict[int, Located] = field(default_factory=dict)
    """By the step's number."""
    verdict: Verdict | None = None
    _view: View | None = None

    @property
    def view(self) -> View:
        """What is on the page now."""
        if self._view is None:
            self._view = self.episode.driver.view()
        return self._view

    def follow(self, steps: Sequence[PlanStep]) -> None:
        """Do the steps until the episode ends. Raises HandOver."""
        left = list(steps)
        while left and self.verdict is None:
            step = left.pop(0)
            if step.branches and self._find(step) is None:
                way = self._way(step)
                left[: step.spans - 1] = []
                left[:0] = way
            elif step.until is not None:
                self._repeat(step, step.until)
            else:
                self._once(step)

    def _way(self, step: PlanStep) -> list[PlanStep]:
        """The only other way whose first step is there."""
        open_ways = [way for way in step.branches if self._find(way[0]) is not None]
        if len(open_ways) != 1:
            raise HandOver(step, f"{len(open_ways)} other ways are open")
        return list(open_ways[0])

    def _repeat(self, step: PlanStep, until: Expectation) -> None:
        tried: set[str] = set()
        for _ in range(MAX_REPEATS):
            if self.verdict is not None or self._is_met(step, until):
                return
            if is_series(step):
                self._act(step, self._next_of_series(step, tried), "click")
            else:
                self._once(step)
        raise HandOver(step, f"repeated {MAX_REPEATS} times, and it does not show")

    def _next_of_series(self, step: PlanStep, tried: set[str]) -> int:
        """The first like element that was not open or tried before; it is noted in
        `tried`."""
        like = [
            (n, one) for n, one in enumerate(self.view.elements) if _is_like(step, one)
        ]
        tried.update(one["path"] for _, one in like if _is_open(one))
        left = [(n, one["path"]) for n, one in like if one["path"] not in tried]
        if not left:
            raise HandOver(step, "none of its like is left, and it does not show")
        index, path = left[0]
        tried.add(path)
        return index

    def _once(self, step: PlanStep) -> None:
        kind = KINDS.get(step.action)
        if kind is None or step.target is None:
            raise HandOver(step, f"{step.action!r} is not done by this driver")
        index = self._find(step)
        if index is None:
            if step.need == "optional":
                return
            raise HandOver(step, f"not surely located: {_named(step)}")
        self._act(step, index, kind)
        if self.verdict is None and not self._is_met(step, step.expect):
            raise HandOver(step, "what was expected did not show")

    def _act(self, step: PlanStep, index: int, kind: ActKind) -> None:
        if not can_take(kind, self.view.elements[index]):
            raise HandOver(step, "what was located has nothing to select from")
        done, self.verdict = do(self.episode, self.view, index, kind, step.value)
        self.path.append(done)
        self._view = done.after

    def _find(self, step: PlanStep) -> int | None:
        """The place of the step's element in the view, if it is sure."""
        located = self.locate(step, self.view.elements)
        self.located[step.n] = located
        return None if located.ambiguous else located.index

    def _is_met(self, step: PlanStep, expectation: Expectation | None) -> bool:
        """Are its texts and elements there? All pages have one address: an address
        that is expected tells nothing."""
        if expectation is None:
            return True
        if expectation.texts:
            shown = self.episode.driver.text().casefold()
            if not all(text.casefold() in shown for text in expectation.texts):
                return False
        return all(
            self.locate(
                PlanStep(n=step.n, action="hover", target=element), self.view.elements
            ).index
            is not None
            for element in expectation.elements
        )


_OPEN = ("aria-selected", "aria-current", "aria-expanded")
"""Attributes by which a page says that an element is open already."""


def is_series(step: PlanStep) -> bool:
    """Is its target told by its class alone: any element like that?"""
    target = step.target
    is_unnamed = target is not None and not target.label() and target.path is None
    return step.does.presses == "once" and is_unnamed and _classes_of(target) != set()


def _is_like(step: PlanStep, element: ElementDict) -> bool:
    target = step.target
    if target is None or (target.role, target.tag) != (element["role"], element["tag"]):
        return False
    return _classes_of(target) <= set(element["attributes"].get("class", "").split())


def _classes_of(target: Element | None) -> set[str]:
    return set(target.attributes.get("class", "").split()) if target else set()


def _is_open(element: ElementDict) -> bool:
    return any(element["attributes"].get(how, "false") != "false" for how in _OPEN)


def _named(step: PlanStep) -> str:
    return f"{step.action} {step.target.label() if step.target else ''}".strip()
