"""The phases A to F of one task."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem import Memory
from kgmem_bench.miniwob.changes import CHANGES, PageChange, page_change
from kgmem_bench.miniwob.episodes import Stage
from kgmem_bench.miniwob.explored import APP, Explored
from kgmem_bench.miniwob.plays import Arm, Phase, Play, by_heart, without_memory
from kgmem_bench.miniwob.shown import is_shown
from kgmem_bench.pages.agent import Agent
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.script import LOCATORS, Locator, play

SCRIPTS: Mapping[Locator, Arm] = {
    "XPath": "script, XPath",
    "id": "script, id",
    "place": "script, place",
}
OWN, OTHERS = "this task's paths", "other tasks' paths"


@dataclass(frozen=True, slots=True)
class Seeds:
    """Which seeds of a task are played."""

    first: Sequence[int]
    new: Sequence[int]
    stream: Sequence[int]
    changed: Sequence[int]

    @property
    def all(self) -> tuple[int, ...]:
        return (*self.first, *self.new, *self.stream)


@dataclass(frozen=True, slots=True)
class Player:
    """Plays one task, phase by phase."""

    stage: Stage
    task: str
    seeds: Seeds
    found: Mapping[int, Explored]
    """By seed."""
    fresh: Callable[[], Memory]
    """Gives an empty memory."""
    clock: CallClock

    @property
    def first(self) -> list[Explored]:
        """What was found on the seeds that are learned from, where a path was."""
        found = (self.found[seed] for seed in self.seeds.first)
        return [one for one in found if one.run]

    def agent(self, known: Sequence[Explored]) -> Agent:
        """An agent whose memory holds these paths, generalized."""
        agent = Agent(self.fresh(), APP, self.clock)
        for one in known:
            if one.run is not None:
                agent.learn(one.run)
        agent.generalize()
        return agent

    # --- phases -----------------------------------------------------------------------

    def explored_first(self) -> Iterator[Play]:
        """A: the first success on a few seeds."""
        yield from (without_memory("A", self.found[seed]) for seed in self.seeds.first)

    def again(self, agent: Agent) -> Iterator[Play]:
        """B: the same ones once more."""
        yield from self._by_memory("B", agent, [one.seed for one in self.first])
        for one in self.first:
            yield from self._scripts("B", one, one.seed)

    def similar(self, phase: Phase, known: Sequence[Explored]) -> Iterator[Play]:
        """C: new ones, nothing is learned from them."""
        agent, texts = self.agent(known), [one.text for one in known]
        for seed in self.seeds.new:
            episode = self.stage.episode(self.task, seed)
            elements = episode.driver.view().elements
            shown = is_shown(
                *(episode.task, texts, elements),
                *(episode.texts(), episode.takes_text()),
            )
            attempt = agent.attempt(episode, reports=False)
            yield by_heart(phase, "kgmem", seed, attempt, shown=shown)
        if phase == "C1":
            for seed in self.seeds.new:
                yield without_memory(phase, self.found[seed])
                yield from self._scripts(phase, self.first[0], seed)

    def stream(self) -> Iterator[Play]:
        """D: one after the other, from an empty memory; what it could not do is
        explored and learned."""
        agent = Agent(self.fresh(), APP, self.clock)
        for seed in self.seeds.stream:
            one = self.found[seed]
            yield without_memory("D", one)
            attempt = agent.attempt(self.stage.episode(self.task, seed), reports=True)
            if attempt.ending == "succeeded":
                yield by_heart("D", "kgmem", seed, attempt)
                continue
            if one.run is not None:
                agent.learn(one.run)
                agent.generalize()
            yield Play(
                "D",
                "kgmem",
                seed,
                attempt.ending,
                attempt.actions,
                one.actions,
                one.shortening,
                attempt.route,
                attempt.reason,
            )

    def changed(self, agent: Agent) -> Iterator[Play]:
        """E: pages that are not what they were."""
        for change in map(page_change, CHANGES):
            seeds = (*(one.seed for one in self.first), *self.seeds.changed)
            touched = [seed for seed in seeds if self._applies(change, seed)]
            yield from self._by_memory("E", agent, touched, change)
            for one in self.first:
                if one.seed in touched:
                    yield from self._scripts("E", one, one.seed, change)

    def unknowable(self, agent: Agent) -> Iterator[Play]:
        """F, of a control task: what was right once is no answer now."""
        yield from self._by_memory("F", agent, self.seeds.new, setting=OWN)

    def among_strangers(self, others: Sequence[Explored]) -> Iterator[Play]:
        """F: a memory of other tasks only."""
        agent = self.agent(others)
        yield from self._by_memory("F", agent, self.seeds.changed, setting=OTHERS)

    # --- parts ------------------------------------------------------------------------

    def _by_memory(
        self,
        phase: Phase,
        agent: Agent,
        seeds: Sequence[int],
        change: PageChange | None = None,
        setting: str = "",
    ) -> Iterator[Play]:
        """By the memory as it is: it is told nothing of how it went."""
        setting = change.name if change else setting
        for seed in seeds:
            episode = self.stage.episode(self.task, seed, change)
            attempt = agent.attempt(episode, reports=False)
            yield by_heart(phase, "kgmem", seed, attempt, setting)

    def _scripts(
        self,
        phase: Phase,
        recorded: Explored,
        seed: int,
        change: PageChange | None = None,
    ) -> Iterator[Play]:
        if recorded.run is None:
            return
        for by in LOCATORS:
            episode = self.stage.episode(self.task, seed, change)
            attempt = play(episode, recorded.steps, by)
            setting = change.name if change else ""
            yield by_heart(phase, SCRIPTS[by], seed, attempt, setting)

    def _applies(self, change: PageChange, seed: int) -> bool:
        """Has this page anything that the change touches, and does it still start? One
        whose scripts stand in other files may call things by ids, too."""
        from playwright.sync_api import Error

        try:
            return self.stage.episode(self.task, seed, change).changed > 0
        except Error:
            return False
