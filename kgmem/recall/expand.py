"""From seeds over the graph to candidates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.graph.known_tasks import KnownTask, TaskSummary
from kgmem.graph.recalled.neighbours import Link
from kgmem.graph.store import GraphStore
from kgmem.index.seeds import Seed
from kgmem.tuning import tuned

_TUNED = tuned("recall.expand")

ELEMENT_STEP = _TUNED["element_step"]
"""Share of a seed's similarity that a task over the same elements can inherit."""


NOT_READ = TaskSummary()


@dataclass(slots=True)
class Candidate:
    """A task that may help."""

    task: KnownTask
    seed: Seed | None = None
    links: list[Link] = field(default_factory=list)
    """How it was reached, other than as a seed."""
    semantic: float | None = None
    """The chance that it is of the kind that is asked for; None: not known."""
    odds: float | None = None
    """The same as `Alike.log_odds`."""
    similarity: float = 0.0
    """The same for what is linked to it too, less where it is another app's; 0..1."""
    score: float = 0.0
    """What candidates are ranked by, 0..1."""
    summary: TaskSummary = NOT_READ
    """Of the best ones, once they are read."""
    task_id: str = field(init=False)

    def __post_init__(self) -> None:
        self.task_id = self.task.task_id


def expand(
    store: GraphStore,
    space: str,
    seeds: Sequence[Seed],
    *,
    text_hash: str,
    elements: Sequence[str] = (),
    follow: bool = True,
) -> list[Candidate]:
    """Seeds, the tasks of the very same words, which are seeds too, and what the graph
    links to them; unordered.

    One round trip, and a second where the index gave no seeds: then the same words
    are what is followed. A seed that the graph doesn't know (any more) is not among
    them.
    """

    def reach(seeds: Sequence[Seed]) -> dict[str, Candidate]:
        links = store.neighbourhood(
            space,
            [seed.task_id for seed in seeds],
            text_hash=text_hash,
            elements=elements,
            expand=follow,
        )
        return _gather(links, {seed.task_id: seed for seed in seeds})

    candidates = reach(seeds)
    same = [one.seed for one in candidates.values() if one.seed]
    if follow and same and not seeds:
        candidates = reach(same)
    return list(candidates.values())


def _gather(links: Sequence[Link], seeds: Mapping[str, Seed]) -> dict[str, Candidate]:
    candidates: dict[str, Candidate] = {}
    for link in links:
        key, how = link.task.task_id, link.how
        candidate = candidates.get(key)
        if candidate is None:
            candidate = candidates[key] = Candidate(link.task, seeds.get(key))
        if how == "words":
            candidate.seed = candidate.seed or Seed(key, 1.0, None)
        elif how != "seed":
            candidate.links.append(link)
    return candidates


def bounded(link: Link) -> float:
    """An edge's weight in 0..1; shared elements saturate."""
    if link.how == "element":
        return ELEMENT_STEP * link.weight / (1 + link.weight)
    return min(1.0, link.weight)
