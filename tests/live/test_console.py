"""The console in a real browser: each view in both languages and themes, by keyboard
alone, at a key's mercy, and with markup among what is stored."""

import re
from collections.abc import Iterator
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest
import uvicorn
from kgmem_bench.pages.chromium import browser_page

from kgmem import Memory
from kgmem_serve.http.app import create_app
from tests.doubles import WordEmbedder
from tests.live.many_runs import many_runs

pytestmark = [pytest.mark.live, pytest.mark.slow]

MARKUP = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'>"
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
VIEWS = (
    "#/search",
    "#/search?q=tea",
    "#/recall",
    "#/recall?task=search+for+tea+12+and+open+it&app=shop01",
    "#/runs",
    "#/runs?outcome=failure",
    "#/runs/{run}",
    "#/patterns",
    "#/patterns/{pattern}",
)
CONTRAST = """() => {
  const read = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const probe = document.body.appendChild(document.createElement("span"));
  const colour = (name) => {
    probe.style.color = `var(${name})`;
    return read(getComputedStyle(probe).color);
  };
  const light = (rgb) => rgb
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (one, other) => {
    const both = [one, other].map((name) => light(colour(name)));
    const [low, high] = both.sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const pairs = [
    ["--ink", "--page"], ["--ink", "--card"], ["--ink", "--sunk"],
    ["--soft", "--page"], ["--soft", "--card"], ["--soft", "--sunk"],
    ["--accent", "--page"], ["--accent", "--card"], ["--accent", "--accent-wash"],
    ["--accent-ink", "--accent"], ["--good", "--good-wash"], ["--bad", "--bad-wash"],
    ["--bad", "--card"], ["--warn", "--warn-wash"],
  ];
  const found = pairs.map(([a, b]) => [`${a} on ${b}`, ratio(a, b), 4.5]);
  found.push(["--edge on --card", ratio("--edge", "--card"), 3]);
  probe.remove();
  return found;
}"""
UNLABELLED = """() => {
  const named = (one) => one.labels?.length || one.ariaLabel || one.textContent.trim()
    || one.getAttribute("aria-labelledby");
  return [...document.querySelectorAll(
    "button, input:not([type=hidden]), select, textarea, a[href]")]
    .filter((one) => !named(one)).map((one) => one.outerHTML.slice(0, 120));
}"""
HEADINGS = "() => [...document.querySelectorAll('main :is(h1,h2,h3,h4)')]" + (
    ".map((one) => Number(one.tagName[1]))"
)


class Served:
    """A memory over HTTP on a port of its own, until it is stopped."""

    def __init__(self, memory: Memory) -> None:
        app = create_app(memory)

        @app.middleware("http")
        async def strict(request: Any, call_next: Any) -> Any:
            answer = await call_next(request)
            answer.headers["content-security-policy"] = POLICY
            return answer

        config = uvicorn.Config(app, port=0, log_level="warning")
        self.server = uvicorn.Server(config)
        self.thread = Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()

    @property
    def address(self) -> str:
        """Where its console is."""
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}/console/"

    def stop(self) -> None:
        """End it."""
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """A memory of 160 runs, one of them full of markup."""
    with Memory.open(
        tmp_path_factory.mktemp("kept"), embedder=WordEmbedder()
    ) as memory:
        memory.learn_many(many_runs(160))
        memory.learn(
            {
                "task": f"press {MARKUP}",
                "app": MARKUP,
                "url": "javascript:window.hurt=1",
                "steps": [
                    {
                        "action": "click",
                        "target": {"role": "button", "name": MARKUP, "test_id": MARKUP},
                        "page_before": {
                            "url": "javascript:window.hurt=1",
                            "title": MARKUP,
                            "screenshot_ref": MARKUP,
                        },
                        "thought": MARKUP,
                        "error": MARKUP,
                    }
                ],
                "outcome": "success",
                "source": MARKUP,
                "source_task_id": "markup",
            }
        )
        memory.generalize()
        yield memory


@pytest.fixture(scope="module")
def served(kept: Memory) -> Iterator[Served]:
    serving = Served(kept)
    yield serving
    serving.stop()


@pytest.fixture(scope="module")
def tab(browser: None) -> Iterator[Any]:
    with browser_page() as page:
        page.set_viewport_size({"width": 1280, "height": 860})
        yield page


@pytest.fixture
def page(tab: Any, served: Served) -> Iterator[Any]:
    """A tab with nothing chosen; what goes wrong in it fails the test."""
    wrong: list[str] = []
    page = tab.context.new_page()
    page.set_viewport_size({"width": 1280, "height": 860})
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda one: wrong.append(one.text) if _is_wrong(one) else None)
    page.goto(served.address)
    page.evaluate("localStorage.clear()")
    yield page
    page.close()
    assert wrong == []


def _is_wrong(message: Any) -> bool:
    """Is it more than an answer that a test wanted to fail?"""
    return message.type == "error" and "Failed to load resource" not in message.text


def shown(page: Any, served: Served, address: str) -> None:
    """Open a view and wait until it is there."""
    page.goto("about:blank")
    page.goto(served.address + address)
    ready(page)


def ready(page: Any) -> None:
    page.wait_for_selector("main:not([aria-busy]) h1")


def ids(kept: Memory) -> dict[str, str]:
    found = kept.search("tea", kinds=["task"], top_n=1)[0]
    run = kept.recall(found.text).experiences[0].experience_id
    return {"run": run, "pattern": kept.patterns()[0].pattern_id}


def check_view(page: Any, address: str, text: str) -> None:
    """What holds for each view, whatever it shows."""
    assert page.locator("h1").count() == 1, address
    assert page.locator("[role=alert]:visible").count() == 0, address
    assert page.evaluate(UNLABELLED) == [], address
    levels = page.evaluate(HEADINGS)
    assert all(below - above <= 1 for above, below in pairwise(levels)), address
    assert not re.search(r"\b(?:undefined|NaN|\[object)|-\[|\]-", text), address
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, address


@pytest.mark.parametrize(
    ("language", "theme"),
    [("zh", "dark"), ("en", "dark"), ("zh", "light"), ("en", "light")],
)
def test_each_view_in_each_language_and_theme(
    page: Any, served: Served, kept: Memory, language: str, theme: str
) -> None:
    choices = {"kgmem.language": language, "kgmem.theme": theme}
    page.evaluate("chosen => Object.assign(localStorage, chosen)", choices)
    for address in VIEWS:
        shown(page, served, address.format(**ids(kept)))

        text = page.inner_text("body")
        check_view(page, address, text)
        assert not re.search(r"(?:^|\s)(?:nav|state|runs|patterns)\.\w+", text), address
        assert ("解释一次召回" in text) == (language == "zh"), address
    too_faint = [one for one in page.evaluate(CONTRAST) if one[1] < one[2]]
    assert too_faint == []
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == theme


def test_stored_markup_is_text_wherever_it_is_shown(
    page: Any, served: Served, kept: Memory
) -> None:
    [run] = kept.recall(f"press {MARKUP}", app=MARKUP).experiences[:1]
    addresses = (
        f"#/runs/{run.experience_id}",
        "#/runs",
        "#/patterns",
        "#/search?q=press",
        "#/recall?task=press+%3Cimg+src%3Dx+onerror%3D%22window.hurt%3D1%22%3E",
        "#/%3Cscript%3E",
    )
    for address in addresses:
        shown(page, served, address)

        assert page.evaluate("window.hurt") is None, address
        assert page.locator("main :is(script, img, iframe)").count() == 0, address
        assert page.locator('a[href^="javascript:"]').count() == 0, address
    shown(page, served, f"#/runs/{run.experience_id}")
    assert "<script>window.hurt" in page.inner_text("h1")


def test_all_of_it_by_keyboard(page: Any, served: Served) -> None:
    shown(page, served, "#/runs")

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.evaluate("location.hash").startswith("#/runs")

    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "find"
    page.keyboard.type("tea")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hits")
    assert page.evaluate("location.hash").startswith("#/search?")

    while not page.evaluate("document.activeElement.matches('.hit h2 a')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".route")
    assert page.evaluate("document.activeElement.tagName") == "H1"

    while not page.evaluate("document.activeElement.matches('.candidate a')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".steps")

    page.focus("#do-quarantine")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0


def test_a_pattern_is_approved_and_released_with_who_and_why(
    page: Any, served: Served, kept: Memory
) -> None:
    key = ids(kept)["pattern"]
    shown(page, served, f"#/patterns/{key}")

    for verb in ("approve", "release"):
        page.click(f"#do-{verb}")
        page.fill("dialog [name=by]", "Ann")
        page.fill("dialog [name=why]", f"{verb} {MARKUP}")
        page.click("dialog [type=submit]")
        page.wait_for_selector(f".log :text('{verb} <script>')")

    decisions = kept.history(key)
    assert [(one.verb, one.by) for one in decisions] == [
        ("approve", "Ann"),
        ("release", "Ann"),
    ]
    assert page.evaluate("window.hurt") is None


def test_a_run_is_forgotten_once_it_is_confirmed(
    page: Any, served: Served, kept: Memory
) -> None:
    learned = kept.learn(next(many_runs(1, seed=99)))
    shown(page, served, f"#/runs/{learned.experience_id}")

    page.click("#do-forget")
    page.click("dialog [type=submit]")
    page.wait_for_selector("main table")

    shown(page, served, f"#/runs/{learned.experience_id}")
    assert "Not found" in page.inner_text("h1")


def test_the_space_stays_in_every_address(
    page: Any, served: Served, kept: Memory
) -> None:
    kept.in_space("其他").learn(next(many_runs(1, seed=5)))
    shown(page, served, "#/runs")

    page.select_option("#space", "其他")
    page.wait_for_function("() => document.querySelectorAll('tr').length === 2")
    page.click("tbody th a")
    page.wait_for_selector(".steps")

    assert "space=" in page.evaluate("location.hash")
    assert page.input_value("#space") == "其他"


def lock(page: Any, calls: str, key: str) -> None:
    """These calls are answered for this key alone."""

    def locked(route: Any) -> None:
        if route.request.headers.get("authorization") == f"Bearer {key}":
            route.continue_()
        else:
            error = {"code": "Unauthorized", "message": ""}
            route.fulfill(status=401, json={"error": error})

    page.route(calls, locked)


def test_a_key_is_asked_for_until_one_is_taken(page: Any, served: Served) -> None:
    lock(page, "**/v1/**", "right")
    page.goto("about:blank")
    page.goto(f"{served.address}#/runs")
    for key in ("wrong", "right"):
        page.fill("dialog [name=key]", key)
        page.click("dialog [type=submit]")
    ready(page)

    assert page.locator("tbody tr").count() == 50
    assert page.evaluate("sessionStorage['kgmem.key']") == "right"
    assert page.evaluate("JSON.stringify(localStorage)").count("right") == 0


def test_a_server_that_is_gone_is_said_to_be(page: Any, served: Served) -> None:
    shown(page, served, "#/runs")
    page.route("**/v1/views/patterns**", lambda route: route.abort())

    page.click("nav a[href*=patterns]")
    page.wait_for_selector("[role=alert] h1")

    assert "does not answer" in page.inner_text("h1")
    page.unroute("**/v1/views/patterns**")
    page.click("[role=alert] button")
    page.wait_for_selector("main table")


def test_on_a_small_screen_nothing_is_cut_off(
    page: Any, served: Served, kept: Memory
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    for address in VIEWS:
        shown(page, served, address.format(**ids(kept)))

        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, address
