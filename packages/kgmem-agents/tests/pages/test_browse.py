"""A person records an order in his browser, and has another one replayed.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from kgmem_bench.pages.chromium import chromium

from kgmem import Memory

pytestmark = [pytest.mark.live, pytest.mark.slow]

PAGE = """<!doctype html><meta charset=utf-8><title>Shop</title>
<form action=/ordered><label>Article <input name=article></label>
<label>For <input name=person></label><button>Order</button></form>"""


class Shop(ThreadingHTTPServer):
    """A shop of one page that keeps what was ordered."""

    def __init__(self) -> None:
        self.ordered: list[dict[str, list[str]]] = []
        super().__init__(("127.0.0.1", 0), Counter)
        self.address = f"http://127.0.0.1:{self.server_port}/"


class Counter(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        if asked.path == "/ordered":
            self.server.ordered.append(parse_qs(asked.query, keep_blank_values=True))
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode() if asked.path == "/" else b"Thank you")

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def shop() -> Iterator[Shop]:
    with Shop() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def running(browser: None, tmp_path: Path) -> Iterator[str]:
    """The address of a browser that somebody started."""
    profile = tmp_path / "profile"
    flags = "--headless=new", "--no-sandbox", "--remote-debugging-port=0"
    with subprocess.Popen(
        [chromium(), *flags, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as started:
        port = profile / "DevToolsActivePort"
        for _ in range(300):
            if port.is_file() and port.read_text():
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port.read_text().splitlines()[0]}"
        started.terminate()


@contextmanager
def kgmem(home: Path, *args: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        ["kgmem", "--home", str(home), *args],
        env={**os.environ, "KGMEM_EMBEDDING": "ngram"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        yield process


def shown(address: str, running: str) -> None:
    """Somebody orders a lamp for Ann in the window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        context = tools.chromium.connect_over_cdp(running).contexts[0]
        for _ in range(300):
            pages = [page for page in context.pages if page.url == address]
            if pages:
                break
            context.pages[0].wait_for_timeout(100)
        page = pages[0]
        page.wait_for_function("() => window.kgmemRecorded")
        page.get_by_label("Article").fill("desk lamp")
        page.get_by_label("For").fill("Ann")
        page.get_by_role("button", name="Order").click()
        page.wait_for_url("**/ordered*")


def test_what_was_recorded_is_replayed_with_other_values(
    shop: Shop, running: str, tmp_path: Path
) -> None:
    home = tmp_path / "memory"
    words = 'Order a "desk lamp" for "Ann"'

    with kgmem(
        home, "record", shop.address, "--task", words, "--connect", running
    ) as process:
        shown(shop.address, running)
        told, _ = process.communicate("\ny\n", timeout=120)
    assert "learned as run" in told, told

    with kgmem(
        home,
        *("replay", 'Order a "red chair" for "Bob"', "--url", shop.address),
        *("--connect", running, "--headless"),
    ) as process:
        told, _ = process.communicate("y\n" * 3, timeout=120)

    assert process.returncode == 0, told
    assert shop.ordered[1:] == [{"article": ["red chair"], "person": ["Bob"]}]


def test_what_was_recorded_is_done_for_each_row(
    shop: Shop, running: str, tmp_path: Path
) -> None:
    home, table = tmp_path / "memory", tmp_path / "orders.csv"
    table.write_text("product;person\nred chair;Bob\nsofa;Dan\n", encoding="utf-8")
    words = 'Order a "desk lamp" for "Ann"'
    asked = ("run", 'Order a "{product}" for "{person}"', "--rows", str(table))
    with kgmem(
        home, "record", shop.address, "--task", words, "--connect", running
    ) as process:
        shown(shop.address, running)
        process.communicate("\ny\n", timeout=120)

    with kgmem(home, *asked, "--dry-run") as process:
        told, _ = process.communicate(timeout=120)
    assert '"sofa" into textbox "Article"' in " ".join(told.split()), told
    assert len(shop.ordered) == 1

    with kgmem(home, *asked, "--yes", "--connect", running) as process:
        told, _ = process.communicate(timeout=120)

    assert process.returncode == 0, told
    assert "2 of 2 rows are done" in told
    assert [one["person"] for one in shop.ordered[1:]] == [["Bob"], ["Dan"]]
    assert (tmp_path / "orders.results.csv").exists()


def test_whether_it_succeeded_is_unknown_where_nobody_says(
    shop: Shop, running: str, tmp_path: Path
) -> None:
    home = tmp_path / "memory"

    with kgmem(
        home, "record", shop.address, "--task", "Order a lamp", "--connect", running
    ) as process:
        shown(shop.address, running)
        told, _ = process.communicate("\n", timeout=120)

    run_id = told.split("learned as run ")[1].split()[0]
    with Memory.open(home, settings={"embedding": "ngram"}) as memory:
        assert memory.experience(run_id).outcome == "unknown"
