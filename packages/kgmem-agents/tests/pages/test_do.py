"""One call for the first time and the second, on a page of a real browser.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from kgmem import Handover, Memory
from kgmem.browser import PageDriver
from tests.pages.desk import desk_server

pytestmark = [pytest.mark.live, pytest.mark.slow]

PRICES = {"lamp": "12.50 EUR", "sofa": "250.00 EUR", "chair": "33.10 EUR"}
LIST = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in PRICES)
ASKED = 'What does the "{article}" cost?'


def served(route: Any) -> None:
    name = route.request.url.rpartition("/")[2]
    price = f"<tr><th>Price</th><td>{PRICES.get(name)}</td></tr>"
    rows = f"<tr><th>Weight</th><td>3 kg</td></tr>{price}"
    page = f"<h1>{name}</h1><table>{rows}</table>" if name else f"<ul>{LIST}</ul>"
    route.fulfill(body=page, content_type="text/html")


@pytest.fixture
def driver(page: Any) -> Iterator[PageDriver]:
    made = PageDriver(page)
    yield made
    made.release()


class Asker:
    """Looks a price up, as somebody would."""

    def __init__(self, page: Any) -> None:
        self.page, self.tasks = page, list[str]()

    def __call__(self, left: Handover) -> str:
        self.tasks.append(left.task)
        self.page.click(f"text={left.task.split(chr(34))[1]}")
        price: str = self.page.inner_text("tr:has-text('Price') td")
        return price


def test_what_the_agent_answered_is_read_from_the_page_the_second_time(
    driver: PageDriver, page: Any, memory: Memory
) -> None:
    agent = Asker(page)

    memory.do(ASKED.format(article="lamp"), agent=agent, driver=driver)
    second = memory.do(ASKED.format(article="sofa"), agent=agent, driver=driver)

    assert len(agent.tasks) == 1
    assert second.answer
    assert second.answer.text == "250.00 EUR"


def test_a_question_is_asked_for_each_row(
    driver: PageDriver, page: Any, memory: Memory
) -> None:
    memory.do(ASKED.format(article="lamp"), agent=Asker(page), driver=driver)
    rows = [{"article": name} for name in ("sofa", "table", "chair")]

    told = memory.run(ASKED, rows, driver)

    assert [row.outcome for row in told.rows] == ["success", "aside", "success"]
    assert not told.rows[1].may_be_done
    assert told.results
    assert "3,chair,success,,,33.10 EUR" in told.results.read_text("utf-8-sig")


LENT = """<h1>Loans</h1><label>Title <input id=t></label><button id=b>Lend</button>
<p role=alert id=a></p><p role=status id=s></p><script>
const on = new URLSearchParams(location.search).get("says");
b.onclick = () => setTimeout(() => {
  if (t.value !== "Emma") s.innerText = `Lent: ${t.value}`;
  else if (on === "alert") a.innerText = "Emma is kept for another reader.";
  else if (on === "nothing") fetch("/lent", { method: "POST", body: t.value });
  else s.innerText = "Emma is kept for another reader.";
}, 200);
</script>"""


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        ("alert", "Emma is kept"),
        ("status", "Emma is kept"),
        ("nothing", "HTTP 409 /lent"),
    ],
)
def test_what_is_refused_in_words_that_no_run_saw_is_no_success(
    driver: PageDriver, page: Any, memory: Memory, says: str, reason: str
) -> None:
    page.route("**/loans*", lambda r: r.fulfill(body=LENT, content_type="text/html"))
    page.route("**/lent", lambda r: r.fulfill(status=409, body="{}"))
    handed = []

    def lend(left: Handover) -> None:
        handed.append(left.reason)
        page.fill("#t", left.task.split(chr(34))[1])
        page.click("#b")
        page.wait_for_selector("text=Lent:", timeout=2000)

    def asked(title: str) -> str:
        page.goto(f"http://shop.example/loans?says={says}")
        return memory.do(f'Lend "{title}"', agent=lend, driver=driver).outcome

    assert asked("Walden") == asked("Middlemarch") == "success"
    with pytest.raises(Exception, match="Timeout"):
        asked("Emma")
    assert handed[0] is None
    assert reason in str(handed[1])


SHELF = """<label>Title <input id=t></label><button id=b>Take</button>
<label>Days <input id=d></label><button id=c>Lend</button><script>
const send = (path) => fetch(path, { method: "POST", body: t.value });
b.onclick = () => send("/taken");
c.onclick = () => send("/lent");
</script>"""


def test_what_is_sent_is_awaited_and_a_step_that_is_refused_is_the_last(
    driver: PageDriver, page: Any, memory: Memory
) -> None:
    kept = []

    def keep(path: str, title: str) -> int:
        time.sleep(0.4)
        kept.append((path, title))
        return 423 if kept[-1] == ("/taken", "Emma") else 200

    def lend(left: Handover) -> None:
        page.fill("#t", left.task.split(chr(34))[1])
        page.click("#b")
        page.fill("#d", "7")
        page.click("#c")
        page.wait_for_timeout(900)

    with desk_server(SHELF, keep) as address:
        page.goto(address)
        memory.do('Lend "Walden"', agent=lend, driver=driver)
        page.goto(address)
        done = memory.do('Lend "Middlemarch"', agent=lend, driver=driver)
        by_then = list(kept)
        page.goto(address)
        left = memory.run('Lend "{title}"', [{"title": "Emma"}], driver)

    assert (done.outcome, by_then[-1]) == ("success", ("/lent", "Middlemarch"))
    assert kept[len(by_then) :] == [("/taken", "Emma")]
    assert "HTTP 423" in str(left.rows[0].reason)
