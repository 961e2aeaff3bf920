"""Applications that agents work in, each put back to its first state before a task."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kgmem_bench.agents import trac_tasks
from kgmem_bench.agents.asked import Asked
from kgmem_bench.trac.driver import SiteDriver
from kgmem_bench.trac.episodes import Stage
from kgmem_bench.trac.goals import read, standing
from kgmem_bench.trac.site import free_port, make_environment, serving
from kgmem_bench.trac.walks import first_times

if TYPE_CHECKING:
    from playwright.sync_api import Page

Ending = Literal["done", "wrong", "nothing"]
"""The goal is reached, and nothing else is different; something is, but not the goal;
all is as it was."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class World:
    """An application that is served."""

    name: str
    address: str
    reset: Callable[["Page"], None]
    """To its first state, and its start page."""
    ending: Callable[[Asked], Ending]
    """How things stand since then."""
    walked: Callable[["Page", Sequence[str], Path, Tell], list[Mapping[str, Any]]]
    """The runs that are learned from, of these kinds; kept in a folder."""
    tasks: Callable[[Sequence[str]], Iterator[Asked]]


@contextmanager
def trac_world(folder: Path) -> Iterator[World]:
    """Trac, a ticket tracker and wiki."""
    environment = make_environment(folder / "trac")
    first: list[Any] = [None]

    def reset(page: "Page") -> None:
        page.goto("about:blank")
        page.context.clear_cookies()
        environment.restore()
        first[0] = read(environment.database, environment.settings)
        page.goto(address)

    def ending(asked: Asked) -> Ending:
        now = read(environment.database, environment.settings)
        goal: Any = asked.goal
        how = standing(first[0], now, goal)
        if how == "reached":
            return "done"
        return "nothing" if how == "untouched" else "wrong"

    def walked(
        page: "Page", kinds: Sequence[str], kept: Path, tell: Tell
    ) -> list[Mapping[str, Any]]:
        stage = Stage(SiteDriver(page), environment, address)
        wanted = [one for one in trac_tasks.LEARNED_KINDS if one in kinds]
        found = first_times(stage, kept, wanted, tell)
        stage.driver.hands.release()
        return [one.run for one in found if one.run and one.who == "newcomer"]

    with serving(environment, free_port()) as address:
        yield World(
            trac_tasks.APP, address, reset, ending, walked, trac_tasks.trac_tasks
        )


WORLDS: Mapping[str, Callable[[Path], Any]] = {"trac": trac_world}
KINDS: Mapping[str, Sequence[str]] = {
    "trac": (*trac_tasks.LEARNED_KINDS, *trac_tasks.UNKNOWN_KINDS)
}
QUICK: Mapping[str, Sequence[str]] = {"trac": ("ticket", "close", "version")}
