"""The same kind of task the first time and the second, by one call: `Memory.do`.

The agent knows the way, and takes it with one decision an act: what a model would be
asked for.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from kgmem import Handover, Memory
from kgmem_bench.agents.values import LEARNED
from kgmem_bench.agents.walked import Walked
from kgmem_bench.agents.worlds import World, house_world
from kgmem_bench.common.report import (
    Check,
    checks_table,
    machine,
    machine_line,
    say,
    table,
)
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.driver import Driver


@dataclass(frozen=True, slots=True)
class Time:
    """What one time took."""

    kind: str
    calls: int
    """Decisions of the agent."""
    seconds: float
    is_done: bool
    """By the application's database."""


@dataclass(frozen=True, slots=True)
class Both:
    """The first times and the second ones, kind by kind."""

    machine: dict[str, Any]
    first: Sequence[Time]
    second: Sequence[Time]


def bench_both_times(folder: Path) -> Both:
    """Each kind of task in the house, twice, with other values the second time."""
    first, second = [], []
    facts = machine()
    with house_world(folder) as world, browser_page() as page:
        for name in world.catalog.learned:
            with Memory.open(folder / "memories" / name) as memory:
                first.append(_timed(memory, world, page, name, 0))
                second.append(_timed(memory, world, page, name, LEARNED))
            say(f"{name}: {first[-1]}, {second[-1]}")
    return Both(facts, first, second)


def _timed(memory: Memory, world: World, page: Any, name: str, n: int) -> Time:
    kind = world.catalog.kinds[name]
    values = kind.sets["en"][n]
    moves = kind.way.walked(values, 2)
    before, driver = world.reset(page), Driver(page)
    calls = 0

    def agent(left: Handover) -> None:
        nonlocal calls
        rest = moves[sum(step.action != "hover" for step in left.done) :]
        calls += len(rest)
        Walked(driver, world.catalog.app, left.task).run(rest)

    def reached() -> bool:
        return world.ending(before, kind.goal(values)) == "done"

    begun = time.perf_counter()
    memory.do(
        kind.task("en", 0, values),
        app=world.catalog.app,
        agent=agent,
        driver=driver.hands,
        verify=reached,
        confirm=lambda _: True,
    )
    seconds = time.perf_counter() - begun
    driver.hands.release()
    return Time(name, calls, seconds, reached())


def checks(both: Both) -> Sequence[Check]:
    """What has to hold."""
    kinds = len(both.first)
    times = (*both.first, *both.second)
    done = sum(one.is_done for one in times)
    calls = mean(one.calls for one in both.second)
    wanted = 0.2 * mean(one.calls for one in both.first)
    return [
        Check("done, of both times", done, 2 * kinds, "", "high", "required"),
        Check("calls, the second time", calls, wanted, "", "low", "aim"),
    ]


def to_markdown(both: Both) -> str:
    """The report."""
    pairs = zip(both.first, both.second, strict=True)
    told = {
        f"{what}, {when}": [getattr(one, what) for one in times]
        for what in ("calls", "seconds")
        for when, times in (("first time", both.first), ("second time", both.second))
    }
    kinds = [
        [
            one.kind,
            one.calls,
            other.calls,
            one.seconds,
            other.seconds,
            _done(one, other),
        ]
        for one, other in pairs
    ]
    return "\n\n".join((
        f"Measured on {machine_line(both.machine)}.",
        "### Checks",
        checks_table(checks(both)),
        "### A task, the first time and the second",
        "The agent decides at once: what a model takes for a call comes on top.",
        table(
            ["what", "median", "mean"],
            [[name, float(median(one)), mean(one)] for name, one in told.items()],
        ),
        "### By kind",
        table(
            ["kind", "calls", "again", "seconds", "again", "done"],
            kinds,
        ),
    ))  # fmt: skip


def _done(*times: Time) -> str:
    return ", ".join("yes" if one.is_done else "NO" for one in times)
