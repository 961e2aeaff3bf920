"""What no plan does is done in the client's own browser: several acts with one call,
and learned as the page showed them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from kgmem import Element, Followed, Outcome, Page, Plan, PlanStep, Step, follow
from kgmem.agents import Value
from kgmem_agents.browser.driver import PageDriver
from kgmem_agents.mcp.answer import ToolAnswer
from kgmem_agents.mcp.arguments import DoneStep, Maybe, Steps, Untold
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.replaying import BrowserTool, page_text, shown
from kgmem_agents.mcp.shapes import ANY, TEXT, WHOLE, object_of, or_null
from kgmem_agents.mcp.tools import ended, keep, part_of_run

DO = "do"


class DoArguments(Value):
    acts: Steps
    task: Annotated[Maybe, Field(description="With the first call.")] = None
    app: Untold[Maybe] = None
    run_id: Maybe = None
    outcome: Annotated[Outcome | None, Field(description="Once all is done.")] = None
    answer: Maybe = None


@dataclass(frozen=True, slots=True)
class DoTool(BrowserTool):
    """Does what a client tells, and records it with what the page showed."""

    def answer(self, ongoing: Ongoing, asked: DoArguments) -> ToolAnswer:
        """What was done, the page as it is then, and the run that it is part of."""
        plan = planned(asked)
        with self.driving(plan) as (driver, _):
            begins = asked.run_id, asked.task, asked.app, driver.address(), DO
            with part_of_run(ongoing, *begins) as run_id:
                now = follow(ongoing.memory, plan, driver, report=False)
                steps = with_page(now.steps, driver) if asked.answer else now.steps
                keep(ongoing, run_id, steps)
            page, elements = shown(driver)
        lines = [
            f"{now.done} of {len(plan.steps)} done. run_id: {run_id}; name it next."
        ]
        if now.reason:
            lines.append(f"Stopped at act {now.failed_step}: {now.reason}.")
        elif asked.outcome is not None:
            lines.append(ended(ongoing, run_id, asked.outcome, None, asked.answer).text)
        lines.append(page_text(page, elements))
        return ToolAnswer("\n".join(lines), told(now, run_id, page))


def planned(asked: DoArguments) -> Plan:
    """The acts as a plan, which nothing is known of but what they say."""
    return Plan.model_validate(
        {
            "plan_id": DO,
            "task": asked.task or DO,
            "route": "reflexion_explore",
            "steps": [as_step(n, act) for n, act in enumerate(asked.acts, 1)],
            "origin": {"kind": "experience", "id": DO},
        }
    )


def with_page(steps: Sequence[Step], driver: PageDriver) -> Sequence[Step]:
    """The steps with all that the page shows after them, where an answer stands; where
    nothing was done, a look at it."""
    *before, last = steps or [Step(action="wait", value="0")]
    told = {"url": driver.address(), "elements": driver.readable()}
    page = Page.model_validate(told)
    return [*before, last.model_copy(update={"page_after": page})]


def as_step(n: int, act: DoneStep) -> PlanStep:
    """The act as a step of a plan."""
    target = None if act.target is None else Element.model_validate(act.target)
    return PlanStep(
        n=n, action=act.action, target=target, value=act.value, params=act.params
    )


def told(now: Followed, run_id: str, page: object) -> dict[str, object]:
    """The answer's values."""
    return {
        "run_id": run_id,
        "done": now.done,
        "failed_step": now.failed_step,
        "page": page,
    }


def do_tool(browser: str, like: BrowserTool) -> DoTool:
    """The tool for the browser at this address, which `like` acts in, too."""
    return DoTool(
        DO,
        "Do in your browser what no plan does, many acts a call; tells the page. "
        "With outcome it is learned.",
        DoArguments,
        object_of(run_id=TEXT, done=WHOLE, failed_step=or_null(WHOLE), page=ANY),
        browser,
        at_work=like.at_work,
        pages=like.pages,
    )
