"""Plain ways to tell a known task from a novel one: the nearest learned wording."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kgmem import Trajectory
from kgmem.lab import Embedder, folds, normalize
from kgmem_bench.common.reliability import Numbers

COSINE, OVERLAP = "cosine", "token overlap"
WAYS = (COSINE, OVERLAP)


@dataclass(frozen=True, slots=True)
class Said:
    """What a way says of a query."""

    score: float
    """Of the nearest wording; 0 if none was learned."""
    hit: bool
    """Is a run of that wording of the query's kind?"""


class Nearest:
    """The learned wordings, searched one by one."""

    def __init__(self, runs: Iterable[Trajectory], embedder: Embedder) -> None:
        self._embedder = embedder
        self._sources: dict[str, set[str]] = defaultdict(set)
        written: dict[str, str] = {}
        for run in runs:
            key = normalize(run.task)
            written.setdefault(key, run.task)
            self._sources[key].add(str(run.source_task_id))
        self._keys = list(written)
        self._words = [frozenset(folds(text)) for text in written.values()]
        self._vectors = self._unit(written.values()) if written else None

    def said(self, text: str, relevant: frozenset[str]) -> dict[str, Said]:
        """By each way: the nearest wording's score, and whether it helps."""
        if self._vectors is None:
            return dict.fromkeys(WAYS, Said(0.0, False))
        words = frozenset(folds(text))
        scores = {
            COSINE: self._vectors @ self._unit([text])[0],
            OVERLAP: np.array([_jaccard(words, other) for other in self._words]),
        }
        return {
            way: Said(
                float(found.max()),
                bool(self._sources[self._keys[int(found.argmax())]] & relevant),
            )
            for way, found in scores.items()
        }

    def _unit(self, texts: Iterable[str]) -> Numbers:
        """Vectors of length 1; texts are embedded as tasks are on learning."""
        rows = self._embedder.embed([" ".join(text.split()) for text in texts])
        found = np.array([np.asarray(row, dtype=float) for row in rows])
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        unit: Numbers = found / np.maximum(lengths, 1e-12)
        return unit


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b) if a | b else 0.0
