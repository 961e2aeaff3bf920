"""Eyes and hands of a page agent: what is on the page, and trusted input."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from playwright.sync_api import Page

ElementDict = Mapping[str, Any]
"""An element of a page as a driver tells it: plain values, see `view.js`."""
ActKind = Literal["click", "type", "select"]
KEYED = 40
"""Characters up to which a text is typed key by key, as an autocomplete wants it."""
_PARSED_INPUTS = frozenset(
    {"date", "time", "datetime-local", "month", "week", "color", "range"}
)
"""Types of inputs that take a value of a fixed form instead of keys."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something to do with an element of the page."""

    kind: ActKind
    path: str
    """XPath of the element."""
    value: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What is on the page at one moment."""

    elements: Sequence[ElementDict]
    """What can be acted on, in the page's order."""
    state: str
    """A hash of all that is shown, styles that hide or mark included."""

    def index_of(self, path: str) -> int | None:
        """The place of the element with this XPath."""
        return next(
            (n for n, one in enumerate(self.elements) if one["path"] == path), None
        )


class Driver:
    """Drives one page of a browser."""

    def __init__(self, page: "Page", ignored: str = "") -> None:
        """`ignored`: a CSS selector of parts that are no part of the page proper."""
        self.page = page
        self._ignored = ignored
        page.add_init_script(_script())

    def open(self, address: str) -> None:
        """Load the page of this address."""
        self.page.goto(address, wait_until="load")
        self.page.evaluate("selector => pageWatch.ignore(selector)", self._ignored)

    def view(self) -> View:
        """What is on the page now."""
        seen = self.page.evaluate("pageWatch.view()")
        state = sha256(seen["state"].encode()).hexdigest()[:16]
        return View(seen["elements"], state)

    def text(self) -> str:
        """All text that is shown."""
        return cast(str, self.page.evaluate("pageWatch.text()"))

    def act(self, view: View, index: int, kind: ActKind, value: str | None) -> bool:
        """Do it to the view's element of this place and wait until the page has come
        to rest; False if it could not be done: covered, or no such option."""
        if kind == "select":
            done = self._choose(index, value or "")
        elif kind == "type" and _is_parsed(view.elements[index]):
            self.page.evaluate("([i, v]) => pageWatch.set(i, v)", [index, value or ""])
            done = True
        else:
            done = self.click(index)
            if done and kind == "type":
                self._type(index, value or "")
        self.settle()
        return done

    def click(self, index: int) -> bool:
        """Click where the element of the last view can be reached."""
        for reach in ("spot", "reached"):
            spot = self.page.evaluate(f"index => pageWatch.{reach}(index)", index)
            if spot is None:
                return False
            self.page.mouse.move(spot["x"], spot["y"])
        self.page.mouse.click(spot["x"], spot["y"])
        return True

    def click_at(self, x: float, y: float) -> None:
        """Click at this place of the window and wait until the page is at rest."""
        self.page.mouse.click(x, y)
        self.settle()

    def settle(self) -> bool:
        """Wait until nothing changes and no short timer runs, at most a second; False
        if it did not come to rest."""
        return cast(bool, self.page.evaluate("pageWatch.settle()"))

    def _choose(self, index: int, label: str) -> bool:
        order = "([i, label]) => pageWatch.choose(i, label)"
        return cast(bool, self.page.evaluate(order, [index, label]))

    def _type(self, index: int, text: str) -> None:
        """Replace what stands in the field that has just been clicked."""
        if not self.page.evaluate("index => pageWatch.focus(index)", index):
            return
        if not text:
            self.page.keyboard.press("Delete")
        elif len(text) <= KEYED:
            self.page.keyboard.type(text)
        else:
            self.page.keyboard.insert_text(text)


def _script() -> str:
    """What runs in each page before its own scripts; their order counts."""
    folder = files(__package__)
    names = "watch.js", "view.js"
    return "\n".join(folder.joinpath(n).read_text(encoding="utf-8") for n in names)


def _is_parsed(element: ElementDict) -> bool:
    kind = element["attributes"].get("type", "")
    return element["tag"] == "input" and kind in _PARSED_INPUTS
