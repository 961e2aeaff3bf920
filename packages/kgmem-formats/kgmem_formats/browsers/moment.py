"""Steps of a browser's tools, with what is known of the moment of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem import Box, Element, Page, Step
from kgmem.formats import list_of, text_of
from kgmem_formats.browsers.asked import with_questions
from kgmem_formats.browsers.keys import keys_in
from kgmem_formats.importers.steps import scrolls


@dataclass(frozen=True, slots=True)
class Moment:
    """Where and how the steps of a call are done."""

    page: Page | None = None
    tab: str | None = None
    """As `Element.tab`."""
    thought: str | None = None
    error: str | None = None

    def step(
        self,
        action: str,
        target: Element | None = None,
        *,
        value: str | None = None,
        destination: Element | None = None,
        params: Mapping[str, object] | None = None,
    ) -> Step:
        """The step. Raises ValidationError if it is none."""
        told = dict(params or {})
        if value is not None:
            value, asks = with_questions(value)
            told |= {"asks": list(asks)} if asks else {}
        if target is None and self.tab:
            told["tab"] = self.tab
        return Step(
            action=action,
            target=self._placed(target),
            destination=self._placed(destination),
            value=value,
            params=told,
            page_before=self.page,
            thought=self.thought,
            error=self.error,
            success=False if self.error else None,
        )

    def _placed(self, element: Element | None) -> Element | None:
        if element is None or not self.tab:
            return element
        return element.model_copy(update={"tab": self.tab})

    def pressed(self, text: str) -> list[Step]:
        """The keys that a text names, a step for each; the text as typed where it
        names none."""
        keys = keys_in(text)
        if not keys:
            return [self.step("type", value=text)]
        return [self.step("key", value=key) for key in keys]

    def scrolled(self, x: float, y: float, target: Element | None = None) -> list[Step]:
        """The steps of scrolling by so many pixels, to the right and down."""
        moved = scrolls(round(x), round(y))
        return [self.step("scroll", target, params=params) for params in moved]


def place(x: object, y: object) -> Element:
    """What is known by its place on the screen alone. Raises ValidationError where
    that is no place."""
    return Element(box=Box.model_validate({"x": x, "y": y, "width": 0, "height": 0}))


def held(given: Mapping[str, object]) -> dict[str, object]:
    """A click's params: another `button`, and the `modifiers` that are held."""
    button, keys = text_of(given.get("button")), list_of(given.get("modifiers"))
    told: dict[str, object] = {} if button in (None, "left") else {"button": button}
    if keys:
        names = {"ControlOrMeta": "Control"}
        told["modifiers"] = [names.get(str(key), str(key)) for key in keys]
    return told
