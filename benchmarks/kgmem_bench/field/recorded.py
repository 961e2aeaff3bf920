"""A scenario is recorded by a recorder, and learned by a memory."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgmem import Memory
from kgmem.browser import record_page
from kgmem_bench.field.play import Stage, play
from kgmem_bench.field.recorders import real
from kgmem_bench.field.recorders.agent_history import to_history, to_script
from kgmem_bench.field.recorders.chrome import to_chrome
from kgmem_bench.field.recorders.real import NotRecorded
from kgmem_bench.field.recorders.seen import Seen, watched
from kgmem_bench.field.recorders.selenium import to_side
from kgmem_bench.field.scenario import CODEGEN, Recorder, Scenario
from kgmem_bench.pages.chromium import chromium

APP = "field"
Writer = Callable[[str, str, list[Seen]], str]
MADE: dict[str, tuple[str, Writer]] = {
    "chrome-recorder": ("recording.json", to_chrome),
    "selenium-ide": ("recording.side", to_side),
    "browser-use": ("history.json", lambda _, url, seen: to_history(url, seen)),
}
"""Files that are made from what was seen, in the way of the tool."""
REAL = ("record_page", *CODEGEN, "trace")
"""Always; browser-use only where it is there."""
TIMEOUT_MS = 8000


@dataclass(slots=True)
class Bench:
    """A browser, and where things are."""

    browser: Any
    at: str
    folder: Path
    seen: dict[str, list[Seen]] = field(default_factory=dict)
    """By kind, what tools whose files are made see of it: played once."""

    def context(self) -> Any:
        """A fresh profile."""
        context = self.browser.new_context()
        context.set_default_timeout(TIMEOUT_MS)
        return context

    def url(self, scenario: Scenario) -> str:
        """Where the scenario begins."""
        return f"{self.at}/{scenario.page}"


def learn(
    bench: Bench, memory: Memory, scenario: Scenario, recorder: Recorder
) -> tuple[str, ...]:
    """Record the first values, and learn them; what was refused of it. Raises
    NotRecorded."""
    task = scenario.wording(scenario.values[0])
    try:
        if recorder == "record_page":
            _record_page(bench, memory, scenario, task)
            return ()
        path = recording(bench, scenario, recorder)
    except NotRecorded:
        raise
    except Exception as error:
        said = str(error).splitlines()[0]
        raise NotRecorded(f"can't be done while it records: {said}") from error
    try:
        receipt = memory.learn_from(path, task=task, app=APP, outcome="success")
    except Exception as error:
        raise NotRecorded(f"not learned: {error}") from error
    return tuple(f"{one.place}: {one.reason}" for one in receipt.refused)


def recording(bench: Bench, scenario: Scenario, recorder: Recorder) -> Path:
    """The recorder's file, made once."""
    folder = bench.folder / scenario.kind.replace(" ", "-").replace("/", "-")
    folder.mkdir(parents=True, exist_ok=True)
    acts = scenario.acted(scenario.values[0])
    url = bench.url(scenario)
    context = bench.context()
    try:
        if recorder in CODEGEN:
            if not real.can_record(context):
                raise NotRecorded("this Playwright starts no recorder for a program")
            return real.codegen(context, url, acts, recorder, folder)
        if recorder == "trace":
            return real.trace(context, url, acts, folder)
        if scenario.kind not in bench.seen:
            page = context.new_page()
            page.goto(url)
            bench.seen[scenario.kind] = watched(page, acts)
        return _made(scenario, recorder, url, bench.seen[scenario.kind], folder)
    finally:
        context.close()


def _made(
    scenario: Scenario, recorder: str, url: str, seen: list[Seen], folder: Path
) -> Path:
    task = scenario.wording(scenario.values[0])
    if recorder == "browser-use" and (python := real.agent_python()):
        script = to_script(task, url, seen)
        return real.agent(script, python, chromium(), folder)
    name, write = MADE[recorder]
    (folder / name).write_text(write(task, url, seen), encoding="utf-8")
    return folder / name


def _record_page(bench: Bench, memory: Memory, scenario: Scenario, task: str) -> None:
    context = bench.context()
    try:
        page = context.new_page()
        page.goto(bench.url(scenario))
        with record_page(page, memory, task, app=APP) as recording:
            play(Stage(page), scenario.acted(scenario.values[0]))
        if recording.learned is None:
            raise NotRecorded("nothing was seen")
    finally:
        context.close()
