"""`kgmem record` and `kgmem replay`: a task is shown in a browser, and done there."""

import sys
import threading
from collections.abc import Mapping
from contextlib import suppress

import click

from kgmem import Followed, InvalidInput, Plan, PlanStep
from kgmem.agents import (
    Opening,
    argument,
    aside,
    command,
    describe_step,
    kind_of_field,
    one_line,
    option,
    print_recollection,
    said,
    screen,
    start_of,
    text_or_stdin,
)

STOPPED = 1
"""Exit code where not all was done."""


APP = option("App of the task; by default its site.")
BROWSER = option(
    "The browser to start; by default the Chromium, Chrome or Edge that is installed.",
    metavar="PATH",
)
CONNECT = option(
    "Take the browser that runs already, started with --remote-debugging-port=9222: "
    "http://127.0.0.1:9222.",
    metavar="URL",
)
HEADLESS = option("Without a window.")


@command()
def record(
    opening: Opening,
    url: str = argument("URL"),
    task: str | None = option("What is shown, in a sentence; asked for at the end."),
    app: str | None = APP,
    browser: str | None = BROWSER,
    connect: str | None = CONNECT,
    headless: bool = HEADLESS,
) -> None:
    """Record a task that you do in a browser's window, and learn it.

    Say the task as it will be asked for later, with its values: they become what
    varies. Where it asks for something, select that on the page and press F8, or type
    it at the end: a replay reads it there anew. Passwords and other secrets are
    replaced before anything is stored.

    Examples:
      kgmem record https://shop.example/ --task 'Order a "lamp" for "Ann"'
      kgmem replay 'Order a "red chair" for "Bob"'
    """
    from kgmem_agents.browser.record import record_page
    from kgmem_agents.browser.window import await_end, show, window

    with (
        opening.memory() as memory,
        window(path=browser, connect=connect, headless=headless) as page,
        record_page(page, memory, task, app=app, outcome="unknown") as shown,
    ):
        show(page, url)  # once everything that is done there is heard
        aside().print(said("do the task in the window; then close it, or press Enter"))
        aside().print(said("what it is asked for: select it there and press F8"))
        line = _Line()
        await_end(page, line.entered)
        if not line.entered.is_set():
            aside().print(said("the window is closed; press Enter to go on"))
            line.wait()
        steps = len(shown.steps)
        aside().print(said(f"{steps} steps were seen"))
        if not steps:
            raise InvalidInput("nothing was done on the page: nothing is learned")
        if task is None:
            shown.task = click.prompt(said("What was the task, with its values?"))
        with suppress(click.Abort):  # nobody says: it is unknown
            if click.confirm(said("Did it succeed?"), default=True):
                shown.succeed()
                if not any(step.does.gives for step in shown.steps):
                    asked = said("What was the answer? (Enter: none)")
                    shown.answer = click.prompt(asked, "", show_default=False) or None
            else:
                shown.fail()
    learned = shown.learned
    if learned is not None:
        screen().print(said(f"learned as run {learned.experience_id}"))


@command()
def replay(
    opening: Opening,
    task: str = argument("TEXT", type=text_or_stdin),
    url: str | None = option("Where to begin; by default where the run began."),
    values: tuple[str, ...] = option(
        "A value that the plan asks for.", "--set", metavar="NAME=VALUE"
    ),
    app: str | None = APP,
    browser: str | None = BROWSER,
    connect: str | None = CONNECT,
    headless: bool = HEADLESS,
) -> None:
    """Do the task TEXT in a browser's window, as it was done before.

    What the task does not say is asked for, and so is each step that can't be taken
    back. Each element is found again or it stops; the exit code is then 1.

    Examples:
      kgmem replay 'Order a "red chair" for "Bob"'
      kgmem replay 'Order a chair' --set name=Bob --url https://shop.example/
    """
    from kgmem_agents.browser.replay import replay as follow
    from kgmem_agents.browser.window import show, window

    with opening.memory() as memory:
        found = memory.recall(task, app=app, url=url)
        if found.plan is None:
            print_recollection(screen(), found)
            raise click.exceptions.Exit(STOPPED)
        plan = _settled(found.plan, _values(values))
        begin = url or start_of(memory, plan)
        with window(path=browser, connect=connect, headless=headless) as page:
            if begin:
                show(page, begin)
            done = follow(page, plan, memory, confirm=confirmed)
            _tell(done)
            if done.outcome != "success" and not headless:
                aside().print(said("go on in the window; press Enter to close it"))
                _Line().wait()
    if done.outcome != "success":
        raise click.exceptions.Exit(STOPPED)


class _Line:
    """A line of standard input that somebody may enter meanwhile."""

    def __init__(self) -> None:
        self.entered, self._is_read = threading.Event(), threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        if sys.stdin.readline():
            self.entered.set()
        self._is_read.set()

    def wait(self) -> None:
        """Until it is there, or none will come."""
        self._is_read.wait()


def _values(given: tuple[str, ...]) -> Mapping[str, str]:
    pairs = [one.partition("=") for one in given]
    if wrong := [name for name, mark, _ in pairs if not mark]:
        raise click.UsageError(f"--set {wrong[0]}: NAME=VALUE is needed.")
    return {name: value for name, _, value in pairs}


def _settled(plan: Plan, given: Mapping[str, str]) -> Plan:
    """The plan with what it asks for, and with what it does not do agreed to."""
    asked = {
        name: given[name] if name in given else _asked(name)
        for name in plan.asks
        if name in given or name not in plan.reads
    }
    if plan.further:
        told = said(f"the plan is not known to do: {'; '.join(plan.further)}")
        aside().print(one_line(told), style="yellow")
        click.confirm(said("Go on without it?"), abort=True, err=True)
        plan = plan.settled()
    return plan.answered(asked) if asked else plan


def _asked(name: str) -> str:
    hidden = kind_of_field(name) is not None
    value: str = click.prompt(name, err=True, hide_input=hidden)
    return value


def confirmed(step: PlanStep) -> bool:
    """Does the person allow the step?"""
    return click.confirm(said(f"{describe_step(step)}: go on?"), err=True)


def _tell(done: Followed) -> None:
    for name, answer in done.answers.items():
        screen().print(one_line(f"{name}: {answer.text}"))
    outcome = said(f"{done.outcome}: {done.done} of {len(done.plan.steps)} steps")
    screen().print(
        one_line(f"{outcome}: {said(done.reason)}" if done.reason else outcome)
    )
