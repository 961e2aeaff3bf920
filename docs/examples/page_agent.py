"""A page agent with a memory: what it had to find out once, it does from memory.

    uv run --extra browser python docs/examples/page_agent.py

In a small shop page it first tries which value belongs into which field; then it
recalls a plan, locates each step's element, and acts. Needs Chromium on PATH.
"""

import re
import shutil
from itertools import permutations
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from kgmem import Memory, Plan

APP = "corner shop"
SHOP = """<label>Deliver to <input id="city"></label> <p id="ordered"></p>
<label>Article <input id="item"></label>
<button onclick="ordered.innerText = item.value + ' to ' + city.value">Order</button>"""
LOOK = """() => [...document.querySelectorAll('input, button')].map((e) => ({
  tag: e.localName, role: e.localName === 'input' ? 'textbox' : 'button',
  name: e.labels?.[0]?.innerText.trim() || e.innerText, attributes: {id: e.id}}))"""


def act(page: Page, index: int, action: str, value: str | None) -> None:
    """Do it to the element of this place in the list that `LOOK` gives."""
    element = page.locator("input, button").nth(index)
    element.fill(value or "") if action == "type" else element.click()


def explore(page: Page, task: str, goal: str) -> list[dict]:
    """Try the quoted values in all fields until the page shows the goal."""
    for values in permutations(re.findall('"(.+?)"', task)):
        steps, left = [], list(values)
        for index, element in enumerate(page.evaluate(LOOK)):
            is_button = element["role"] == "button"
            action, value = ("click", None) if is_button else ("type", left.pop(0))
            act(page, index, action, value)
            steps.append({"action": action, "target": element, "value": value})
        if page.inner_text("#ordered") == goal:
            return steps
    raise RuntimeError(f"no way found to {task}")


def follow(page: Page, memory: Memory, plan: Plan) -> None:
    """Do the plan's steps, until one's element is not surely there."""
    for step in plan.steps:
        located = memory.locate(step, page.evaluate(LOOK))
        if located.index is None:
            return
        act(page, located.index, step.action, step.value)


def order(page: Page, memory: Memory, item: str, city: str) -> str:
    """Order it, from memory if possible; says how."""
    task, goal = f'Order "{item}" and have it sent to "{city}"', f"{item} to {city}"
    page.set_content(SHOP)
    known = memory.recall(task, app=APP, elements=page.evaluate(LOOK))
    if known.plan and known.route == "direct_replay":
        follow(page, memory, known.plan)
        done = page.inner_text("#ordered") == goal
        memory.report(known.plan, "success" if done else "failure")
        if done:
            return "from memory"
    run = {"task": task, "app": APP, "outcome": "success"}
    memory.learn(run | {"steps": explore(page, task, goal)})
    return "explored"


if __name__ == "__main__":
    with TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page, memory = browser.new_page(), Memory.open(home)
        for what in [("lamp", "Oslo"), ("red chair", "Bern"), ("mug", "Lima")]:
            print(*what, order(page, memory, *what), sep=", ")  # noqa: T201
        memory.close()
        browser.close()
