"""Where in a browser something was done: its frame, its tab."""

from collections.abc import Mapping
from typing import Any

from kgmem.agents import told_place

BLANK = "about:blank"


def frame_text(chain: Any, frame: Any) -> str | None:
    """The chain of frames as the page tells it, else as Playwright knows it."""
    if isinstance(chain, list):
        return told_place([place for place in chain if isinstance(place, Mapping)])
    return told_place(_chain(frame))


def _chain(frame: Any) -> list[dict[str, object]]:
    """From the outside in: a frame of another origin can't look out of itself."""
    chain: list[dict[str, object]] = []
    while frame is not None and frame.parent_frame is not None:
        index = frame.parent_frame.child_frames.index(frame)
        chain.insert(0, {"name": frame.name, "index": index})
        frame = frame.parent_frame
    return chain


class TabsHeard:
    """The tabs of a run, in the order in which they were opened."""

    def __init__(self, first: Any, others: list[Any]) -> None:
        self.opened: list[Any] = [first]
        """Each at the place of its order."""
        self._openers: dict[int, int] = {}
        self._others = others
        """Open before the run: they have no order in it."""
        self._texts: dict[int, str | None] = {0: None}
        self.current = 0
        """The one that was acted in last: what opens next is opened from it."""

    def open(self, tab: Any) -> None:
        """One more, from the tab that was acted in last."""
        if tab not in self.opened and tab not in self._others:
            self._openers[len(self.opened)] = max(self.current, 0)
            self.opened.append(tab)

    def order(self, tab: Any) -> int:
        """0: the one that the run began in; less: one that was open before it."""
        if tab in self._others:
            return -1 - self._others.index(tab)
        self.open(tab)
        return self.opened.index(tab)

    def text(self, order: int, url: str) -> str | None:
        """How the tab is told: by the address that it showed first, too."""
        if order not in self._texts:
            place: dict[str, object] = {"url": url.split("?")[0].split("#")[0]}
            if order > 0:
                place = {"order": order, "opener": self._openers[order], **place}
            if url == BLANK:
                return told_place([place])
            self._texts[order] = told_place([place])
        return self._texts[order]
