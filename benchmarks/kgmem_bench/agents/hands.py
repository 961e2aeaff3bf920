"""An agent's browser: it reads a page as Playwright's MCP server tells it, and does one
act with each call."""

import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from kgmem_bench.agents.counts import Cost
from kgmem_bench.agents.moves import Move
from kgmem_bench.agents.walked import seen_with
from kgmem_bench.pages.chromium import FLAGS, BrowserMissing, chromium
from kgmem_bench.pages.driver import ActKind, Driver, ElementDict, View

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOST = "127.0.0.1"
START_SECONDS = 60.0
TOOLS = {"click": "browser_click", "type": "browser_type"}
"""By the kind of act; anything else chooses an option."""
_DOCUMENT = "() => String(performance.timeOrigin)"


@dataclass(frozen=True, slots=True)
class OpenBrowser:
    """A browser that others may drive, too."""

    address: str
    page: "Page"


@contextmanager
def open_browser() -> Iterator[OpenBrowser]:
    """A headless browser that listens for the developer tools' protocol, as an agent's
    own does. Raises BrowserMissing."""
    from playwright.sync_api import sync_playwright

    port = free_port()
    address = f"http://{HOST}:{port}"
    with TemporaryDirectory(prefix="kgmem-chromium-") as profile:
        asked = [f"--remote-debugging-port={port}", "--headless=new"]
        where = [f"--user-data-dir={Path(profile)}", "about:blank"]
        process = subprocess.Popen(
            [chromium(), *FLAGS, *asked, *where],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(port, process)
            with sync_playwright() as playwright:
                engine = playwright.chromium.connect_over_cdp(address)
                yield OpenBrowser(address, engine.contexts[0].pages[0])
        finally:
            process.terminate()
            process.wait(START_SECONDS)
            time.sleep(0.2)  # its children still write to the profile


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until something listens there. Raises BrowserMissing where nothing does."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with closing(socket.socket()) as tried:
            if tried.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.1)
    raise BrowserMissing(f"nothing answers at {HOST}:{port}")


@dataclass(slots=True)
class Hands:
    """Does what a person does, and counts what it costs a model to do so."""

    page: "Page"
    cost: Cost = field(default_factory=Cost)
    _driver: Driver | None = None
    _seen: View | None = None
    _document: str = ""

    def look(self) -> None:
        """Read the page as it is."""
        driver = self._drive()
        driver.settle()
        self._note(driver.view())
        self.cost.looked(self._snapshot())

    def do(self, move: Move) -> None:
        """Do it, with a look where the page is another one, or has not shown the
        element before, or holds another one in its place by now. Raises LookupError
        where it is not there."""
        was_seen = not self.is_new() and self._has(move)
        if was_seen and self._try(move):
            return
        view = seen_with(self._drive(), move)
        self._note(view)
        self.cost.looked(self._snapshot())
        if not self._try(move):
            raise LookupError(f"could not be done: {move}")

    def _try(self, move: Move) -> bool:
        view = self._seen or View((), "")
        return self.act(move.find(view), move.kind, move.value)

    def act(self, index: int, kind: ActKind, value: str | None) -> bool:
        """Do it with this element of the page that was looked at; False if that can't
        be done."""
        view = self._seen or View((), "")
        element = view.elements[index]
        words = f"{element['name'] or ''} {element['role'] or ''}".strip()
        told: dict[str, Any] = {"element": words, "ref": f"e{index + 100}"}
        if kind == "select":
            told["values"] = [value]
        elif kind == "type":
            told["text"] = value
        self.cost.call(TOOLS.get(kind, "browser_select_option"), told)
        self.cost.acts += 1
        done = self._drive().act(view, index, kind, value)
        return bool(done)

    def elements(self) -> Sequence[ElementDict]:
        """Of the page that was looked at."""
        return self._seen.elements if self._seen else ()

    def finish(self) -> None:
        """See that it is done, and that nothing is on its way to the server."""
        self._drive().hands.rest()
        if self.is_new():
            self.look()

    def leave(self) -> None:
        """Let somebody else drive."""
        if self._driver is not None:
            with suppress(Exception):  # the page may be on its way
                self._driver.hands.release()
        self._driver, self._seen = None, None

    def open(self, address: str) -> None:
        """Go to a page."""
        self.cost.call("browser_navigate", {"url": address})
        self.cost.turns += 1
        self.page.goto(address)
        self._seen = None

    def shows(self, moves: Sequence[Move]) -> bool:
        """Was all of it on the page that was looked at?"""
        return all(map(self._has, moves))

    def _has(self, move: Move) -> bool:
        try:
            move.find(self._seen or View((), ""))
        except LookupError:
            return False
        return True

    def _note(self, view: View) -> None:
        self._seen, self._document = view, self._now()

    def is_new(self) -> bool:
        """Is it another page than the one that was looked at?"""
        return self._seen is None or self._now() != self._document

    def _now(self) -> str:
        return f"{self.page.url} {self.page.evaluate(_DOCUMENT)}"

    def _drive(self) -> Driver:
        if self._driver is None:
            self._driver = Driver(self.page)
        return self._driver

    def _snapshot(self) -> str:
        tree = self.page.aria_snapshot()
        return (
            f"### Page\n- Page URL: {self.page.url}\n"
            f"- Page Title: {self.page.title()}\n### Snapshot\n```yaml\n{tree}\n```"
        )


def walk(hands: Hands, moves: Sequence[Move]) -> str:
    """Do them all by oneself; why not, if that failed."""
    try:
        for move in moves:
            hands.do(move)
        hands.finish()
    except LookupError as error:
        return str(error)
    return ""
