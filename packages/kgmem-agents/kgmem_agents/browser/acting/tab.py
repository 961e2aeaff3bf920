"""One tab: what can be acted on in all of its frames, and where it is reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from weakref import WeakSet

from kgmem.agents import Turns
from kgmem_agents.browser.acting.frames import (
    asked,
    in_window,
    script,
    shown_frames,
    watched,
)
from kgmem_agents.browser.acting.rest import Rest

ElementDict = Mapping[str, Any]
"""An element of a page as plain values, see `view.js`."""
Spot = Mapping[str, float]
"""A place in the window."""
_WATCHED: WeakSet[Any] = WeakSet()
"""Contexts whose pages are watched from their start."""


@dataclass(frozen=True, slots=True)
class PageView:
    """What is on the page at one moment."""

    elements: Sequence[ElementDict]
    """What can be acted on, in the page's order, those in frames after it."""
    state: str
    """A hash of all that is shown, styles that hide or mark included."""


class PageTab:
    """A tab of Playwright's as a driver knows it."""

    def __init__(self, page: Any, ignored: str, patience_ms: float) -> None:
        self.page = page
        self.rest = Rest(page)
        self.patience_ms = patience_ms
        self._ignored = ignored
        self._is_ready = False
        self._placed: list[tuple[Any, int]] = []
        self._changes: Mapping[Any, int] = {}
        self._address = ""

    def ready(self) -> Turns[None]:
        """From now on each page is watched from its start."""
        if self._is_ready:
            return
        self._is_ready = True
        self.rest.hear()
        if self.page.context not in _WATCHED:
            _WATCHED.add(self.page.context)
            yield self.page.context.add_init_script(script())
        for frame in self.page.frames:
            try:
                yield from watched(frame)
            except Exception:
                if frame == self.page.main_frame:
                    raise

    # looking --------------------------------------------------------------------------

    def view(self) -> Turns[PageView]:
        """What is on it, in all frames that are shown."""
        yield from self.ready()
        elements: list[ElementDict] = []
        states, placed = [], []
        for shown in (yield from shown_frames(self.page.main_frame)):
            seen = yield from self._seen(shown.frame)
            for one in seen["elements"]:
                placed.append((shown.frame, int(one["element_id"])))
                elements.append(shown.placed(one, len(elements)))
            states.append(seen["state"])
        self._placed = placed
        state = sha256("".join(states).encode()).hexdigest()[:16]
        return PageView(elements, state)

    def _seen(self, frame: Any) -> Turns[Mapping[str, Any]]:
        try:
            seen: Mapping[str, Any] = yield from self.asked(frame, "view()")
        except Exception:
            if frame == self.page.main_frame:
                raise
            return {"elements": (), "state": ""}  # it went while it was asked
        return seen

    def text(self) -> Turns[str]:
        """All text that is shown."""
        return " ".join(filter(None, (yield from self._of_frames("text()"))))

    def shown(self, what: str = "shown()") -> Turns[list[ElementDict]]:
        """What is shown and can't be acted on, to be read."""
        found = yield from self._of_frames(what)
        return [element for one in found for element in one]

    def _of_frames(self, what: str) -> Turns[list[Any]]:
        """What each frame that is shown answers."""
        yield from self.ready()
        found = []
        for shown in (yield from shown_frames(self.page.main_frame)):
            try:
                found.append((yield from self.asked(shown.frame, what)))
            except Exception:
                if shown.frame == self.page.main_frame:
                    raise
        return found

    def asked(self, frame: Any, what: str, given: Any = None) -> Turns[Any]:
        """What the watch of a frame answers."""
        yield from self.ready()
        return (yield from asked(frame, what, given, self._ignored))

    # an element of the last view ------------------------------------------------------

    def frame_of(self, index: int) -> Any:
        """The frame that it stands in."""
        return self._placed[index][0]

    def ask(self, index: int, what: str, *given: Any) -> Turns[Any]:
        """What its frame's watch answers to a question of it."""
        frame, inner = self._placed[index]
        return (yield from self.asked(frame, f"{what}(...given)", [inner, *given]))

    def handle(self, index: int, what: str = "element") -> Turns[Any]:
        """Playwright's handle of it; None if it is gone."""
        frame, inner = self._placed[index]
        found = yield frame.evaluate_handle(f"i => pageWatch.{what}(i)", inner)
        return found.as_element()

    def in_window(self, index: int, spot: Spot | None) -> Turns[Spot | None]:
        """A spot of its frame as one of the window."""
        if spot is None:
            return None
        at: Spot | None = yield from in_window(self.frame_of(index), spot)
        return at

    # what is new ----------------------------------------------------------------------

    def note_changes(self) -> Turns[None]:
        """From now on `has_changed` tells what is new."""
        self._address = self.page.url
        self._changes = yield from self._counted()

    def has_changed(self) -> Turns[bool]:
        """Is anything new since it was noted?"""
        if self.page.url != self._address:
            return True
        return (yield from self._counted()) != self._changes

    def _counted(self) -> Turns[Mapping[Any, int]]:
        counts = {}
        for frame in self.page.frames:
            try:
                counts[frame] = yield frame.evaluate("() => pageWatch.changes()")
            except Exception:  # it goes, or is not there yet
                counts[frame] = -1
        return counts
