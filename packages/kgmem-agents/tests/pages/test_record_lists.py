"""What a live page's lists offer is recorded, and a task may choose what they take.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from typing import Any

import pytest

from kgmem import Memory, record_page
from kgmem.browser import replay
from tests.live.conftest import SHOP

pytestmark = [pytest.mark.live, pytest.mark.slow]

TRACKER = """<form onsubmit="event.preventDefault(); done.innerText =
  [...new FormData(this)].map((one) => one.join('=')).join('&')">
<label>Summary <input name=summary></label>
<label>Severity <select name=severity><option value="">-- choose --
<option value=1>Minor<option value=2>Major<option value=3 disabled>Blocker</select>
</label>
<fieldset><legend>Kind</legend>
<label><input type=radio name=kind value=b>Bug</label>
<label><input type=radio name=kind value=f>Feature</label></fieldset>
<button>Create</button></form><p id=done></p>"""
LISTBOX = """<ul id=list role=listbox aria-label=Priority>
<li role=option tabindex=0>High<li role=option tabindex=0>Low
<li role=option tabindex=0 aria-disabled=true>None</ul>"""
PAGES = {"tracker": TRACKER, "listbox": LISTBOX}


def served(route: Any) -> Any:
    wanted = route.request.url.removeprefix(SHOP)
    return route.fulfill(body=PAGES.get(wanted, ""), content_type="text/html")


def filed(page: Any, memory: Memory, kind: str, title: str, severity: str) -> Any:
    task = f'File a {kind.lower()} "{title}" with severity {severity.lower()}'
    with record_page(page, memory, task, app="tracker") as run:
        page.fill("[name=summary]", title)
        page.select_option("[name=severity]", label=severity)
        page.get_by_label(kind).check()
        page.click("button")
        run.succeed(judge="person")
    return run


def offered(run: Any) -> list[list[str]]:
    targets = (step.target for step in run.steps)
    return [[one.label for one in target.options] for target in targets]


def test_a_select_and_a_radio_group_are_recorded_with_what_they_offer(
    page: Any, memory: Memory
) -> None:
    page.goto(f"{SHOP}tracker")

    run = filed(page, memory, "Bug", "It fails", "Major")

    assert offered(run) == [[], ["Minor", "Major"], ["Bug", "Feature"], []]
    assert run.steps[2].target.container[0] == "Kind"
    assert not any("Minor" in text for text in run.steps[0].target.container)


def test_a_task_is_done_with_another_option_and_asks_for_what_is_none(
    page: Any, memory: Memory
) -> None:
    page.goto(f"{SHOP}tracker")
    filed(page, memory, "Bug", "It fails", "Major")
    filed(page, memory, "Feature", "Dark mode", "Minor")
    memory.generalize()
    known = memory.recall('File features "Tabs" with severity MAJOR', app="tracker")
    odd = memory.recall('File a bug "Tabs" with severity urgent', app="tracker")
    page.reload()

    assert known.plan is not None
    done = replay(page, known.plan, memory, confirm=lambda _: True)

    assert done.outcome == "success"
    assert page.inner_text("#done") == "summary=Tabs&severity=2&kind=f"
    assert odd.plan is not None
    assert odd.plan.asks == ("severity",)


def test_a_list_item_has_no_value_but_its_words(page: Any, memory: Memory) -> None:
    page.goto(f"{SHOP}listbox")

    with record_page(page, memory, "Set it to low", app="tracker") as run:
        page.click("text=Low")

    told = [(one.label, one.value) for one in run.steps[0].target.options]
    assert told == [("High", None), ("Low", None)]
