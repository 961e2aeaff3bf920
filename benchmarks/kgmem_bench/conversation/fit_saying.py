"""Fits `conversation.saying.weights`: is a clause asserted, lasting, and about whom it
is read of?

    uv run python -m kgmem_bench.conversation.fit_saying [--write]

A file `LANGUAGE-WRITER.txt` holds one message a line; what it says of its writer, or of
others, and lasts stands in brackets. Printed is what comes of each writer's messages
with weights and thresholds that were fitted on the others': the area under the curve,
and at the threshold how many of the clauses that are told are right, and how many of
those to be told are.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict

from kgmem.lab import (
    CachedEmbedder,
    Embedder,
    JiebaTagger,
    SpacyTagger,
    Vectors,
    offline_embedder,
)
from kgmem_bench.common.report import say
from kgmem_people.saying.clause import Clause
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.saying.weighing import FILE as SAYING_WEIGHTS
from kgmem_people.saying.weighing import Weights as SayingWeights

DATA = Path(__file__).parents[1] / "data" / "saying"
STRENGTH = 0.1
"""Inverse of the penalty."""
SCALE = 3.0
"""Of vectors, beside signs that are 0 or 1."""
SEEN = 3
"""Clauses that a sign is in, at least."""
RIGHT = 0.78
"""Share of clauses told in their own words that is right, in cross-validation over the
messages of all writers but those who wrote forms alone."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause, and whether it is to be told."""

    writer: str
    message: str
    clause: Clause
    is_told: bool
    vector: Vectors


def rows_of(language: str, embedder: Embedder) -> list[Row]:
    """The clauses of all messages of a language."""
    read = ReadPerson(SpacyTagger(), JiebaTagger())
    found: list[Row] = []
    for path in sorted(DATA.glob(f"{language}-*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text = re.sub(r"[\[\]]", "", line)
            clauses = [one for code, one in read.clauses(text) if code == language]
            vectors = embedder.embed([one.text for one in clauses] or [""])
            marked = re.findall(r"\[([^]]*)\]", line)
            found += [
                Row(path.stem, line, one, is_marked(one.words, marked), vector)
                for one, vector in zip(clauses, vectors, strict=False)
            ]
    return found


def is_marked(words: str, marked: Sequence[str]) -> bool:
    """Do most of the words stand in brackets?"""
    own = _words(words)
    return bool(own) and len(own & _words(" ".join(marked))) > 0.6 * len(own)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.casefold()))


def fit(rows: Sequence[Row], model: str) -> SayingWeights:
    """The weights that tell what is to be told, and from which odds on."""
    counted = Counter(sign for one in rows for sign in one.clause.signs)
    names = sorted(sign for sign, count in counted.items() if count >= SEEN)
    centre = np.mean([one.vector for one in rows], axis=0)
    table = np.array(
        [
            [
                *(float(sign in one.clause.signs) for sign in names),
                *((one.vector - centre) * SCALE),
            ]
            for one in rows
        ]
    )
    labels = np.array([one.is_told for one in rows])
    regression = LogisticRegression(C=STRENGTH, max_iter=3000)
    groups = [one.message for one in rows]
    odds = cross_val_predict(
        regression,
        table,
        labels,
        groups=groups,
        cv=GroupKFold(5),
        method="decision_function",
    )
    regression.fit(table, labels)
    signs, vector = regression.coef_[0][: len(names)], regression.coef_[0][len(names) :]
    judged = np.array(
        [
            one.clause.holds and not one.clause.typed and "forms" not in one.writer
            for one in rows
        ]
    )
    return SayingWeights(
        model,
        float(regression.intercept_[0] - SCALE * vector @ centre),
        least(odds[judged], labels[judged]),
        dict(zip(names, signs.tolist(), strict=True)),
        np.asarray(vector * SCALE, np.float32),
    )


def least(odds: Vectors, labels: Vectors) -> float:
    """The lowest odds above which so many are right."""
    order = np.argsort(-odds)
    share = np.cumsum(labels[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero((share >= RIGHT) & (np.arange(len(order)) >= 10))
    return float(odds[order][good[-1]]) if len(good) else float(odds.max())


def figures(name: str, weights: SayingWeights, rows: Sequence[Row]) -> str:
    """One line."""
    odds = [weights.odds(one.clause.signs, one.vector) for one in rows]
    labels = np.array([one.is_told for one in rows])
    clauses, vectors = [o.clause for o in rows], np.array([o.vector for o in rows])
    told = np.array(weights.told(clauses, vectors))
    right = int((told & labels).sum())
    return (
        f"{name} left out: AUROC {roc_auc_score(labels, odds):.3f}, right {right} of "
        f"{int(told.sum())} told, of {int(labels.sum())} to be told"
    )


def to_json(weights: SayingWeights) -> dict[str, object]:
    """What the file holds of a language."""
    return {
        "model": weights.model,
        "bias": round(weights.bias, 4),
        "least": round(weights.least, 4),
        "signs": {k: round(v, 3) for k, v in weights.signs.items() if abs(v) >= 0.01},
        "vector": [round(float(one), 3) for one in weights.vector],
    }


def main() -> None:
    """Prints what comes of what was left out; writes the weights if asked to."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--write", action="store_true")
    write = reader.parse_args().write
    embedder = CachedEmbedder(offline_embedder()[0], size=200_000)
    found: dict[str, object] = {}
    for language in ("en", "zh"):
        rows = rows_of(language, embedder)
        for writer in sorted({one.writer for one in rows}):
            others = [one for one in rows if one.writer != writer]
            own = [one for one in rows if one.writer == writer]
            say(figures(writer, fit(others, embedder.model), own))
        found[language] = to_json(fit(rows, embedder.model))
    if write:
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        SAYING_WEIGHTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
