"""What may become a hit, and what speaks for it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kgmem.graph.finding.found import Item


@dataclass(frozen=True, slots=True)
class GraphPath:
    """A way over the graph that reached a candidate."""

    weight: float
    """What it counts for, 0..1."""
    written: Callable[[], str]
    """How a reader of the graph would write it; few of all ways are shown."""


@dataclass(slots=True)
class SearchCandidate:
    """Something that the index or the graph found."""

    item: Item
    cosine: float | None = None
    """To the query; None: not known."""
    words: float = 0.0
    """BM25 score by the index; 0: its words were not among the best."""
    asked: GraphPath | None = None
    """It is about what the query names."""
    path: GraphPath | None = None
    """The strongest way from another candidate."""
    parts: dict[str, float] = field(default_factory=dict)
    text: float = 0.0
    """What words and meaning alone are worth, 0..1."""
    score: float = 0.0

    @property
    def wording(self) -> str:
        """All its words: headings and keywords too."""
        item = self.item
        return "\n".join([*item.headings, item.text, *item.keywords])

    @property
    def alone(self) -> float:
        """What it is worth before other candidates lead to it, 0..1."""
        return either(self.text, self.asked.weight if self.asked else 0.0)


def either(a: float, b: float) -> float:
    """The chance that one of two independent signs holds (noisy or), 0..1."""
    return 1 - (1 - a) * (1 - b)


def stronger(known: GraphPath | None, other: GraphPath) -> GraphPath:
    """The one that counts more; the known one if both do."""
    return other if known is None or other.weight > known.weight else known
