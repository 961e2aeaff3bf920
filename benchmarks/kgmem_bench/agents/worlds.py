"""Applications that agents work in, each put back to its first state before a task."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from kgmem_bench.agents.admin import site as admin_site
from kgmem_bench.agents.admin.kinds import ADMIN
from kgmem_bench.agents.admin.site import make_site, serving_admin
from kgmem_bench.agents.catalog import Catalog
from kgmem_bench.agents.house import site as house_site
from kgmem_bench.agents.house.kinds import HOUSE
from kgmem_bench.agents.house.site import make_house, serving_house
from kgmem_bench.agents.judge import Goal, Standing, State, judged
from kgmem_bench.agents.trac import site as trac_site
from kgmem_bench.agents.trac.site import make_environment, serving
from kgmem_bench.agents.trac.tasks import TRAC
from kgmem_bench.agents.values import LEARNED, Language
from kgmem_bench.agents.walked import Walked
from kgmem_bench.pages.driver import Driver

if TYPE_CHECKING:
    from playwright.sync_api import Page

Ending = Literal["done", "wrong", "nothing"]
ENDINGS: Mapping[Standing, Ending] = {
    "reached": "done", "astray": "wrong", "untouched": "nothing",
}  # fmt: skip
"""The goal is reached, and nothing else is different; something is, but not the goal;
all is as it was."""
Tell = Callable[[str], None]
FIRST_TIMES: Sequence[tuple[Language, int]] = [
    *(("en", n) for n in range(LEARNED)),
    ("zh", 0),
]
"""Whose walks are learned from, of each kind: the language, and the set of values."""


class Site(Protocol):
    """An application with a database of its own."""

    def restore(self) -> None:
        """Everything as at first."""

    def state(self) -> State:
        """What its database holds, as far as it is compared."""


@dataclass(frozen=True, slots=True)
class World:
    """An application that is served."""

    catalog: Catalog
    site: Site
    address: str
    keys: Mapping[str, str]
    """Of tables whose rows a task may change, the column that says which row it is."""

    def reset(self, page: "Page") -> State:
        """The first state, a visitor that nobody knows, the start page."""
        page.goto("about:blank")
        page.context.clear_cookies()
        self.site.restore()
        page.goto(self.address)
        return self.site.state()

    def ending(self, before: State, goal: Goal) -> Ending:
        """How things stand since then."""
        how = judged(before, self.site.state(), goal, self.keys)
        return ENDINGS[how]

    def walks(
        self, page: "Page", kinds: Sequence[str], tell: Tell
    ) -> Iterator[Mapping[str, Any]]:
        """The runs that are learned from, of these kinds."""
        for name in kinds:
            kind = self.catalog.kinds[name]
            for language, n in FIRST_TIMES:
                values = kind.sets[language][n]
                before, driver = self.reset(page), Driver(page)
                task = kind.task(language, 0, values)
                run = Walked(driver, self.catalog.app, task).run(
                    kind.way.walked(values, n)
                )
                driver.hands.release()
                how = self.ending(before, kind.goal(values))
                tell(f"{name} {language} {n}: {len(run['steps'])} actions, {how}")
                yield run


@contextmanager
def trac_world(folder: Path) -> Iterator[World]:
    """Trac, a ticket tracker and wiki."""
    environment = make_environment(folder / "trac")
    with serving(environment) as address:
        yield World(TRAC, environment, address, trac_site.KEYS)


@contextmanager
def admin_world(folder: Path) -> Iterator[World]:
    """Django's administration site."""
    site = make_site(folder)
    with serving_admin(site) as address:
        yield World(ADMIN, site, address, admin_site.KEYS)


@contextmanager
def house_world(folder: Path) -> Iterator[World]:
    """The back office of a conference house."""
    house = make_house(folder)
    with serving_house(house) as address:
        yield World(HOUSE, house, address, house_site.KEYS)


WORLDS: Mapping[str, Callable[[Path], AbstractContextManager[World]]] = {
    "trac": trac_world,
    "admin": admin_world,
    "house": house_world,
}
CATALOGS: Mapping[str, Catalog] = {"trac": TRAC, "admin": ADMIN, "house": HOUSE}
UNKNOWN: Mapping[str, Sequence[str]] = {
    "trac": ("version", "query", "preference"),
    "admin": ("group", "person"),
    "house": ("notice", "hours"),
}
QUICK: Mapping[str, Sequence[str]] = {
    "trac": ("ticket", "close", "version"),
    "admin": ("redirect", "staff", "group"),
    "house": ("booking", "archive", "paid", "hours"),
}
