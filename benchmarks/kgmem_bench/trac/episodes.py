"""Episodes in Trac: one task, from the database's first state."""

from dataclasses import dataclass, field

from kgmem_bench.pages.episode import Verdict
from kgmem_bench.trac.driver import SiteDriver
from kgmem_bench.trac.goals import Goal, Standing, State, read, standing
from kgmem_bench.trac.site import Environment


@dataclass(frozen=True, slots=True)
class Stage:
    """A browser's page and the Trac that it shows."""

    driver: SiteDriver
    environment: Environment
    address: str

    def read(self) -> State:
        """What Trac holds now."""
        return read(self.environment.database, self.environment.settings)


@dataclass(slots=True)
class TracEpisode:
    """One task. Only the text and the pages are shown to an agent."""

    stage: Stage
    task: str
    goal: Goal
    tells: bool = False
    """Does it say when the goal is reached, or out of reach? An explorer is told; who
    follows a plan is not, it has to know itself when it is done."""
    _first: State = field(init=False)

    def __post_init__(self) -> None:
        self.reset()

    @property
    def driver(self) -> SiteDriver:
        return self.stage.driver

    @property
    def address(self) -> str:
        return self.stage.driver.url

    def reset(self) -> None:
        """The first state, a visitor that Trac does not know, the start page."""
        self.driver.page.goto("about:blank")
        self.driver.page.context.clear_cookies()
        self.stage.environment.restore()
        self._first = self.stage.read()
        self.driver.open(self.stage.address)
        self.driver.settle()

    def standing(self) -> Standing:
        """How what was done stands to the goal."""
        return standing(self._first, self.stage.read(), self.goal)

    def verdict(self) -> Verdict | None:
        """Of an episode that tells: success with the goal, failure once the database
        holds anything that does not belong to the goal."""
        if not self.tells:
            return None
        now = self.standing()
        return Verdict(now == "reached") if now in ("reached", "astray") else None
