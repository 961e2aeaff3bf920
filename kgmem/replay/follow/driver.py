"""What following needs of a page and of a memory."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from kgmem.errors import InvalidInput
from kgmem.model.action import Action
from kgmem.model.health import Located
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import Page, ReplayOutcome
from kgmem.model.values.arguments import shown
from kgmem.turns import Maybe


class Driver(Protocol):
    """Eyes and hands on a page. Each method answers at once or, for asyncio, with
    something to be awaited."""

    def elements(self) -> Maybe[Sequence[object]]:
        """What can be acted on now, as `Memory.locate` takes it. What stands in a field
        is its attribute `value`, a tick `checked`: so what was entered is read back."""

    def page(self) -> Maybe[Page | Mapping[str, object] | str]:
        """The page that is shown, or its address alone."""

    def act(
        self,
        action: Action,
        element: Any | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Maybe[bool | None]:
        """Do it, and come back when the page is at rest; False where it can't be done.
        `element` is one that `elements` gave, None for an action that needs none;
        where a drag ends is `params["destination"]`."""


def driving(given: Driver | None) -> Driver | None:
    """The driver. Raises InvalidInput for what can't be one."""
    lacks = given is not None and not all(
        callable(getattr(given, name, None)) for name in ("elements", "page", "act")
    )
    if lacks:
        raise InvalidInput(
            "driver: a driver is needed, with elements, page and act, not "
            f"{shown(given)}"
        )
    return given


@runtime_checkable
class ReadsText(Protocol):
    """A driver that tells all text that is shown, for plans that expect some."""

    def text(self) -> Maybe[str]:
        """All text that is shown."""


@runtime_checkable
class GivesResult(Protocol):
    """A driver that tells what the last act gave, such as the call of a tool."""

    def result(self) -> Maybe[Any]:
        """A JSON value or a text; None where it gave nothing."""


@runtime_checkable
class ShowsTexts(Protocol):
    """A driver that also tells what is shown and can't be acted on, for plans that
    read a value there."""

    def shown(self) -> Maybe[Sequence[object]]:
        """Elements with their text and what stands around it, as `elements`."""


@runtime_checkable
class TellsBeside(Protocol):
    """A driver that tells all that is shown and what stands beside each, for plans that
    give an answer."""

    def readable(self) -> Maybe[Sequence[object]]:
        """Elements in the order of the page, as `shown`, with the attributes of
        `kgmem.paths.reading.at_place`: head of the column, label, heading, row."""


@runtime_checkable
class TellsCover(Protocol):
    """A driver that knows why an act could not be done."""

    def covered(self) -> Maybe[bool]:
        """Did something lie over the element of the last act?"""


@runtime_checkable
class TurnsToTab(Protocol):
    """A driver that has several tabs or windows at hand."""

    def turn_to(self, tab: str | None) -> Maybe[bool]:
        """Show this tab, told as `Element.tab` is, None for the one that it began in;
        False where it is not there."""


@runtime_checkable
class AnswersDialogs(Protocol):
    """A driver that answers what the page asks."""

    def answer_next(self, dialogs: Sequence[Mapping[str, Any]]) -> Maybe[bool | None]:
        """Answer the dialogs that the next act raises as `params["dialogs"]` of a step
        tells them; False where it can't. Nothing else is accepted."""

    def unforeseen(self) -> Maybe[Sequence[Mapping[str, Any]]]:
        """Those that came without being foretold, told in the same form; each once."""


@runtime_checkable
class Waits(Protocol):
    """A driver that knows when a page changes."""

    def wait_for_change(self, timeout_ms: int) -> Maybe[bool]:
        """Come back when something has changed, or, with False, when the time is up."""


@runtime_checkable
class Rests(Protocol):
    """A driver that knows what its page still does by itself."""

    def rest(self) -> Maybe[bool]:
        """Come back when all that was entered is saved; False if that never came."""


@runtime_checkable
class Scrolls(Protocol):
    """A driver that can show more of lists that show a part of themselves."""

    def scroll_on(self) -> Maybe[bool]:
        """Scroll on by about a screen; False at the end, from where the next call
        begins at the top again."""


@runtime_checkable
class TellsWhy(Protocol):
    """A driver that says why an act could not be done."""

    def why(self) -> Maybe[str | None]:
        """The reason of the last act that was not done, in a few words."""


class Replaying(Protocol):
    """The part of a memory that following needs."""

    def locate(self, step: PlanStep, elements: Sequence[object]) -> Maybe[Located]:
        """Which of the elements the step means."""

    def report(
        self,
        plan: Plan,
        outcome: ReplayOutcome,
        *,
        failed_step: int | None = None,
        reason: str | None = None,
        located: Mapping[int, Located] | None = None,
        actions: int | None = None,
        judge: str | None = None,
        values: Mapping[int, str] | None = None,
        deviations: str | None = None,
    ) -> Maybe[None]:
        """What came of the plan."""


Confirm = Callable[[PlanStep], Maybe[bool]]
"""May this step be done, which can't be taken back?"""
Verify = Callable[[], Maybe[bool | None]]
"""Was the effect reached, by another source than the page that was acted on: a query,
an API, a judge? None: it can't be told."""
