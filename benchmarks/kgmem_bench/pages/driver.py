"""Eyes and hands of a page agent: kgmem's own, with views that an explorer keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

from kgmem.browser import PageDriver

if TYPE_CHECKING:
    from playwright.sync_api import Page

ElementDict = Mapping[str, Any]
"""An element of a page as a driver tells it: plain values."""
ActKind = Literal["click", "type", "select"]


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


def eyes() -> bytes:
    """The program of kgmem that all that is seen depends on."""
    folder = files("kgmem_agents.browser")
    parts = folder.joinpath("acting").iterdir()
    modules = sorted((one for one in parts if one.is_file()), key=lambda one: one.name)
    names = "watch.js", "hover.js", "view.js", "touch.js", "driver.py"
    programs = *(folder.joinpath(name) for name in names), *modules
    return b"".join(program.read_bytes() for program in programs)


class Driver:
    """Drives one page of a browser."""

    def __init__(self, page: "Page", ignored: str = "") -> None:
        """`ignored`: a CSS selector of parts that are no part of the page proper."""
        self.page = page
        self.hands = PageDriver(page, ignored=ignored, patience_ms=0)
        """As a plan is followed with."""
        self.hands.ready()

    @property
    def url(self) -> str:
        """The address of the page that is shown."""
        return self.page.url

    def open(self, address: str) -> None:
        """Load the page of this address."""
        self.hands.open(address)

    def view(self) -> View:
        """What is on the page now."""
        seen = cast(Any, self.hands.view())
        return View(seen.elements, seen.state)

    def shown(self) -> Sequence[ElementDict]:
        """What is shown and can't be acted on, to be read."""
        return cast("Sequence[ElementDict]", self.hands.shown())

    def text(self) -> str:
        """All text that is shown."""
        return cast(str, self.hands.text())

    def act(self, view: View, index: int, kind: ActKind, value: str | None) -> bool:
        """Do it to the view's element of this place and wait until the page has come
        to rest; False if it could not be done: covered, or no such option."""
        return cast(bool, self.hands.act(kind, view.elements[index], value))

    def click(self, index: int) -> bool:
        """Click where the element of the last view can be reached."""
        return cast(bool, self.hands.click(index))

    def settle(self) -> bool:
        """Wait until nothing changes and no short timer runs, at most a second; False
        if it did not come to rest."""
        return cast(bool, self.hands.settle())
