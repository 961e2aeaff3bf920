"""The house with five faults, each at a row of its own."""

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import Any, Literal

from kgmem_bench.agents.hands import HOST
from kgmem_bench.agents.house.pages import Desk
from kgmem_bench.agents.judge import KeptDatabase

Fault = Literal["missing", "dropped", "pop-up", "log-out", "kill"]
FAULTS: Mapping[int, Fault] = {
    12: "missing", 31: "dropped", 47: "pop-up", 66: "log-out", 83: "kill",
}  # fmt: skip
"""By the number of the row: its item is not in the list; its order is confirmed and not
kept; something lies over its form; the clerk is logged out as it is sent; the program
is killed once it is kept."""
REASONS: Mapping[Fault, str] = {
    "missing": "not surely located",
    "dropped": "nothing landed",
    "pop-up": "covered",
    "log-out": "asks for a password",
    "kill": "did not end",
}
"""What has to stand in what is told of the row."""
ORDER = "/order"
_POPUP = (
    '<div role="dialog" aria-modal="true" aria-label="Survey" style="position:fixed;'
    'inset:0;z-index:99;background:#fff">How do you like this page?</div></main>'
)
_LOGIN = (
    "<!DOCTYPE html><title>Log in</title><h1>Log in</h1><form>"
    '<label>Name <input></label> <label>Password <input type="password"></label>'
    "<button>Log in</button></form>"
)


@dataclass(slots=True)
class Faults:
    """What is to go wrong still, and how things stand."""

    items: Mapping[str, int]
    """The number of the row by its item."""
    left: dict[int, Fault] = field(default_factory=lambda: dict(FAULTS))
    forms: int = 0
    """How often the form was opened: once for each row."""
    is_out: bool = False
    """Is the clerk logged out?"""
    runner: int = 0
    """The process that works through the rows."""

    def take(self, n: int, *faults: Fault) -> Fault | None:
        """The fault of this row, if it is one of these and has not come yet."""
        return self.left.pop(n) if self.left.get(n) in faults else None


@contextmanager
def serving_faults(house: KeptDatabase, faults: Faults) -> Iterator[str]:
    """The address of the house while it runs."""
    shape = {"database": house.database, "faults": faults}
    with ThreadingHTTPServer((HOST, 0), type("_Faulty", (_Faulty,), shape)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()


class _Faulty(Desk):
    faults: Faults

    def do_GET(self) -> None:
        """A page; the form of orders may lie under something."""
        path = self.path.partition("?")[0]
        if self.faults.is_out and "." not in path:
            self._answer(_LOGIN.encode(), "text/html; charset=utf-8")
            return
        if path == ORDER:
            self.faults.forms += 1
            if self.faults.take(self.faults.forms, "pop-up"):
                self._is_covered = True
        super().do_GET()

    _is_covered = False

    def _answer(self, body: bytes, kind: str) -> None:
        if self._is_covered:
            body = body.replace(b"</main>", _POPUP.encode())
        super()._answer(body, kind)

    def _act(self, path: str, given: Mapping[str, str]) -> None:
        n = self.faults.items.get(given.get("item", ""), 0)
        fault = self.faults.take(n, "dropped", "log-out", "kill") if n else None
        if fault == "log-out":
            self.faults.is_out = True
        if fault in ("log-out", "dropped"):
            self._to("/supplies")
            return
        super()._act(path, given)
        if fault == "kill":
            os.kill(self.faults.runner, signal.SIGKILL)

    def _to(self, address: str) -> None:
        self.send_response(303)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""
