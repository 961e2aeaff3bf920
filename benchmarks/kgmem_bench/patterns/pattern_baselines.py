"""What others do to group task texts, to measure the product's clustering against.

Each takes texts and gives a label per text, equal for texts of one group. They need
the extra `bench`: scikit-learn and Drain3, which the product itself does without.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from kgmem.lab import folds

TFIDF_DISTANCE = 0.7
"""Highest mean cosine distance of two groups that are joined."""
LCS_DISTANCE = 0.5
"""Highest mean `1 - dice` of two groups that are joined."""
DRAIN_SIMILARITY = 0.4
DRAIN_DEPTH = 4
"""Drain3's own defaults."""

Distances = npt.NDArray[np.float64]


def tfidf_labels(texts: Sequence[str], distance: float = TFIDF_DISTANCE) -> list[int]:
    """Average link on the cosines of TF-IDF vectors of words and word pairs."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    if not texts:
        return []
    vectorizer = TfidfVectorizer(analyzer=_words_and_pairs)
    rows = vectorizer.fit_transform(texts)
    return average_link(1.0 - (rows @ rows.T).toarray(), distance)


def lcs_labels(texts: Sequence[str], distance: float = LCS_DISTANCE) -> list[int]:
    """Average link on `1 - 2 lcs / (words of both)`, the longest common subsequence
    counted in words (Chinese: characters)."""
    cut = [folds(text) for text in texts]
    distances = np.zeros((len(cut), len(cut)))
    for i, a in enumerate(cut):
        for j in range(i):
            shared, both = LCSseq.similarity(a, cut[j]), len(a) + len(cut[j])
            distances[i, j] = distances[j, i] = 1 - 2 * shared / both if both else 0.0
    return average_link(distances, distance)


def drain_labels(texts: Sequence[str]) -> list[int]:
    """Drain3's fixed-depth tree over words, in the order of the texts."""
    from drain3 import TemplateMiner
    from drain3.template_miner_config import TemplateMinerConfig

    config = TemplateMinerConfig()
    config.drain_sim_th, config.drain_depth = DRAIN_SIMILARITY, DRAIN_DEPTH
    miner = TemplateMiner(config=config)
    lines = (" ".join(folds(text)) for text in texts)
    return [int(miner.add_log_message(line)["cluster_id"]) for line in lines]


def average_link(distances: Distances, most: float) -> list[int]:
    """Labels of the groups that average link makes up to the distance `most`."""
    if len(distances) < 2:
        return [0] * len(distances)
    condensed = squareform(np.clip(distances, 0.0, None), checks=False)
    labels = fcluster(linkage(condensed, "average"), most, "distance")
    return [int(label) for label in labels]


def _words_and_pairs(text: str) -> list[str]:
    cut = folds(text)
    return [*cut, *(f"{a} {b}" for a, b in pairwise(cut))]
