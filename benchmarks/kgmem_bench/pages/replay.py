"""An episode as a page on which kgmem follows a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from kgmem import Followed, Memory, Plan, follow
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.driver import ActKind, ElementDict, View
from kgmem_bench.pages.episode import Episode, Verdict

KINDS: Mapping[str, ActKind] = {
    **{kind: kind for kind in get_args(ActKind)},
    "check": "click",
    "uncheck": "click",
}
"""What this driver does for an action of a plan."""


@dataclass(slots=True)
class EpisodeDriver:
    """Drives an episode until it ends; then there is nothing more on its page."""

    episode: Episode
    verdict: Verdict | None = None
    _view: View = field(default_factory=lambda: View((), ""))

    def elements(self) -> Sequence[ElementDict]:
        """What can be acted on now."""
        ended = self.verdict is not None
        self._view = View((), "") if ended else self.episode.driver.view()
        return self._view.elements

    def page(self) -> Mapping[str, Any]:
        """The address, where it means something."""
        return {"url": self.episode.address}

    def text(self) -> str:
        """All text that is shown."""
        return self.episode.driver.text()

    def act(
        self,
        action: str,
        element: ElementDict | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> bool:
        """Do it; the benches' paths hold nothing but these few kinds. What ended the
        episode was done, though it left nothing to type into."""
        kind = KINDS.get(action)
        if kind is None or element is None:
            return False
        places = [n for n, one in enumerate(self._view.elements) if one is element]
        done = self.episode.driver.act(self._view, places[0], kind, value)
        self.verdict = self.episode.verdict()
        return done or self.verdict is not None

    def landed(self) -> bool | None:
        """What the episode itself says of it; None as long as it goes on."""
        return self.verdict.succeeded if self.verdict else None


@dataclass(frozen=True, slots=True)
class Timed:
    """The part of a memory that following needs, with a clock."""

    memory: Memory
    clock: CallClock

    def locate(self, step: Any, elements: Sequence[Any]) -> Any:
        """As the memory does."""
        with self.clock.timing("locate"):
            return self.memory.locate(step, elements)

    def report(self, plan: Plan, outcome: Any, **told: Any) -> None:
        """As the memory does."""
        with self.clock.timing("report"):
            self.memory.report(plan, outcome, **told)


def followed(
    memory: Memory, clock: CallClock, plan: Plan, page: EpisodeDriver, *, reports: bool
) -> Followed:
    """What came of the plan in the episode. All is allowed: nothing of it lasts."""
    return follow(
        Timed(memory, clock),
        plan,
        page,
        confirm=lambda _: True,
        verify=page.landed,
        report=reports,
    )
