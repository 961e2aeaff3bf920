"""What the pages of a browser's context tell of what is done on them."""

import json
import logging
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from weakref import WeakKeyDictionary

from kgmem import InvalidInput
from kgmem.agents import Turns
from kgmem_agents.browser.acting.frames import script as seeing
from kgmem_agents.browser.recording.places import TabsHeard, frame_text

log = logging.getLogger(__name__)

HEARD = "kgmemRecorded"
"""The function by which a page tells what was done on it."""
SCRIPTS = ("tell.js", "entered.js", "pressed.js", "read.js", "keys.js", "asked.js",
           "appeared.js", "moved.js")  # fmt: skip
"""In this order; each builds on those before it."""
BLANK = "about:blank"


class Ears:
    """Of one context: its pages are told once to speak, and heard by one run."""

    def __init__(self) -> None:
        self._is_told = self._hears = False
        self._tabs: TabsHeard | None = None
        self._spoke: set[int] = set()
        self._tell: Callable[[dict[str, Any]], None] = lambda _: None

    def listen(self, page: Any, tell: Callable[[dict[str, Any]], None]) -> Turns[None]:
        """What is done in the context from now on is told, as it happens."""
        if self._tabs is not None:
            raise InvalidInput(
                "something is recorded in this browser context already: leave that "
                "block first, or take a page of another context"
            )
        context = page.context
        self._tabs = TabsHeard(page, [tab for tab in context.pages if tab != page])
        self._tell = tell
        if not self._is_told:
            yield context.expose_binding(HEARD, self._hear)
            yield context.add_init_script(script())
            context.on("page", self._opened)
            self._is_told = True
        for tab in context.pages:
            self._watch(tab)
            for frame in tab.frames:
                yield from self._start(frame)
        self._hears = True

    def stop(self, context: Any) -> Turns[list[dict[str, Any]]]:
        """How each page and frame stands; nothing is told any more."""
        ends: list[dict[str, Any]] = []
        for tab in list(context.pages):
            for frame in tab.frames:
                if end := (yield from self._end(tab, frame)):
                    ends.append(end)
        self._tell_of_tabs(context)
        self._hears, self._tabs, self._tell = False, None, lambda _: None
        self._spoke.clear()
        for tab in list(context.pages):
            tab.remove_listener("download", self._downloaded)
        return ends

    def _start(self, frame: Any) -> Turns[None]:
        try:
            yield frame.evaluate(script())
        except Exception as error:  # it is gone, or lets no script run
            log.info("a frame can't be heard: %s", error)

    def _end(self, tab: Any, frame: Any) -> Turns[dict[str, Any] | None]:
        try:
            told = yield frame.evaluate("() => pageWatch.recorder?.end()")
        except Exception as error:  # it was closed
            log.info("a frame tells nothing more: %s", error)
            return None
        for why in told["unsent"] if told else ():
            self._tell({"missed": "something that did not arrive", "what": why})
        return self._placed(told, tab, frame) if told else None

    def _opened(self, tab: Any) -> None:
        if self._tabs is not None:
            self._tabs.open(tab)
            self._watch(tab)

    def _watch(self, tab: Any) -> None:
        tab.on("download", self._downloaded)

    def _downloaded(self, download: Any) -> None:
        if self._tabs is not None:
            self._tell({"download": True, "order": self._tabs.order(download.page)})

    def _tell_of_tabs(self, context: Any) -> None:
        """Those that were closed, and those that opened and said nothing at all."""
        assert self._tabs is not None
        for order, tab in enumerate(self._tabs.opened):
            if tab.is_closed():
                self._tell({"closed": True, "order": order})
            elif order and order not in self._spoke and tab.url != BLANK:
                self._tell({"missed": "tab that is not heard", "what": tab.url})

    def _hear(self, source: Any, told: str) -> bool:
        """Called by a page; says whether it shall go on."""
        if self._tabs is None:
            return False
        try:
            one = json.loads(told)
        except (TypeError, ValueError):
            one = None
        if self._hears and isinstance(one, dict) and _is_sound(one):
            self._tell(self._placed(one, source["page"], source["frame"]))
        elif self._hears:
            self._tell({"missed": "something that can't be read"})
        return True

    def _placed(self, one: Mapping[str, Any], tab: Any, frame: Any) -> dict[str, Any]:
        """With where it was: its tab, its frame, the page's address."""
        assert self._tabs is not None
        order = self._tabs.order(tab)
        self._spoke.add(order)
        placed = {**one, "order": order}
        is_inner = frame != tab.main_frame
        placed["frame"] = frame_text(one.get("frame"), frame) if is_inner else None
        if is_inner:
            placed.update(url=tab.url, title=None)
        if one.get("action") or one.get("arrived"):
            placed["tab"] = self._tabs.text(order, one.get("url") or tab.url)
        if one.get("action"):
            self._tabs.current = order
        return placed


_EARS: WeakKeyDictionary[Any, Ears] = WeakKeyDictionary()


def ears_of(context: Any) -> Ears:
    """The one pair that a context has."""
    return _EARS.setdefault(context, Ears())


@cache
def script() -> str:
    """What runs in each frame; where it runs already, it is told to go on."""
    telling = (files(__package__) / name for name in SCRIPTS)
    told = "\n".join(path.read_text(encoding="utf-8") for path in telling)
    return (
        f"{seeing()}\nif (window.pageWatch.recorder) window.pageWatch.recorder.start();"
        f"\nelse {{\n{told}\n}}"
    )


def _is_sound(one: Mapping[str, Any]) -> bool:
    """Has it the shape of what is told here? A page can call what hears it, too."""
    return isinstance(one.get("action") or "", str) and all(
        isinstance(one.get(part) or {}, Mapping) for part in ("dialog", "target")
    )
