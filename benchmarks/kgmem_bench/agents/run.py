"""`kgmem bench agents`: what a memory costs and saves a model that obeys it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args

from kgmem import Memory
from kgmem_bench.agents.asked import Asked, Sort
from kgmem_bench.agents.client import Server, serving
from kgmem_bench.agents.counts import Cost
from kgmem_bench.agents.hands import Hands, OpenBrowser, open_browser, walk
from kgmem_bench.agents.reader import Ended, Reader
from kgmem_bench.agents.worlds import CATALOGS, QUICK, UNKNOWN, WORLDS, Ending, World
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import settings_for_bench

Arm = Literal["alone", "settles nothing", "settles all", "without replay"]
ARMS: tuple[Arm, ...] = get_args(Arm)
BY_HAND: Arm = "without replay"
"""Of a server without a browser; settles all."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is done."""

    worlds: tuple[str, ...] = tuple(WORLDS)
    quick: bool = False
    folder: Path = field(kw_only=True)
    """Keeps the report."""


@dataclass(frozen=True, slots=True)
class Play:
    """A task that an agent did."""

    world: str
    arm: Arm
    sort: Sort
    kind: str
    language: str
    text: str
    route: str
    ending: Ending
    reason: str
    stops: Sequence[str]
    """Why replays stopped on the way."""
    cost: Cost

    @property
    def key(self) -> tuple[str, str]:
        """The same for all agents that do this task."""
        return self.world, self.text


@dataclass(frozen=True, slots=True)
class Session:
    """What each request of a session carries: read once, or kept."""

    world: str
    arm: Arm
    instructions: int
    """Characters."""
    tools: int


@dataclass(frozen=True, slots=True)
class AgentsResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    learned: dict[str, int] = field(default_factory=dict)
    """Walks, by the application."""
    plays: list[Play] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)


def bench_agents(order: Order, tell: Say = say) -> AgentsResult:
    """All arms in all worlds. Raises BrowserMissing."""
    result = AgentsResult("agents", machine())
    with TemporaryDirectory(prefix="kgmem-agents-") as home:
        for name in order.worlds:
            every = (*CATALOGS[name].learned, *UNKNOWN[name])
            kinds = QUICK[name] if order.quick else every
            folder = Path(home) / name
            folder.mkdir()
            make = WORLDS[name]
            with make(folder) as world, open_browser() as browser:
                _World(world, browser, kinds, folder, order, result, tell).play()
    return result


@dataclass(frozen=True, slots=True)
class _World:
    world: World
    browser: OpenBrowser
    kinds: Sequence[str]
    home: Path
    order: Order
    result: AgentsResult
    tell: Say

    def play(self) -> None:
        self._learn()
        tasks = list(self.world.catalog.tasks(self.kinds))
        for arm in ARMS:
            with self._served(arm) as server:
                for n, asked in enumerate(tasks, 1):
                    one = self._one(arm, asked, server)
                    self.result.plays.append(one)
                    self.tell(_line(one, n, len(tasks)))

    def _learn(self) -> None:
        name, learned = self.world.catalog.app, self.world.catalog.learned
        kinds = [one for one in learned if one in self.kinds]
        runs = list(self.world.walks(self.browser.page, kinds, self.tell))
        home = self.home / "memory"
        settings = settings_for_bench(home)
        with Memory.open(home, settings=settings) as memory:
            for run in runs:
                memory.learn(run)
        self.result.learned[name] = len(runs)

    @contextmanager
    def _served(self, arm: Arm) -> Iterator[Server | None]:
        if arm == "alone":
            yield None
            return
        home = self.home / arm.replace(" ", "-")
        copytree(self.home / "memory", home)
        browser = None if arm == BY_HAND else self.browser.address
        with serving(home, browser) as server:
            session = Session(self.world.catalog.app, arm, *server.once())
            self.result.sessions.append(session)
            yield server

    def _one(self, arm: Arm, asked: Asked, server: Server | None) -> Play:
        hands = Hands(self.browser.page)
        before = self.world.reset(self.browser.page)
        if server is None:
            ended = Ended("", walk(hands, asked.moves))
        else:
            address = self.world.address
            reader = Reader(
                server, hands, address, arm != "settles nothing", arm != BY_HAND
            )
            ended = reader.do(asked)
        hands.leave()
        return Play(
            self.world.catalog.app,
            arm,
            asked.sort,
            asked.kind,
            asked.language,
            asked.text,
            ended.route,
            self.world.ending(before, asked.goal),
            ended.reason,
            ended.stops,
            hands.cost,
        )


def _line(one: Play, n: int, every: int) -> str:
    cost = one.cost
    reason = "; ".join([*one.stops, one.reason] if one.reason else one.stops)
    why = f": {reason[:160]}" if reason else ""
    return (
        f"{one.world}, {one.arm} {n}/{every}: {one.sort}, {one.kind} {one.language}: "
        f"{one.ending}, {one.route or '-'}, {cost.calls} calls, {cost.read:,} read, "
        f"{cost.written:,} written{why}"
    )
