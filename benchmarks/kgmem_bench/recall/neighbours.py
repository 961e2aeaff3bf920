"""What asking a memory for its nearest task gives, and how sure its cosine is.

Recall takes the best of all stored tasks, so a cosine has to be judged as that of a
best hit: the more is stored, the nearer the nearest stranger. Every text is asked
twice of a memory that holds the others, once while its kind is known (itself left
out) and once while it is novel (its whole family left out). Both count the same, and
within each every kind counts the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from kgmem.lab import SimilarityScale, Vectors, normalize
from kgmem_bench.common.reliability import Knots, Numbers, Truth, isotonic
from kgmem_bench.common.task_pairs import Example

TRANSLATIONS = "screenagent"
"""The set of tasks that are told in both languages."""
TRANSLATED = "cross"
"""The group of tasks that are known in the other language only."""
SHARES: Mapping[str, float] = {"en": 0.45, "zh": 0.45, TRANSLATED: 0.1}
"""Weight of each group in the fit: tasks asked in another language than they were
learned in are rarer."""
MAX_KNOTS = 12
SUREST = 0.95
"""Highest fitted chance. Above its nearest mistake each shipped embedder has 26 to 44
kinds of the tuning half; by the rule of succession the next is right in 96 to 98 of
100, and this is a little below."""
SAME = (1.0, 0.97)
"""What the model can't tell apart. Texts of the same words never come here."""
NOWHERE = -2.0
"""Below every cosine: not in the memory."""

Names = npt.NDArray[np.str_]
Equal = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Asked:
    """One case per row: a text asked of a memory, and its best hit."""

    cosines: Numbers
    right: Truth
    """Is the best hit of the asked kind?"""
    known: Truth
    """Was there anything of the asked kind?"""
    groups: Names
    kinds: Names

    def weights(self, shares: Mapping[str, float] = SHARES) -> Numbers:
        """Weight of each case (sum 1): half for the known, half for the novel."""
        names = [
            f"{group}\n{known}\n{kind}"
            for group, known, kind in zip(
                self.groups, self.known, self.kinds, strict=True
            )
        ]
        _, place, cases = np.unique(names, return_inverse=True, return_counts=True)
        within = 1 / cases[place]
        weights = np.zeros(len(names))
        for group, share in shares.items():
            for side in (self.known, ~self.known):
                mine = (self.groups == group) & side
                weights[mine] = share * within[mine] / max(within[mine].sum(), 1e-12)
        total: Numbers = weights / weights.sum()
        return total


def ask(
    asked: Sequence[Example],
    asked_vectors: Vectors,
    stored: Sequence[Example],
    stored_vectors: Vectors,
) -> Asked:
    """The best hits of `asked` in a memory of `stored`.

    A stored task of the same words is no hit: recall knows it by its words. Nor is
    one of which nobody can say whether it is of the asked kind (variants of one
    family, two sets of one origin).
    """
    cosines, same_kind, same_family = _compared(
        asked, asked_vectors, stored, stored_vectors
    )
    known: Truth = np.any(same_kind & (cosines > NOWHERE), axis=1)
    right = np.take_along_axis(same_kind, cosines.argmax(axis=1)[:, None], axis=1)
    strange = np.where(same_family, NOWHERE, cosines).max(axis=1)
    novel: Truth = strange > NOWHERE
    none = np.zeros(int(novel.sum()), dtype=bool)
    labels = _Labels.of(asked)
    return Asked(
        np.concatenate([cosines.max(axis=1)[known], strange[novel]]),
        np.concatenate([right[known, 0], none]),
        np.concatenate([known[known], none]),
        np.concatenate([labels.groups[known], labels.groups[novel]]),
        np.concatenate([labels.kinds[known], labels.kinds[novel]]),
    )


def fit_scale(asked: Asked) -> SimilarityScale:
    """Chance that a best hit of this cosine is of the asked kind: at most MAX_KNOTS
    knots, monotone (isotonic regression), up to SAME."""
    weights = asked.weights()
    knots = isotonic(asked.cosines, asked.right, weights, MAX_KNOTS - 1)
    return SimilarityScale((*_capped(knots), SAME))


def _capped(knots: Knots) -> Knots:
    return [(x, min(y, SUREST)) for x, y in knots if x < SAME[0]]


def _compared(
    asked: Sequence[Example],
    asked_vectors: Vectors,
    stored: Sequence[Example],
    stored_vectors: Vectors,
) -> tuple[Numbers, Equal, Equal]:
    """Of each with each: cosine (NOWHERE if it is no hit), same kind, same family."""
    cosines = (asked_vectors @ stored_vectors.T).astype(np.float64)
    one, other = _Labels.of(asked), _Labels.of(stored)
    same_kind = _equal(one.kinds, other.kinds)
    same_family = _equal(one.families, other.families)
    same_origin = _equal(one.origins, other.origins)
    doubtful = same_family & ~same_kind
    doubtful |= same_origin & ~_equal(one.sources, other.sources)
    cosines[_equal(one.words, other.words) | doubtful] = NOWHERE
    return cosines, same_kind, same_family


@dataclass(frozen=True, slots=True)
class _Labels:
    """What is compared, one entry per task."""

    words: Names
    sources: Names
    origins: Names
    families: Names
    kinds: Names
    groups: Names

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Self:
        return cls(
            np.array([normalize(one.text) for one in examples]),
            np.array([one.source for one in examples]),
            np.array([one.source.partition("-")[0] for one in examples]),
            np.array([f"{one.source}/{one.family}" for one in examples]),
            np.array([f"{one.source}/{one.kind}" for one in examples]),
            np.array([_group(one) for one in examples]),
        )


def _group(example: Example) -> str:
    return TRANSLATED if example.source == TRANSLATIONS else example.language


def _equal(one: Names, other: Names) -> Equal:
    """Every one of these with every one of those (as numbers: far quicker)."""
    _, numbers = np.unique(np.concatenate([one, other]), return_inverse=True)
    equal: Equal = numbers[: len(one), None] == numbers[None, len(one) :]
    return equal
