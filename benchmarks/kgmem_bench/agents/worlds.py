"""Applications that agents work in, each put back to its first state before a task."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kgmem_bench.agents.admin.judge import judged, read_rows
from kgmem_bench.agents.admin.kinds import ADMIN
from kgmem_bench.agents.admin.site import make_site, serving_admin
from kgmem_bench.agents.asked import Asked
from kgmem_bench.agents.catalog import Catalog
from kgmem_bench.agents.trac_tasks import TRAC
from kgmem_bench.agents.walked import Walked
from kgmem_bench.trac.driver import SiteDriver
from kgmem_bench.trac.episodes import Stage
from kgmem_bench.trac.goals import State, read, standing
from kgmem_bench.trac.site import free_port, make_environment, serving
from kgmem_bench.trac.values import LEARNED, Language
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

    catalog: Catalog
    address: str
    restore: Callable[[], None]
    """To its first state."""
    state: Callable[[], State]
    """What its database holds."""
    standing: Callable[[State, State, Any], str]
    walks: Callable[["Page", Sequence[str], Path, Tell], list[Mapping[str, Any]]]
    """The runs that are learned from, of these kinds; a folder may keep them."""

    def reset(self, page: "Page") -> State:
        """The first state, a visitor that nobody knows, the start page."""
        page.goto("about:blank")
        page.context.clear_cookies()
        self.restore()
        page.goto(self.address)
        return self.state()

    def ending(self, before: State, asked: Asked) -> Ending:
        """How things stand since then."""
        how = self.standing(before, self.state(), asked.goal)
        if how == "reached":
            return "done"
        return "nothing" if how == "untouched" else "wrong"


@contextmanager
def trac_world(folder: Path) -> Iterator[World]:
    """Trac, a ticket tracker and wiki."""
    environment = make_environment(folder / "trac")

    def state() -> State:
        return read(environment.database, environment.settings)

    def walks(
        page: "Page", kinds: Sequence[str], kept: Path, tell: Tell
    ) -> list[Mapping[str, Any]]:
        stage = Stage(SiteDriver(page), environment, address)
        found = first_times(stage, kept, list(kinds), tell)
        stage.driver.hands.release()
        return [one.run for one in found if one.run and one.who == "newcomer"]

    with serving(environment, free_port()) as address:
        yield World(TRAC, address, environment.restore, state, standing, walks)


@contextmanager
def admin_world(folder: Path) -> Iterator[World]:
    """Django's administration site."""
    site = make_site(folder)

    def state() -> State:
        return read_rows(site.database)

    def walks(
        page: "Page", kinds: Sequence[str], kept: Path, tell: Tell
    ) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        languages: Sequence[tuple[Language, int]] = [
            *(("en", n) for n in range(LEARNED)),
            ("zh", 0),
        ]
        for name in kinds:
            kind = ADMIN.kinds[name]
            for language, n in languages:
                values = kind.sets[language][n]
                before, driver = world.reset(page), SiteDriver(page)
                walked = Walked(driver, ADMIN.app, kind.task(language, 0, values))
                found.append(walked.run(kind.way.walked(values, n)))
                driver.hands.release()
                how = judged(before, state(), kind.goal(values))
                tell(f"{name} {language} {n}: {len(found[-1]['steps'])} actions, {how}")
        return found

    with serving_admin(site) as address:
        world = World(ADMIN, address, site.restore, state, judged, walks)
        yield world


WORLDS: Mapping[str, Callable[[Path], AbstractContextManager[World]]] = {
    "trac": trac_world,
    "admin": admin_world,
}
CATALOGS: Mapping[str, Catalog] = {"trac": TRAC, "admin": ADMIN}
UNKNOWN: Mapping[str, Sequence[str]] = {
    "trac": ("version", "query", "preference"),
    "admin": ("group", "person"),
}
QUICK: Mapping[str, Sequence[str]] = {
    "trac": ("ticket", "close", "version"),
    "admin": ("redirect", "staff", "group"),
}
