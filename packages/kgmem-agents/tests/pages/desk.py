"""A page on a server of its own, and a browser that listens, as an agent has one."""

import http.server
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from kgmem_bench.pages.chromium import FLAGS, chromium


@contextmanager
def desk_server(
    html: str, keep: Callable[[str, str], int] = lambda *_: 405
) -> Iterator[str]:
    """The address of a server that answers with this page; `keep`: the status that it
    answers with to what is posted, of its path and body."""

    class Desk(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(keep(self.path, body.decode()))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Desk)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def listening_browser(folder: Path) -> Iterator[str]:
    """The address at which a browser listens for the developer tools' protocol."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    asked = [f"--remote-debugging-port={port}", "--headless=new", "--no-sandbox"]
    process = subprocess.Popen(
        [chromium(), *FLAGS, *asked, f"--user-data-dir={folder}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(300):
        with closing(socket.socket()) as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(20)
