"""Serves the pages of the bench, on two ports: what a page holds of the other one is of
another origin."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

SITE = Path(__file__).with_name("site")
LATE_S = 1.5
"""How long the search of the library takes."""
TITLES = ("Dune", "Emma", "Ulysses", "Walden", "Middlemarch", "Kim")


@dataclass(frozen=True, slots=True)
class Site:
    """Where the pages are."""

    at: str

    def url(self, page: str) -> str:
        """The address of a page."""
        return f"{self.at}/{page}"


class _Handler(SimpleHTTPRequestHandler):
    partner = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, directory=str(SITE), **kwargs)

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        if asked.path == "/late":
            self._late(parse_qs(asked.query).get("q", [""])[0])
        elif asked.path == "/partner.js":
            self._answer(f"window.partner = {json.dumps(self.partner)};", "javascript")
        else:
            if asked.path == "/spa" or asked.path.startswith("/spa/"):
                self.path = "/spa.html"
            super().do_GET()

    def _late(self, words: str) -> None:
        time.sleep(LATE_S)
        found = [title for title in TITLES if words.lower() in title.lower()]
        self._answer(json.dumps(found), "json")

    def _answer(self, text: str, kind: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"text/{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nothing is logged."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that has gone away is no error."""


@contextmanager
def served() -> Iterator[Site]:
    """The site, as long as the block runs."""
    other = _serving(type("Other", (_Handler,), {}))
    handler = type("First", (_Handler,), {"partner": _address(other)})
    first = _serving(handler)
    try:
        yield Site(_address(first))
    finally:
        for server in (first, other):
            server.shutdown()
            server.server_close()


def _serving(handler: type[_Handler]) -> _Server:
    server = _Server(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def _address(server: _Server) -> str:
    return f"http://127.0.0.1:{server.server_port}"
