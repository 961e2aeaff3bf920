"""Plain ways to tell a known task from a novel one: the nearest learned wording."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kgmem import Trajectory
from kgmem.lab import Embedder, folds, normalize
from kgmem_bench.common.reliability import Numbers

COSINE, OVERLAP, FTS5, RRF = "cosine", "token overlap", "FTS5", "RRF"
WAYS = (COSINE, OVERLAP, FTS5, RRF)
FUSED_FROM = 60
"""Added to ranks that are fused (G. Cormack et al., "Reciprocal rank fusion", 2009)."""


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
        self._texts = sqlite3.connect(":memory:")
        self._texts.execute("CREATE VIRTUAL TABLE texts USING fts5(words)")
        self._texts.executemany(
            "INSERT INTO texts (rowid, words) VALUES (?, ?)",
            ((n, " ".join(folds(text))) for n, text in enumerate(written.values())),
        )

    def said(self, text: str, relevant: frozenset[str]) -> dict[str, Said]:
        """By each way: the nearest wording's score, and whether it helps."""
        if self._vectors is None:
            return dict.fromkeys(WAYS, Said(0.0, False))
        words = frozenset(folds(text))
        scores = {
            COSINE: self._vectors @ self._unit([text])[0],
            OVERLAP: np.array([_jaccard(words, other) for other in self._words]),
            FTS5: self._worded(words),
        }
        scores[RRF] = _fused(scores[COSINE]) + _fused(scores[FTS5])
        return {
            way: Said(
                float(found.max()),
                bool(self._sources[self._keys[int(found.argmax())]] & relevant),
            )
            for way, found in scores.items()
        }

    def _worded(self, words: Iterable[str]) -> Numbers:
        """By BM25 of SQLite's full-text search, any of the words; 0 without one."""
        found = np.zeros(len(self._keys))
        asked = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        ranked = "SELECT rowid, -bm25(texts) FROM texts WHERE texts MATCH ?"
        for n, score in self._texts.execute(ranked, [asked]) if asked else ():
            found[n] = score
        return found

    def _unit(self, texts: Iterable[str]) -> Numbers:
        """Vectors of length 1; texts are embedded as tasks are on learning."""
        rows = self._embedder.embed([" ".join(text.split()) for text in texts])
        found = np.array([np.asarray(row, dtype=float) for row in rows])
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        unit: Numbers = found / np.maximum(lengths, 1e-12)
        return unit


def _fused(scores: Numbers) -> Numbers:
    """What each is worth by its rank."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    fused: Numbers = 1 / (FUSED_FROM + ranks)
    return fused


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b) if a | b else 0.0
