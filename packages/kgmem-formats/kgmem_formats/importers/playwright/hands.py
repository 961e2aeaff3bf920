"""What a script's mouse does, a pointer that drags; and the keys that are but held."""

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem import Box, Element, InvalidInput
from kgmem_formats.importers.playwright.acts import PageAct

KEYS = ("Control", "Alt", "Meta", "Shift", "ControlOrMeta")
"""Those that do nothing alone."""
_SIDES = ("Left", "Right")
NOWHERE = "the mouse is pressed where nothing says where it is"


@dataclass(frozen=True, slots=True)
class Under:
    """What the pointer is over."""

    element: Element
    position: Mapping[str, float] | None = None


def modifier(key: str) -> str | None:
    """What a key that does nothing alone is called, on either side."""
    names = (key.removesuffix(side) for side in _SIDES)
    return next((name for name in names if name in KEYS), None)


class MousePlace:
    """Where the mouse is, and whether it drags."""

    def __init__(self) -> None:
        self.over: Under | None = None
        self._from: Under | None = None
        self._button = "left"
        self.is_told = True
        """Has what it is over been told by a step?"""

    @property
    def is_down(self) -> bool:
        """Is it pressed?"""
        return self._from is not None

    def moved(self, over: Under, *, is_told: bool = False) -> None:
        """It is over something else."""
        self.over, self.is_told = over, is_told or self.is_down

    def down(self, button: str) -> None:
        """Pressed. Raises InvalidInput where it is not known on what."""
        if self.over is None:
            raise InvalidInput(NOWHERE)
        self._from, self._button, self.is_told = self.over, button, True

    def up(self) -> PageAct:
        """What was done: a drag, or a click where it did not move."""
        start, end = self._from, self.over
        if start is None or end is None:
            raise InvalidInput(NOWHERE)
        self._from = None
        if start == end:
            return PageAct(
                "click", start.element, button=self._button, position=start.position
            )
        if end.position is not None and end.element.box is None:
            raise InvalidInput("a drag ends on its element, at no other place of it")
        return PageAct(
            "drag_to",
            start.element,
            end=end.element,
            button=self._button,
            position=start.position,
        )


def spot_under(x: object, y: object) -> Under:
    """The place itself, of which nothing else is known."""
    if not (isinstance(x, int | float) and isinstance(y, int | float)):
        raise InvalidInput("a place of the mouse that is not told")
    return Under(Element(box=Box(x=x, y=y, width=0, height=0)), {"x": x, "y": y})
