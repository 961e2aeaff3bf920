"""What a person reads on a live page is recorded with where it stands.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from typing import Any

import pytest

from kgmem import Memory, Step, record_page
from kgmem.browser import PageDriver, replay
from kgmem_agents.browser.record import PageRecording
from tests.live.conftest import SHOP

pytestmark = [pytest.mark.live, pytest.mark.slow]

DESK = """<h1>Desk</h1><button onclick="desk.hidden = false">Show</button>
<div id=desk hidden><table><thead><tr><th>Person<th>Open<th>Due<tbody>
<tr><td><a>Ann</a><td>3<td>12 May<tr><td><a>Bob</a><td>5<td>13 May</table>
<dl><dt>Price<dd><b>3 EUR</b><dt>Stock<dd>5</dl>
<ul><li>Lamp<li>Chair</ul><input value="A-17" aria-label=Code>
<script>desk.attachShadow({mode: "open"})
  .innerHTML = "<slot></slot><i>Level 7</i>"</script>
</div>"""


class Unlearned:
    """Takes a run and keeps it."""

    def learn(self, run: Any) -> None:
        self.run = run


def served(route: Any) -> Any:
    return route.fulfill(body=DESK, content_type="text/html")


@pytest.fixture
def desk(page: Any) -> Any:
    page.goto(f"{SHOP}desk")
    return page


def selected(desk: Any, words: str) -> None:
    """As a person does: drag over it."""
    box = desk.get_by_text(words, exact=True).bounding_box()
    width = len(words) * 8
    desk.mouse.move(box["x"] + 1, box["y"] + box["height"] / 2)
    desk.mouse.down()
    desk.mouse.move(box["x"] + width, box["y"] + box["height"] / 2, steps=3)
    desk.mouse.up()


def recorded(desk: Any, words: str, *keys: str) -> tuple[PageRecording, Unlearned]:
    kept = Unlearned()
    with record_page(desk, kept, "Tell what it is") as run:
        desk.click("button")
        selected(desk, words)
        for key in keys:
            desk.keyboard.press(key)
    return run, kept


def read_step(run: PageRecording) -> Step:
    _, step = run.steps
    assert step.action == "read"
    assert step.target is not None
    return step


@pytest.mark.parametrize(
    ("key", "of", "value"),
    [
        ("1", "value", "Bob"),
        ("F8", "value", "Bob"),
        ("2", "list", "Ann\nBob"),
        ("3", "count", "2"),
        ("4", "presence", "true"),
    ],
)
def test_of_a_selected_cell_the_value_the_column_or_their_number_is_read(
    desk: Any, key: str, of: str, value: str
) -> None:
    run, _ = recorded(desk, "Bob", "F8", key)

    step = read_step(run)
    assert (step.value, step.params["of"]) == (value, of)
    assert step.target.attributes["column head"] == "Person"
    assert step.target.container[0] == "Bob\t5\t13 May"


def test_the_page_keeps_with_what_is_read_all_that_stands_beside_it(desk: Any) -> None:
    run, _ = recorded(desk, "3 EUR", "F8", "1")

    step = read_step(run)
    shown = {one.text: one for one in step.page_before.elements}
    assert step.target.attributes["label before"] == "Price"
    assert shown["3"].attributes["column head"] == "Open"
    assert shown["12 May"].container[0] == "Ann\t3\t12 May"
    assert shown["Level 7"].tag == "i"


def test_what_is_selected_in_a_field_or_a_shadow_root_is_read(desk: Any) -> None:
    run, _ = recorded(desk, "Level 7", "F8", "1")
    with record_page(desk, Unlearned(), "Tell it") as again:
        desk.get_by_label("Code").select_text()
        desk.keyboard.press("F8")
        desk.keyboard.press("1")

    assert read_step(run).value == "Level 7"
    (step,) = again.steps
    assert (step.action, step.value, step.target.name) == ("read", "A-17", "Code")


def test_the_hint_is_no_part_of_the_page_and_escape_takes_it_back(desk: Any) -> None:
    with record_page(desk, Unlearned(), "Tell it") as run:
        desk.click("button")
        selected(desk, "Bob")
        before = desk.evaluate("pageWatch.state()")
        desk.keyboard.press("F8")
        now = desk.evaluate("pageWatch.state()")
        desk.keyboard.press("Escape")

    assert now == before
    assert [step.action for step in run.steps] == ["click"]
    assert run.missed == ()


def test_without_a_selection_the_key_is_the_page_s_own(desk: Any) -> None:
    desk.evaluate("""addEventListener("keydown", (e) => {
        if (e.key === "F8") document.querySelector("h1").textContent = "Done"; })""")

    with record_page(desk, Unlearned(), "Do it") as run:
        desk.keyboard.press("F8")

    assert [(step.action, step.value) for step in run.steps] == [("key", "F8")]


def test_an_answer_that_is_told_comes_with_what_the_last_page_shows(desk: Any) -> None:
    kept = Unlearned()
    with record_page(desk, kept, "How many are open for Ann?") as run:
        desk.click("button")
        run.answer = "3 open"

    assert kept.run["answer"] == "3 open"
    shown = [one.get("text") for one in kept.run["steps"][-1]["page_after"]["elements"]]
    assert shown.count("3") == 1


def test_a_window_that_is_closed_has_told_what_it_showed(
    desk: Any, memory: Memory
) -> None:
    with record_page(desk, memory, "How many are open for Ann?", app="desk") as run:
        desk.click("button")
        desk.wait_for_timeout(900)
        desk.close()
        run.answer = "3"

    (step, *_) = memory.experience(run.learned.experience_id).steps
    assert step.page_after.url == f"{SHOP}desk"


@pytest.mark.parametrize("is_told", [False, True], ids=["selected", "told"])
def test_what_was_read_for_one_is_read_for_another(
    desk: Any, memory: Memory, is_told: bool
) -> None:
    task = 'How many are open for "{}"?'
    with record_page(desk, memory, task.format("Ann"), app="desk") as run:
        desk.click("button")
        if is_told:
            run.answer = "3"
        else:
            selected(desk, "3")
            desk.keyboard.press("F8")
            desk.keyboard.press("1")
        run.succeed(judge="person")

    desk.goto(f"{SHOP}desk")
    found = memory.recall(task.format("Bob"), app="desk")
    assert found.plan is not None
    followed = replay(desk, found.plan, memory)

    assert followed.outcome == "success"
    assert followed.answer is not None
    assert (followed.answer.text, followed.answer.value) == ("5", 5)


def test_a_number_is_told_with_its_row_as_the_page_has_it(desk: Any) -> None:
    row = "<tr><td><button>{}</button><td>{}<td>9.50 EUR"
    head = "<tr><th>Order<th>Person<th>Sum"
    desk.set_content(f"<table>{head}{row.format('5', 'Ann')}{row.format('7', 'Bob')}")

    first, *_ = PageDriver(desk).elements()

    assert first["container"][0] == "Ann\t9.50 EUR"
