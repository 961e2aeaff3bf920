"""browser-use's own agent, driven by a scripted model, does a task on a page; what its
hook or its file tells of the run is replayed with other values.

Skipped with the reason where browser-use or Chromium is missing.
"""

import asyncio
import functools
import http.server
import importlib.util
import re
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.browser import remembering, replay
from tests.doubles import WordEmbedder

pytestmark = [
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("browser_use") is None, reason="browser-use is missing"
    ),
]

FORM = """<!doctype html><meta charset=utf-8><title>Shop</title><h1>Shop</h1>
{moved}<form><label>Article<input id={a} name=article></label>
<label>City<input id={b} name=city></label><label for={c}>Size</label>
<select id={c} name=size><option value=s>small<option value=l>large</select>
{button}</form><p id=done>none</p>
<script>document.querySelector("form").onsubmit = (event) => {{
  event.preventDefault();
  const [a, b, c] = event.target.elements;
  done.innerText = [a.value, b.value, c.value].join("|");
}};</script>"""
TASK = 'Order a "{}" to "{}" in size "{}"'
Act = Callable[[str], list[dict[str, Any]]]


def form(*ids: str, is_moved: bool = False) -> str:
    """The shop's page; with the button in another place if it is moved."""
    a, b, c = ids or ("article", "city", "size")
    moved = "<p>News</p><nav><a href=#>Help</a></nav>" if is_moved else ""
    button = "<div><div><button>Order</button></div></div>"
    shown = button if is_moved else "<button>Order</button>"
    return FORM.format(a=a, b=b, c=c, moved=moved, button=shown)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The file of the shop's page."""
    folder = tmp_path / "site"
    folder.mkdir()
    page = folder / "index.html"
    page.write_text(form(), encoding="utf-8")
    return page


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def log_message(self, format: str, *_: object) -> None:
        pass


@pytest.fixture
def site(shop: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=shop.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def number_of(state: str, tag: str) -> int:
    """The number that the agent's view of the page gives an element."""
    shown = state[state.rfind("<browser_state>") :]
    return int(re.findall(rf"\[(\d+)\]<{tag}", shown)[0])


def script(site: str) -> list[Act]:
    """What the model answers, by what it is shown."""
    return [
        lambda _: [{"navigate": {"url": site, "new_tab": False}}],
        lambda shown: [
            {"input": {"index": number_of(shown, "input id=article"), "text": "lamp"}},
            {"input": {"index": number_of(shown, "input id=city"), "text": "Oslo"}},
            {"select_dropdown": {"index": number_of(shown, "select"), "text": "large"}},
        ],
        lambda _: [{"write_file": {"file_name": "todo.md", "content": "- order"}}],
        lambda shown: [{"click": {"index": number_of(shown, "button")}}],
        lambda _: [{"done": {"text": "ordered", "success": True}}],
    ]


class Scripted:
    """A model that answers what it was told to."""

    model = model_name = name = provider = "scripted"
    _verified_api_keys = True

    def __init__(self, acts: Sequence[Act]) -> None:
        self._acts = list(acts)

    async def ainvoke(
        self, messages: Sequence[Any], output_format: Any = None, **_: Any
    ) -> Any:
        from browser_use.llm.views import ChatInvokeCompletion

        shown = "\n".join(str(one.text) for one in messages)
        said = {"evaluation_previous_goal": "", "memory": "", "next_goal": "go on"}
        answer = {**said, "action": self._acts.pop(0)(shown)}
        completion = output_format.model_validate(answer)
        return ChatInvokeCompletion(completion=completion, usage=None)


async def run(site: str, given: dict[str, Any]) -> Any:
    from browser_use import Agent, BrowserProfile

    profile = BrowserProfile(
        executable_path=shutil.which("chromium"),
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
    )
    agent = Agent(
        **given,
        llm=Scripted(script(site)),
        browser_profile=profile,
        use_judge=False,
        use_vision=False,
    )
    return await agent.run(max_steps=8)


@pytest.fixture
def history(site: str, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The history of the agent's run, which its hook has learned."""
    monkeypatch.setenv("ANONYMIZED_TELEMETRY", "false")
    monkeypatch.setenv("BROWSER_USE_CLOUD_SYNC", "false")
    given = remembering(memory, TASK.format("lamp", "Oslo", "large"), app="shop")
    with ThreadPoolExecutor(1) as apart:  # Playwright's loop runs in this thread
        return apart.submit(lambda: asyncio.run(run(site, given))).result(120)


def served(route: Any) -> Any:
    return route.fulfill(body="", content_type="text/html")


LATER = {
    "same": form(),
    "renamed": form("f1x", "f2x", "f3x"),
    "moved": form(is_moved=True),
}
"""The shop as it is at a later time."""


def replayed(page: Any, memory: Memory) -> str:
    """What the page shows after the task was done with other values."""
    found = memory.recall(TASK.format("red chair", "Bern", "small"), app="shop")
    assert found.plan is not None
    followed = replay(page, found.plan, memory, confirm=lambda _: True)
    assert followed.outcome == "success", followed
    return str(page.inner_text("#done"))


def test_what_the_hook_learned_is_done_with_other_values(
    page: Any, memory: Memory, history: Any, shop: Path
) -> None:
    assert history.is_successful()
    assert memory.stats()["experiences"] == 1

    shown = {}
    for later, html in LATER.items():
        shop.write_text(html, encoding="utf-8")
        shown[later] = replayed(page, memory)

    assert shown == dict.fromkeys(LATER, "red chair|Bern|s")


def test_what_its_file_tells_is_done_with_other_values(
    page: Any, new_home: Path, history: Any, shop: Path, tmp_path: Path
) -> None:
    file = tmp_path / "history.json"
    history.save_to_file(file)
    shop.write_text(LATER["moved"], encoding="utf-8")

    with Memory.open(new_home / "other", embedder=WordEmbedder()) as memory:
        task = TASK.format("lamp", "Oslo", "large")
        receipt = memory.learn_from(file, task=task, app="shop")

        assert receipt.refused == ()
        assert replayed(page, memory) == "red chair|Bern|s"
