"""Serves MiniWoB++ pages on loopback under one address that tells nothing."""

import mimetypes
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from kgmem_bench.pages.chromium import BrowserMissing

PAGE = "/app/page"
"""The address of every page; a page's own would name its task."""
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)

Rewrite = Callable[[str], str]
"""Another version of a page: its source in, the changed source out."""


def pages_folder() -> Path:
    """The folder of the package's pages. Raises BrowserMissing without the package."""
    found = find_spec("miniwob")
    if found is None or not found.submodule_search_locations:
        raise BrowserMissing(
            "miniwob is not installed; install kgmem with its extra `browser`"
        )
    return Path(found.submodule_search_locations[0]) / "html"


def page_names() -> list[str]:
    """The tasks that the package has a page for, in order. Raises BrowserMissing."""
    return sorted(page.stem for page in (pages_folder() / "miniwob").glob("*.html"))


@dataclass(slots=True)
class Shown:
    """Which page stands under the address."""

    folder: Path
    task: str = ""
    rewrite: Rewrite = field(default=str)

    def source(self) -> str:
        """The page's source, without the title, which names the task."""
        path = self.folder / "miniwob" / f"{self.task}.html"
        return self.rewrite(_TITLE.sub("", path.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Site:
    """A running server."""

    address: str
    shown: Shown

    def show(self, task: str, rewrite: Rewrite = str) -> str:
        """Put the task's page under the address, which is returned."""
        self.shown.task, self.shown.rewrite = task, rewrite
        return self.address


@contextmanager
def serving() -> Iterator[Site]:
    """A server on a free port of this machine alone. Raises BrowserMissing."""
    shown = Shown(pages_folder())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, shown))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}{PAGE}", shown)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, shown: Shown, *given: object) -> None:
        self._shown = shown
        super().__init__(*given)  # type: ignore[arg-type]  # handed through

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == PAGE:
            source = self._shown.source().encode()
            # Or a page that was changed is silently the old one.
            self._send(source, "text/html; charset=utf-8", "no-store")
        elif (file := self._file(path)) is not None:
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            self._send(file.read_bytes(), kind, "max-age=3600")
        else:
            self.send_error(404)

    def _file(self, path: str) -> Path | None:
        folder = self._shown.folder
        file = (folder / path.lstrip("/")).resolve()
        return file if file.is_file() and file.is_relative_to(folder) else None

    def _send(self, body: bytes, kind: str, cache: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", cache)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a page's files are no news."""
