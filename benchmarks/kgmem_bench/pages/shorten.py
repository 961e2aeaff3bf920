"""Leave out of a successful path what it does not need, by trying. Part of the frozen
explorer."""

from collections.abc import Sequence
from dataclasses import dataclass

from kgmem_bench.pages.driver import Act
from kgmem_bench.pages.episode import Done, Episode, do


@dataclass(frozen=True, slots=True)
class Shortened:
    """A path without needless steps, as it was last walked."""

    path: tuple[Done, ...]
    actions: int
    """That trying took."""


def shorten(episode: Episode, path: Sequence[Done]) -> Shortened:
    """Leave out one step after the other, from the last but one to the first, and
    keep it out where the rest still succeeds. The last step ended the episode: it
    stays."""
    kept, actions = list(path), 0
    for n in reversed(range(len(path) - 1)):
        walked = walk(episode, [done.act for i, done in enumerate(kept) if i != n])
        actions += len(walked.path)
        if walked.succeeded:
            kept = list(walked.path)
    return Shortened(tuple(kept), actions)


@dataclass(frozen=True, slots=True)
class Walked:
    """A path that was walked again."""

    path: tuple[Done, ...]
    succeeded: bool


def walk(episode: Episode, acts: Sequence[Act]) -> Walked:
    """Do these from the start, as long as their elements are there."""
    episode.reset()
    view = episode.driver.view()
    path: list[Done] = []
    for act in acts:
        index = view.index_of(act.path)
        if index is None:
            break
        done, verdict = do(episode, view, index, act.kind, act.value)
        path.append(done)
        if verdict is not None:
            return Walked(tuple(path), verdict.succeeded)
        assert done.after is not None
        view = done.after
    return Walked(tuple(path), False)
