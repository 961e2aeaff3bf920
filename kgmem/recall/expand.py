"""From seeds over the graph to candidates, and how close each one is.

Closeness is personalized PageRank (Haveliwala 2002; restart 0.15) on the fetched
neighbourhood: the walk starts at the seeds by their scores, follows similar tasks
and shared elements, and comes back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kgmem.graph.known_tasks import KnownTask, TaskSummary
from kgmem.graph.recalled.neighbours import Link
from kgmem.graph.store import GraphStore
from kgmem.index.seeds import Seed
from kgmem.tuning import tuned

_TUNED = tuned("recall.expand")

Floats = npt.NDArray[np.float64]

RESTART = _TUNED["restart"]
ROUNDS = 12
ELEMENT_STEP = _TUNED["element_step"]
"""Share of a seed's similarity that a task over the same elements can inherit."""
PAGE_START = _TUNED["page_start"]
"""Start weight of a task that is known on the page at hand, beside seeds of 0..1."""


NOT_READ = TaskSummary()


@dataclass(slots=True)
class Candidate:
    """A task that may help."""

    task: KnownTask
    seed: Seed | None = None
    links: list[Link] = field(default_factory=list)
    """How it was reached, other than as a seed."""
    closeness: float = 0.0
    """PageRank relative to the best candidate's, 0..1."""
    semantic: float | None = None
    """The chance that it is of the kind that is asked for; None: not known."""
    odds: float | None = None
    """The same as `Wording.log_odds`."""
    similarity: float = 0.0
    """Composite similarity, 0..1."""
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
    _rank_by_walk(candidates)
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


def _rank_by_walk(candidates: Mapping[str, Candidate]) -> None:
    if not candidates:
        return
    place = {key: n for n, key in enumerate(candidates)}
    start = [0.0] * len(place)
    edges: dict[tuple[int, int], float] = {}
    for here, candidate in enumerate(candidates.values()):
        if candidate.seed:
            start[here] += candidate.seed.score
        for link in candidate.links:
            if link.how == "page":
                start[here] += PAGE_START
            elif (there := place.get(link.source)) is not None:
                edge = (here, there) if here < there else (there, here)
                if (weight := bounded(link)) > edges.get(edge, 0.0):
                    edges[edge] = weight
    ranks = page_rank(_matrix(edges, len(place)), np.array(start)).tolist()
    best = max(ranks) or 1.0
    for rank, candidate in zip(ranks, candidates.values(), strict=True):
        candidate.closeness = rank / best


def _matrix(edges: Mapping[tuple[int, int], float], size: int) -> Floats:
    weights = np.zeros((size, size))
    if edges:
        here, there = zip(*edges, strict=True)
        weights[here, there] = weights[there, here] = list(edges.values())
    return weights


def bounded(link: Link) -> float:
    """An edge's weight in 0..1; shared elements saturate."""
    if link.how == "element":
        return ELEMENT_STEP * link.weight / (1 + link.weight)
    return min(1.0, link.weight)


def page_rank(weights: Floats, start: Floats) -> Floats:
    """Personalized PageRank of a small symmetric weight matrix, by iteration; the
    matrix is used up."""
    total = np.add.reduce(start)
    if not total:
        return start
    start = start / total
    degree = np.add.reduce(weights)
    lonely = degree == 0
    moves = np.divide(weights, degree + lonely, out=weights)
    if np.count_nonzero(lonely):
        moves[:, lonely] = start[:, None]  # what has nowhere to go begins anew
    moves *= 1 - RESTART
    begun = RESTART * start
    ranks = start
    for _ in range(ROUNDS):
        ranks = begun + moves.dot(ranks)
    return ranks
