"""A page agent with a memory: slow the first time, at once the second time.

    uv run --extra browser python docs/examples/page_agent.py [--show]

Needs Chromium on PATH. Where a changed page leaves it unsure, it stops and asks.
"""

# ruff: noqa: T201
import re
import shutil
import sys
from itertools import permutations
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from kgmem import Memory, Plan

URL, APP = "http://shop.example/", "corner shop"
SHOP = """<label>Deliver to<input></label> <label>Article<input></label>
<button onclick="let [a, b] = document.querySelectorAll('input');
  done.innerText = b.value + ' to ' + a.value">Order</button> <p id="done"></p>"""
LOOK = """() => [...document.querySelectorAll('input, button')].map(e => ({
  role: e.labels[0] ? 'textbox' : 'button', name: (e.labels[0] || e).innerText}))"""


def act(page: Page, index: int, action: str, value: str | None) -> None:
    """Do it to the element of this place in the list that `LOOK` gives."""
    element = page.locator("input, button").nth(index)
    element.fill(value or "") if action == "type" else element.click()


def explore(page: Page, task: str, goal: str) -> list[dict]:
    """Try the quoted values in all fields until the page shows the goal."""
    for values in permutations(re.findall('"(.+?)"', task)):
        print("  I try", *values, sep=" | ")
        steps = [{"action": "type", "value": v} for v in values] + [{"action": "click"}]
        for n, step in enumerate(steps):
            step["target"] = page.evaluate(LOOK)[n]
            act(page, n, step["action"], step.get("value"))
        if page.inner_text("#done") == goal:
            return steps
    raise SystemExit(f"I found no way to {task}")


def follow(page: Page, memory: Memory, plan: Plan) -> None:
    """Do the plan step by step; stop where an element is not surely there."""
    for step in plan.steps:
        located = memory.locate(step, page.evaluate(LOOK))
        if located.index is None:
            reason = f'I stop and ask: where is "{step.target.name}"?'
            memory.report(plan, "failure", failed_step=step.n, reason=reason)
            return print(" ", reason)
        print("  I know", step.action, step.target.name, step.value or "", sep=" | ")
        act(page, located.index, step.action, step.value)
    memory.report(plan, "success", actions=len(plan.steps))


def order(page: Page, memory: Memory, html: str, item: str, city: str) -> None:
    """Order it in this version of the shop: from memory if known, else by trying."""
    task = f'Order "{item}" and have it sent to "{city}"'
    print(task)
    page.route(URL, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(URL)
    known = memory.recall(task, app=APP, url=URL, elements=page.evaluate(LOOK))
    if known.plan and known.route == "direct_replay":
        return follow(page, memory, known.plan)
    steps = explore(page, task, f"{item} to {city}")
    memory.learn({"task": task, "app": APP, "outcome": "success", "steps": steps})


if __name__ == "__main__":
    how = {"headless": False, "slow_mo": 800} if "--show" in sys.argv else {}
    with TemporaryDirectory() as home, sync_playwright() as web, Memory.open(home) as m:
        browser = web.chromium.launch(executable_path=shutil.which("chromium"), **how)
        page = browser.new_page()
        order(page, m, SHOP, "lamp", "Oslo")
        order(page, m, SHOP, "red chair", "Bern")
        order(page, m, SHOP.replace("Article", "Greeting card"), "mug", "Lima")
