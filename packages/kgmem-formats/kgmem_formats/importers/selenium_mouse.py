"""Selenium IDE's mouse: pressed, moved and let go is a click or a drag."""

import math
import re

from kgmem import Action, Element, InvalidInput
from kgmem_formats.importers.pointing import pressed_at

NEAR = 4
"""Pixels by which a hand moves within a click."""
_POINT = re.compile(r"\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*")
Point = tuple[float, float]


class Mouse:
    """The button that is held, and where it was pressed."""

    def __init__(self) -> None:
        self._held: Element | None = None
        self._from: Point | None = None

    def take(
        self, command: str, element: Element, place: Point | None
    ) -> tuple[Action, dict[str, object]] | None:
        """The step that the command completes, if it does. Raises InvalidInput for a
        drag that ends where it began."""
        if command.startswith("mouseMove"):
            at = {"target": element, "params": self.at(element, place)}
            return None if self._held else ("hover", at)
        if command.startswith("mouseDown"):
            self.close()
            self._held, self._from = element, place
            return None
        start, began = self._held, self._from
        self._held = self._from = None
        if start is None:
            raise InvalidInput("a button of the mouse is let go that was not pressed")
        if not _is_same(start, element):
            return "drag", {"target": start, "destination": element}
        if began and place and math.dist(began, place) > NEAR:
            raise InvalidInput("a drag within one element has no place to end on")
        return "click", {"target": element, "params": self.at(element, place)}

    def at(self, element: Element, place: Point | None) -> dict[str, object]:
        """Where in the element it was pressed, unless it is the same everywhere."""
        return {} if place is None else pressed_at(element, place, default=True)

    def close(self) -> None:
        """Raises InvalidInput if the button is still held."""
        if self._held is not None:
            self._held = self._from = None
            raise InvalidInput("a button of the mouse is pressed and never let go")


def point_of(value: str) -> Point | None:
    """`12,30`. Raises InvalidInput for what is none."""
    if not value.strip():
        return None
    match = _POINT.fullmatch(value)
    if match is None:
        raise InvalidInput("a place within an element is told as x,y")
    return float(match[1]), float(match[2])


def _is_same(one: Element, other: Element) -> bool:
    """Do the first locators of both tell the same?"""
    if one.locators and other.locators:
        return one.locators[0] == other.locators[0]
    return one == other
