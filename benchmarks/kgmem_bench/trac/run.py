"""`kgmem bench trac`: what a memory saves an agent in a real application."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kgmem import Memory
from kgmem_bench.common.report import Say, as_json, machine, say
from kgmem_bench.miniwob.run import engine_key
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.script import Locator
from kgmem_bench.stores.stand import settings_for_bench
from kgmem_bench.trac.agent import TRUSTED, Agent, play
from kgmem_bench.trac.changes import CHANGES, ChangeName, SiteChange, site_change
from kgmem_bench.trac.driver import SiteDriver
from kgmem_bench.trac.episodes import Stage, TracEpisode
from kgmem_bench.trac.kinds import KINDS
from kgmem_bench.trac.plays import (
    REFUSED,
    REWORDED,
    STORES,
    Arm,
    Asked,
    Play,
    Store,
    asked_of,
    asked_of_changed,
    played,
)
from kgmem_bench.trac.site import Environment, free_port, make_environment, serving
from kgmem_bench.trac.walks import FirstTime, first_times, walks_key

SCRIPTS: Mapping[Locator, Arm] = {"XPath": "script, XPath", "id": "script, id"}


@dataclass(frozen=True, slots=True)
class Order:
    """What to play."""

    kinds: tuple[str, ...] = tuple(KINDS)
    stores: tuple[Store, ...] = tuple(STORES)
    changes: bool = True
    """Changed pages, too."""
    folder: Path = field(kw_only=True)
    """Keeps the first times, which do not depend on the engine, and what was played
    with this engine: a run that was stopped goes on from there."""


@dataclass(frozen=True, slots=True)
class First:
    """A first time in numbers."""

    kind: str
    language: str
    number: int
    who: str
    actions: int
    shortening: int
    steps: int | None
    """Of the run that is learned; None if the goal was not reached."""
    shortest: int


@dataclass(frozen=True, slots=True)
class TracResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    first: list[First] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    milliseconds: Mapping[str, list[float]] = field(default_factory=dict)


def bench_trac(order: Order, tell: Say = say) -> TracResult:
    """Play what is ordered. Raises BrowserMissing without a browser or Trac."""
    facts = machine()
    clock = CallClock()
    with TemporaryDirectory(prefix="kgmem-trac-") as home:
        site = _Site(make_environment(Path(home) / "trac"), free_port())
        with site.stage() as stage:
            folder = order.folder / "first"
            found = first_times(stage, folder, list(order.kinds), tell)
        player = _Player(site, order, found, clock, Path(home) / "memory", tell)
        plays = list(player.plays())
    return TracResult(
        "trac", facts, list(map(_in_numbers, found)), plays, clock.milliseconds()
    )


def _in_numbers(one: FirstTime) -> First:
    return First(
        one.kind,
        one.language,
        one.number,
        one.who,
        one.actions,
        one.shortening,
        len(one.run["steps"]) if one.run else None,
        len(KINDS[one.kind].way.path),
    )


@dataclass(frozen=True, slots=True)
class _Site:
    environment: Environment
    port: int
    """One for all: the address is the same whatever is changed."""

    @contextmanager
    def stage(self, change: SiteChange | None = None) -> Iterator[Stage]:
        settings = change.settings if change else {}
        dress = change.dress if change else None
        with (
            serving(self.environment, self.port, settings) as address,
            browser_page() as page,
        ):
            yield Stage(SiteDriver(page, dress), self.environment, address)


@dataclass(frozen=True, slots=True)
class _Player:
    site: _Site
    order: Order
    found: Sequence[FirstTime]
    clock: CallClock
    home: Path
    tell: Say

    def plays(self) -> Iterator[Play]:
        names = CHANGES if self.order.changes else ()
        settings = settings_for_bench(self.home, "arcadedb")
        with Memory.open(self.home, settings=settings) as memory:
            with self.site.stage() as stage:
                for store in self.order.stores:
                    play = partial(self._from, store, memory, stage)
                    yield from self._kept(store, engine_key(), play)
                yield from self._kept("script", "", partial(self._scripts, stage))
            for name in names:
                play = partial(self._changed, name, memory)
                yield from self._kept(name, engine_key(), play)
        for name in names:
            play = partial(self._changed_scripts, name)
            yield from self._kept(f"script {name}", "", play)

    def _kept(
        self, part: str, engine: str, play: Callable[[], Iterator[Play]]
    ) -> list[Play]:
        """The plays of this part, from the folder where it was played before with the
        same engine."""
        file = self.order.folder / "played" / f"{part}.json"
        key = f"{engine} {walks_key()} {self.order.kinds}"
        held = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if held.get("key") == key:
            self.tell(f"{part}: played before")
            return [Play(**one) for one in held["plays"]]
        found = list(play())
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(as_json({"key": key, "plays": found}), encoding="utf-8")
        return found

    def _from(self, store: Store, memory: Memory, stage: Stage) -> Iterator[Play]:
        agent = None
        for kind in self.order.kinds:
            if store == "explorer" and self._recorded(kind, "explorer") is None:
                continue
            if agent is None or store == "others":
                space = memory.in_space(f"{store} {kind}".replace(" ", "-"))
                agent = self._agent(space, store, kind)
            for asked in asked_of(store, kind):
                yield self._by_memory(agent, stage, asked, store)
                if asked.phase in REWORDED:
                    trusting = replace(agent, followed=TRUSTED)
                    yield self._by_memory(trusting, stage, asked, store)
                    if asked.phase not in REFUSED:
                        settling = replace(trusting, settles=True)
                        yield self._by_memory(settling, stage, asked, store)

    def _scripts(self, stage: Stage) -> Iterator[Play]:
        for kind in self.order.kinds:
            for asked in asked_of("en 1", kind):
                if asked.phase in ("again", "other values"):
                    yield from self._by_script(stage, asked)

    def _changed(self, name: ChangeName, memory: Memory) -> Iterator[Play]:
        agent = self._agent(memory.in_space(f"changed-{name}"), "en 1", "")
        with self.site.stage(site_change(name)) as stage:
            for asked in map(asked_of_changed, self.order.kinds):
                yield self._by_memory(agent, stage, asked, "en 1", name)

    def _changed_scripts(self, name: ChangeName) -> Iterator[Play]:
        with self.site.stage(site_change(name)) as stage:
            for asked in map(asked_of_changed, self.order.kinds):
                yield from self._by_script(stage, asked, name)

    # --- parts ------------------------------------------------------------------------

    def _agent(self, memory: Memory, store: Store, kind: str) -> Agent:
        """One whose memory holds what this store holds when the kind is asked for."""
        agent = Agent(memory, self.clock)
        for one in self.found:
            if one.run is not None and self._is_held(one, store, kind):
                agent.learn(one.run)
        if store == "en 3":
            memory.generalize()
        return agent

    def _is_held(self, one: FirstTime, store: Store, kind: str) -> bool:
        who = "newcomer"
        if store == "explorer" and self._recorded(one.kind, "explorer"):
            who = "explorer"
        language = "zh" if store == "zh 1" else "en"
        is_first = store == "en 3" or one.number == 0
        is_other = store != "others" or one.kind != kind
        return one.who == who and one.language == language and is_first and is_other

    def _recorded(self, kind: str, who: str, language: str = "en") -> FirstTime | None:
        """The first time of this kind that reached its goal."""
        return next(
            (
                one
                for one in self.found
                if (one.kind, one.who, one.language) == (kind, who, language)
                and one.run
            ),
            None,
        )

    def _by_memory(
        self, agent: Agent, stage: Stage, asked: Asked, store: Store, change: str = ""
    ) -> Play:
        episode = TracEpisode(stage, asked.text, asked.goal)
        who = "explorer" if store == "explorer" else "newcomer"
        language = "zh" if store == "zh 1" else "en"
        first = self._recorded(asked.kind.name, who, language)
        attempt = agent.attempt(episode)
        one = played(
            asked, store, _arm(agent), attempt, first.actions if first else 0, change
        )
        self.tell(_line(one))
        return one

    def _by_script(
        self, stage: Stage, asked: Asked, change: str = ""
    ) -> Iterator[Play]:
        first = self._recorded(asked.kind.name, "newcomer")
        if first is None or first.run is None:
            return
        for by, arm in SCRIPTS.items():
            episode = TracEpisode(stage, asked.text, asked.goal)
            attempt = play(episode, first.run["steps"], by)
            one = played(asked, "en 1", arm, attempt, first.actions, change)
            self.tell(_line(one))
            yield one


def _arm(agent: Agent) -> Arm:
    if agent.settles:
        return "kgmem, settling"
    return "kgmem, trusting" if agent.followed == TRUSTED else "kgmem"


def _line(one: Play) -> str:
    change = f" ({one.change})" if one.change else ""
    reason = f": {one.reason[:90]}" if one.reason else ""
    return (
        f"{one.store}, {one.phase}{change}, {one.kind} {one.language}, {one.arm}: "
        f"{one.ending}, {one.actions} actions{reason}"
    )
