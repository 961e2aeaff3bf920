"""What was shown on a live page becomes a test that passes as it is.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
TypeScript and Chrome's recordings need a folder in which `npm install @playwright/test
@puppeteer/replay` was run: KGMEM_NODE_FOLDER.
"""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from kgmem_bench.pages.chromium import browser_page, chromium

from kgmem import Memory, record_page
from tests.doubles import WordEmbedder
from tests.live.conftest import GIVEN

pytestmark = [pytest.mark.live, pytest.mark.slow]

FORM = """<h1>Shop</h1><form action=/done>
<label>Article<input id=article name=article></label>
<label>Size<select id=size name=size><option>small<option>large</select></label>
<label><input type=checkbox id=gift name=gift> Gift</label>
<button>Order</button></form>"""
ROWS = """<h1>Tickets</h1><table>
<tr><td>Ann Lee<td><a href=/one>Open</a><tr><td>Bob Ray<td><a href=/two>Open</a>
<tr><td>Cy Fox<td><a href=/three>Open</a></table>"""
PAGES = {
    "/": FORM,
    "/done": "<h1>Thank you</h1>",
    "/rows": ROWS,
    "/one": "<p>Ann's</p>",
    "/two": "<p>Bob's</p>",
    "/three": "<p>Cy's</p>",
}


class Shop(BaseHTTPRequestHandler):
    opened: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.opened.append(self.path)
        page = PAGES.get(self.path.partition("?")[0])
        self.send_response(200 if page else 404)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html>{page or 'nothing'}".encode())

    def log_message(self, *_: Any) -> None:
        """Quietly."""


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    """The shop's address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def memory(
    browser: None, shop: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Memory]:
    """It was shown three orders and how two tickets are opened."""
    home = tmp_path_factory.mktemp("exported") / "memory"
    with Memory.open(home, embedder=WordEmbedder()) as opened, browser_page() as page:
        for article in ("lamp", "red chair", 'a "large" 茶杯'):
            with shown(
                page, opened, f"Order a large “{article}” as a gift", shop
            ) as at:
                at.fill("#article", article)
                at.select_option("#size", "large")
                at.check("#gift")
                at.click("button")
                at.wait_for_load_state()
        for name in ("Ann Lee", "Bob Ray"):
            task = f'Open the ticket of "{name}"'
            with shown(page, opened, task, f"{shop}/rows") as at:
                at.click(f"tr:has-text('{name}') a")
                at.wait_for_load_state()
        opened.generalize()
        yield opened


class shown:
    """A task that is done on a new tab and learned."""

    def __init__(self, page: Any, memory: Memory, task: str, start: str) -> None:
        self.tab = page.context.new_page()
        self.tab.goto(start)
        self.run = record_page(self.tab, memory, task, app="shop")

    def __enter__(self) -> Any:
        self.run.__enter__()
        return self.tab

    def __exit__(self, *error: Any) -> None:
        self.run.__exit__(*error)
        self.tab.close()


def pattern_id(memory: Memory, words: str) -> str:
    (found,) = [p for p in memory.patterns("shop") if words in p.template]
    return found.pattern_id


def run_test(file: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name],
        cwd=file.parent,
        env={**os.environ, "KGMEM_CHROMIUM": chromium(), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def written(
    memory: Memory, words: str, form: str, folder: Path, **options: Any
) -> Path:
    made = memory.export_pattern(pattern_id(memory, words), form, **options)
    file = folder / made.name
    file.write_text(made.text, encoding="utf-8")
    return file


def test_an_exported_order_passes_as_it_is(memory: Memory, tmp_path: Path) -> None:
    file = written(memory, "Order", "playwright-python", tmp_path, cases=3)

    result = run_test(file)

    assert "3 passed" in result.stdout, result.stdout


@pytest.fixture
def node(browser: None) -> Path:
    """A folder with packages of Node."""
    folder = GIVEN.get("KGMEM_NODE_FOLDER")
    if not folder or shutil.which("npx") is None:
        pytest.skip("KGMEM_NODE_FOLDER names no folder with Node's packages")
    return Path(folder)


def test_an_exported_order_passes_in_typescript(memory: Memory, node: Path) -> None:
    file = written(memory, "Order", "playwright-typescript", node, cases=3)

    result = subprocess.run(
        ["npx", "playwright", "test", file.name],
        cwd=node,
        env={**GIVEN, "KGMEM_CHROMIUM": chromium()},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    file.unlink()

    assert "3 passed" in result.stdout, result.stdout


PARSE = """import { parse } from "@puppeteer/replay";
let text = "";
for await (const part of process.stdin) text += part;
console.log(parse(JSON.parse(text)).steps.map((step) => step.type).join(" "));"""


def test_a_recording_is_read_by_the_recorders_own_parser(
    memory: Memory, node: Path
) -> None:
    made = memory.export_pattern(pattern_id(memory, "Order"), "chrome-recorder")

    result = subprocess.run(
        ["node", "--input-type=module", "-e", PARSE],
        cwd=node,
        input=made.text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    kinds = "setViewport navigate change change click click"
    assert result.stdout.strip() == kinds, result.stderr
