"""The explorer that a memory is measured against: no model, no memory of its own but
of this one task, nothing to go by but the reward.

It is frozen: its strength moves every ratio that is measured with it. What belongs to
it: this file, `choices`, `asked`, `shorten`, and what `kgmem.browser` sees in a
page.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

from kgmem_bench.pages.asked import Asked
from kgmem_bench.pages.choices import Choice, choices
from kgmem_bench.pages.driver import Act, View
from kgmem_bench.pages.episode import Done, Episode, Verdict, do

VERSION = 1
"""Of all that is frozen."""
MAX_ACTIONS = 250
"""Then it gives up."""
MAX_STEPS = 12
"""Of one episode."""
SHARPNESS = 4
"""The greater, the less is left to chance."""
SEED = 20_260_101
"""Of the order in which equal weights are tried."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """What came of exploring a task."""

    path: tuple[Done, ...] | None
    """The episode that succeeded, detours included; None if none did."""
    actions: int
    """Up to and with the last one."""
    episodes: int


@dataclass(slots=True)
class Search:
    """What is known of the task from the episodes so far."""

    asked: Asked
    random: random.Random
    dead: set[tuple[str, Act]] = field(default_factory=set)
    """In this state, this led to nothing or to a failure."""
    failures: Counter[tuple[str, Act]] = field(default_factory=Counter)
    """Episodes that failed after this was done in this state."""

    def best(self, view: View, done: set[Act], tried: set[Act]) -> Choice | None:
        """The most promising thing left to do; `tried` in this state already."""
        left = [
            (choice, self._promise(view.state, choice))
            for choice in choices(self.asked, view, done)
            if (view.state, choice.act) not in self.dead and choice.act not in tried
        ]
        return max(left, key=lambda one: one[1])[0] if left else None

    def _promise(self, state: str, choice: Choice) -> float:
        """The greatest of these falls to a choice in proportion to its weight, shared
        with the failures after it, to the power of SHARPNESS (the Gumbel-max trick)."""
        shared = choice.weight / (1 + self.failures[state, choice.act])
        return SHARPNESS * log(shared) - log(-log(self.random.random()))


def explore(episode: Episode, seed: int = SEED) -> Exploration:
    """Try until an episode succeeds, from the start each time; at most MAX_ACTIONS."""
    search = Search(Asked(episode.task), random.Random(f"{seed} {episode.task}"))
    actions = episodes = 0
    while actions < MAX_ACTIONS:
        episode.reset()
        episodes += 1
        path, verdict = _try_once(episode, search, MAX_ACTIONS - actions)
        actions += len(path)
        if verdict and verdict.succeeded:
            return Exploration(tuple(path), actions, episodes)
        if not path:
            break  # all that can be done at the start is dead
        _learn_failure(search, path)
    return Exploration(None, actions, episodes)


def _try_once(
    episode: Episode, search: Search, allowed: int
) -> tuple[list[Done], Verdict | None]:
    """One episode, as far as it goes."""
    path: list[Done] = []
    verdict: Verdict | None = None
    view = episode.driver.view()
    acts: set[Act] = set()
    tried: dict[str, set[Act]] = {view.state: set()}
    while len(path) < min(MAX_STEPS, allowed):
        choice = search.best(view, acts, tried[view.state])
        if choice is None:
            break
        act = choice.act
        done, verdict = do(episode, view, choice.index, act.kind, act.value)
        path.append(done)
        tried[view.state].add(act)
        if done.after is None:
            break
        if done.after.state in tried:  # no effect, or back where it has been
            search.dead.add((view.state, act))
        if done.after.state != view.state:
            acts.add(act)
        view = done.after
        tried.setdefault(view.state, set())
    return path, verdict


def _learn_failure(search: Search, path: Sequence[Done]) -> None:
    """The last act was a dead end; what led there shares in the failure."""
    for done in path:
        search.failures[done.before.state, done.act] += 1
    search.dead.add((path[-1].before.state, path[-1].act))
