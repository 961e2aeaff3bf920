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

import kgmem
from kgmem import Memory, Plan
from kgmem.browser import PageDriver

URL, APP = "http://shop.example/", "corner shop"
SHOP = """<label>Deliver to<input></label> <label>Article<input></label>
<button onclick="let [a, b] = document.querySelectorAll('input');
  done.innerText = b.value + ' to ' + a.value">Order</button> <p id="done"></p>"""


def explore(driver: PageDriver, task: str, goal: str) -> list[dict]:
    """Try the quoted values in all fields until the page shows the goal."""
    for values in permutations(re.findall('"(.+?)"', task)):
        print("  I try", *values, sep=" | ")
        steps = [{"action": "type", "value": v} for v in values] + [{"action": "click"}]
        for n, step in enumerate(steps):
            step["target"] = driver.elements()[n]
            driver.act(step["action"], step["target"], step.get("value"))
        if driver.tab.inner_text("#done") == goal:
            return steps
    raise SystemExit(f"I found no way to {task}")


def follow(driver: PageDriver, memory: Memory, plan: Plan, goal: str) -> None:
    """Do the plan; stop where an element is not surely there."""
    done = kgmem.follow(
        memory,
        plan,
        driver,
        confirm=lambda step: True,  # ask a person here: an order can't be taken back
        verify=lambda: driver.tab.inner_text("#done") == goal,  # better: ask the shop
    )
    for step in done.steps:
        print("  I know", step.action, step.target.name, step.value or "", sep=" | ")
    print(f"  {done.outcome}: {done.reason or 'checked'}")


def order(page: Page, memory: Memory, html: str, item: str, city: str) -> None:
    """Order it in this version of the shop: from memory if known, else by trying."""
    task, goal = f'Order "{item}" and have it sent to "{city}"', f"{item} to {city}"
    print(task)
    page.route(URL, lambda route: route.fulfill(body=html, content_type="text/html"))
    driver = PageDriver(page)
    driver.open(URL)
    known = memory.recall(task, app=APP, url=URL, elements=driver.elements())
    if known.plan and known.route == "direct_replay":
        return follow(driver, memory, known.plan, goal)
    steps = explore(driver, task, goal)
    run = {"task": task, "app": APP, "outcome": "success", "judge": "the shop's answer"}
    memory.learn({**run, "steps": steps})


if __name__ == "__main__":
    how = {"headless": False, "slow_mo": 800} if "--show" in sys.argv else {}
    with TemporaryDirectory() as home, sync_playwright() as web, Memory.open(home) as m:
        browser = web.chromium.launch(executable_path=shutil.which("chromium"), **how)
        page = browser.new_page()
        order(page, m, SHOP, "lamp", "Oslo")
        order(page, m, SHOP, "red chair", "Bern")
        order(page, m, SHOP.replace("Article", "Greeting card"), "mug", "Lima")
