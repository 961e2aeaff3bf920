"""Eyes and hands on a page of Playwright's: what can be acted on, and trusted input.

Playwright itself is not imported: the page is given. The same methods serve its sync
pages and its async ones, of which they give what has to be awaited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from inspect import iscoroutinefunction
from typing import Any

from kgmem.model.action import ACTIONS, Action
from kgmem.turns import Maybe, T, Turns, at_once, awaited

ElementDict = Mapping[str, Any]
"""An element of a page as plain values, see `view.js`."""
KEYED = 40
"""Characters up to which a text is typed key by key, as an autocomplete wants it."""
TRIES = 5
"""Pages that may follow one another before it counts as at rest."""
START_MS = 30
"""Within this time of an act the browser has asked for the next page, if it will."""
LOAD_MS = 20_000
"""A page may take so long."""
WAIT_MS = 1_000
"""A wait that does not say how long."""
SCROLL = 600
"""CSS pixels of a scroll that does not say how far."""
_PARSED_INPUTS = frozenset(
    {"date", "time", "datetime-local", "month", "week", "color", "range"}
)
"""Types of inputs that take a value of a fixed form instead of keys."""


@dataclass(frozen=True, slots=True)
class PageView:
    """What is on the page at one moment."""

    elements: Sequence[ElementDict]
    """What can be acted on, in the page's order."""
    state: str
    """A hash of all that is shown, styles that hide or mark included."""


class PageDriver:
    """Drives one page. What stands in its frames is not seen."""

    def __init__(self, page: Any, *, ignored: str = "") -> None:
        """`ignored`: a CSS selector of parts that are no part of the page proper.

        Made before the page is opened, the driver also knows what only listens for
        clicks: open it by `open`, or await or call `ready` first.
        """
        self.tab = page
        """Playwright's page."""
        self._ignored = ignored
        self._is_async = iscoroutinefunction(type(page).evaluate)
        self._is_ready = self._is_leaving = self._is_covered = False

    # what following needs -------------------------------------------------------------

    def elements(self) -> Maybe[Sequence[ElementDict]]:
        """What can be acted on now."""
        return self._done(self._elements())

    def view(self) -> Maybe[PageView]:
        """The same with a hash of the page's state."""
        return self._done(self._view())

    def address(self) -> str:
        """Of the page that is shown."""
        address: str = self.tab.url
        return address

    def page(self) -> Maybe[Mapping[str, Any]]:
        """Address and title."""
        return self._done(self._page())

    def text(self) -> Maybe[str]:
        """All text that is shown."""
        return self._done(self._asked("text()"))

    def act(
        self,
        action: Action,
        element: ElementDict | None,
        value: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Maybe[bool]:
        """Do it to an element of the last `elements` and wait until the page is at
        rest; False if it can't be done: it is covered, has no such option, is gone, or
        the action is none of a page."""
        return self._done(self._act(action, element, value, params or {}))

    def covered(self) -> bool:
        """Did something lie over the element of the last act?"""
        return self._is_covered

    # and what else is done to a page --------------------------------------------------

    def ready(self) -> Maybe[None]:
        """From now on each page is watched from its start."""
        return self._done(self._ready())

    def open(self, address: str) -> Maybe[None]:
        """Load the page of this address."""
        return self._done(self._open(address))

    def click(self, index: int) -> Maybe[bool]:
        """Click where the element at this place of the last view can be reached."""
        return self._done(self._click(index, 1))

    def settle(self) -> Maybe[bool]:
        """Wait for a page that is on its way, then until nothing changes and no short
        timer runs, at most a second; False if it did not come to rest."""
        return self._done(self._settle())

    def _done(self, work: Turns[T]) -> Maybe[T]:
        return awaited(work) if self._is_async else at_once(work)

    # looking --------------------------------------------------------------------------

    def _ready(self) -> Turns[None]:
        if self._is_ready:
            return
        self._is_ready = True
        self.tab.on("request", self._went)
        self.tab.on("requestfailed", self._came_to_nothing)
        self.tab.on("framenavigated", self._arrived)
        yield self.tab.add_init_script(_script())
        yield self.tab.evaluate(_script())

    def _open(self, address: str) -> Turns[None]:
        yield from self._ready()
        yield self.tab.goto(address, wait_until="load")
        yield from self._settle()

    def _asked(self, what: str, given: Any = None) -> Turns[Any]:
        """What the page's watch gives; on a page that goes, once the next is there."""
        yield from self._ready()
        order = f"([s, given]) => {{ pageWatch.ignore(s); return pageWatch.{what} }}"
        for _ in range(TRIES):
            try:
                return (yield self.tab.evaluate(order, [self._ignored, given]))
            except Exception as error:
                if not _is_gone(error):
                    raise
                yield self.tab.wait_for_load_state("load")
        raise TimeoutError("the page goes from one to the next and does not rest")

    def _view(self) -> Turns[PageView]:
        seen = yield from self._asked("view()")
        state = sha256(seen["state"].encode()).hexdigest()[:16]
        return PageView(seen["elements"], state)

    def _elements(self) -> Turns[Sequence[ElementDict]]:
        view = yield from self._view()
        return view.elements

    def _page(self) -> Turns[Mapping[str, Any]]:
        return {"url": self.tab.url, "title": (yield self.tab.title())}

    # acting ---------------------------------------------------------------------------

    def _act(
        self,
        action: Action,
        element: ElementDict | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[bool]:
        does = ACTIONS[action]
        self._is_covered = False
        index = None if element is None else int(element["element_id"])
        if does.points_at == "element" and index is not None and element is not None:
            done = yield from self._on_element(action, index, element, value, params)
        else:
            done = yield from self._on_page(action, index, value, params)
        yield from self._settle()
        return bool(done)

    def _on_element(
        self,
        action: Action,
        index: int,
        element: ElementDict,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[bool]:
        does = ACTIONS[action]
        if does.enters == "option":
            if element["tag"] != "select":
                return False
            chosen = yield from self._asked("choose(...given)", [index, value or ""])
            return bool(chosen)
        if does.enters == "text":
            return (yield from self._type(index, element, value or ""))
        if does.enters == "file":
            return (yield from self._upload(index, value or ""))
        if does.sets is not None:
            is_on = element["attributes"].get("checked") == "true"
            if is_on == (does.sets == "on"):
                return True
            return (yield from self._click(index, 1))
        if does.presses:
            times = 2 if does.presses == "twice" else 1
            held = WAIT_MS if does.presses == "long" else 0
            return (yield from self._click(index, times, held))
        if does.has_destination:
            return (yield from self._drag(index, params.get("destination")))
        return (yield from self._hover(index)) is not None

    def _on_page(
        self,
        action: Action,
        index: int | None,
        value: str | None,
        params: Mapping[str, Any],
    ) -> Turns[bool]:
        does = ACTIONS[action]
        if does.enters == "key" and value:
            if index is not None:
                yield from self._asked("focus(given)", index)
            yield self.tab.keyboard.press(value)
        elif does.enters == "text" and value:
            yield self.tab.keyboard.type(value)
        elif does.enters == "address" and value:
            yield self.tab.goto(value, wait_until="load")
        elif does.leads == "back":
            yield self.tab.go_back(wait_until="load")
        elif does.waits:
            yield self.tab.wait_for_timeout(_milliseconds(value))
        elif does.moves == "view":
            down = -SCROLL if "up" in f"{value} {params.get('direction')}" else SCROLL
            yield self.tab.mouse.wheel(0, down)
        else:
            return False
        return True

    def _hover(self, index: int) -> Turns[Mapping[str, float] | None]:
        """Move to where the element can be reached; there it may be elsewhere."""
        spot: Mapping[str, float] | None = None
        for reach in ("spot", "reached"):
            spot = yield from self._asked(f"{reach}(given)", index)
            if spot is None:
                self._is_covered = True
                return None
            yield self.tab.mouse.move(spot["x"], spot["y"])
        return spot

    def _click(self, index: int, times: int, held_ms: int = 0) -> Turns[bool]:
        spot = yield from self._hover(index)
        if spot is None:
            return False
        how = {"click_count": times, "delay": held_ms}
        yield self.tab.mouse.click(spot["x"], spot["y"], **how)
        return True

    def _drag(self, index: int, end: ElementDict | None) -> Turns[bool]:
        if end is None or (yield from self._hover(index)) is None:
            return False
        yield self.tab.mouse.down()
        spot = yield from self._asked("spot(given)", int(end["element_id"]))
        if spot is not None:
            yield self.tab.mouse.move(spot["x"], spot["y"], steps=5)
        yield self.tab.mouse.up()
        return spot is not None

    def _upload(self, index: int, path: str) -> Turns[bool]:
        found = yield self.tab.evaluate_handle("i => pageWatch.element(i)", index)
        yield found.as_element().set_input_files(path)
        return True

    def _type(self, index: int, element: ElementDict, text: str) -> Turns[bool]:
        """Replace what stands in the field."""
        if _is_parsed(element):
            yield from self._asked("set(...given)", [index, text])
            return True
        if not (yield from self._click(index, 1)):
            return False
        if not (yield from self._asked("focus(given)", index)):
            return False
        if not text:
            yield self.tab.keyboard.press("Delete")
        elif len(text) <= KEYED:
            yield self.tab.keyboard.type(text)
        else:
            yield self.tab.keyboard.insert_text(text)
        return True

    # waiting --------------------------------------------------------------------------

    def _settle(self) -> Turns[bool]:
        yield from self._ready()
        yield self.tab.wait_for_timeout(START_MS)
        for _ in range(TRIES):
            try:
                yield from self._await_page()
                is_quiet = yield self.tab.evaluate("() => pageWatch.settle()")
            except Exception as error:
                if not _is_gone(error):
                    raise
                continue
            if not self._is_leaving:
                return bool(is_quiet)
        return False

    def _await_page(self) -> Turns[None]:
        if self._is_leaving:
            arrived = {"predicate": lambda _: True, "timeout": LOAD_MS}
            yield self.tab.wait_for_event("framenavigated", **arrived)
        yield self.tab.wait_for_load_state("load")

    def _went(self, request: Any) -> None:
        if request.is_navigation_request() and request.frame == self.tab.main_frame:
            self._is_leaving = True

    def _came_to_nothing(self, request: Any) -> None:
        if request.is_navigation_request():
            self._is_leaving = False

    def _arrived(self, frame: Any) -> None:
        if frame == self.tab.main_frame:
            self._is_leaving = False


@cache
def _script() -> str:
    """What runs in each page before its own scripts; their order counts."""
    folder = files(__package__)
    names = "watch.js", "view.js"
    return "\n".join(folder.joinpath(n).read_text(encoding="utf-8") for n in names)


def _is_parsed(element: ElementDict) -> bool:
    kind = element["attributes"].get("type", "")
    return element["tag"] == "input" and kind in _PARSED_INPUTS


def _milliseconds(value: str | None) -> float:
    try:
        return float(value or "") * 1000
    except ValueError:
        return WAIT_MS


def _is_gone(error: Exception) -> bool:
    """Did the page leave while it was asked?"""
    text = str(error)
    return "context was destroyed" in text or "navigation" in text
