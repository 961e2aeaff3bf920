"""Trusted input of a pointer: moved, pressed, dragged, scrolled."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem.agents import Turns
from kgmem_agents.browser.acting.tab import PageTab, Spot

HELD_MS = 1_000
"""So long a button is held that is pressed long."""
SCROLL = 600
"""CSS pixels of a scroll that does not say how far."""
STEPS = 8
"""Moves of a drag."""
GRIP_MS = 40
"""Between taking and moving, and between coming and letting go."""
POLL_MS = 50
TRIES = 5
"""Presses at something that is elsewhere each time."""
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Hindered(Exception):
    """The element can't be touched; `why` says what stands in the way."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the element is {why}")
        self.why = why


class Pointer:
    """The pointer on one tab."""

    def __init__(self, tab: PageTab) -> None:
        self._tab = tab
        self._mouse = tab.page.mouse
        self._keys = tab.page.keyboard

    def over(self, index: int, place: Spot | None = None) -> Turns[Spot]:
        """Move to where the element can be reached, at this place in it; there it may
        be elsewhere. Raises Hindered."""
        spot = yield from self._free(index, place)
        yield self._mouse.move(spot["x"], spot["y"])
        now = yield from self._tab.ask(index, "reached", place)
        still = yield from self._tab.in_window(index, now)
        if still is None:
            raise Hindered("covered")
        yield self._mouse.move(still["x"], still["y"])
        return still

    def click(
        self,
        index: int,
        *,
        times: int = 1,
        held_ms: int = 0,
        params: Mapping[str, Any] | None = None,
    ) -> Turns[None]:
        """Press where the element can be reached; again where something else came
        there just before. Raises Hindered."""
        given = params or {}
        for _ in range(TRIES):
            spot = yield from self.over(index, given.get("position"))
            yield from self._tab.ask(index, "aim")
            yield from self.click_at(spot, times=times, held_ms=held_ms, params=given)
            if not (yield from self._has_missed(index)):
                return
        raise Hindered("moving")

    def _has_missed(self, index: int) -> Turns[bool]:
        try:
            return bool((yield from self._tab.ask(index, "missed")))
        except Exception:  # the page went, which is what the press did
            return False

    def click_at(
        self,
        spot: Spot,
        *,
        times: int = 1,
        held_ms: int = 0,
        params: Mapping[str, Any] | None = None,
    ) -> Turns[None]:
        """Press at this place of the window."""
        given = params or {}
        how = {"click_count": times, "delay": held_ms}
        if given.get("button"):
            how["button"] = given["button"]
        keys: Sequence[str] = given.get("modifiers") or ()
        try:
            for key in keys:
                yield self._keys.down(key)
            yield self._mouse.click(spot["x"], spot["y"], **how)
        finally:
            if not self._tab.page.is_closed():
                for key in keys:
                    yield self._keys.up(key)

    def drag(self, index: int, end: int, params: Mapping[str, Any]) -> Turns[None]:
        """Press on one element, let go on another one, each at its place where that is
        told. Raises Hindered."""
        begin = yield from self.over(index, params.get("position"))
        yield self._mouse.down()
        try:
            # What is dragged starts to move only once the pointer has.
            yield self._mouse.move(begin["x"] + STEPS, begin["y"] + STEPS, steps=2)
            yield self._tab.page.wait_for_timeout(GRIP_MS)
            place = params.get("target_position")
            asked = "placeOn" if place else "spot"
            spot = yield from self._tab.ask(end, asked, place)
            at = yield from self._tab.in_window(end, spot)
            if at is None:
                raise Hindered("covered")
            yield self._mouse.move(at["x"], at["y"], steps=STEPS)
            yield self._mouse.move(at["x"], at["y"])
            yield self._tab.page.wait_for_timeout(GRIP_MS)
        finally:
            yield self._mouse.up()

    def scroll(self, index: int | None, params: Mapping[str, Any]) -> Turns[None]:
        """Turn the wheel, over the element if there is one."""
        if index is not None:
            yield from self.over(index)
        across, down = _WAYS.get(str(params.get("direction", "down")), _WAYS["down"])
        far = abs(float(params.get("by") or SCROLL))
        yield self._mouse.wheel(across * far, down * far)

    def _free(self, index: int, place: Spot | None) -> Turns[Spot]:
        """Where the element can be touched, once it can be. Raises Hindered."""
        waited = 0.0
        patience = self._tab.patience_ms
        while True:
            left = max(0, patience - waited)
            found = yield from self._tab.ask(index, "free", place, left)
            if "why" in found:
                raise Hindered(found["why"])
            spot = yield from self._tab.in_window(index, found)
            if spot is not None:
                return spot
            if waited >= patience:
                raise Hindered("covered")
            yield self._tab.page.wait_for_timeout(POLL_MS)
            waited += POLL_MS
