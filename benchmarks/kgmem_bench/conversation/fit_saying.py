"""Fits `conversation.saying.weights`: is a clause asserted, lasting, and about whom it
is read of?

    uv run python -m kgmem_bench.conversation.fit_saying [--write]

A file `LANGUAGE-WRITER.txt` holds one message a line; what it says of its writer, or of
others, and lasts stands in brackets; those of `fit_sorts`, too. Printed is what comes
of each writer's messages with weights and thresholds that were fitted on three quarters
of the others': the area under the curve, and at the threshold how many of the clauses
that are told are right, and how many of those to be told are; then the same of a kind.
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
from kgmem_bench.conversation.fit_sorts import least, left_out, unmarked
from kgmem_people.saying.clause import Clause
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.saying.weighing import FILE, Weights, vectors_of

DATA = [Path(__file__).parents[1] / "data" / one for one in ("saying", "sorts")]
TOLD = ("[", "<x=")
"""The marks of what is so."""
STRENGTH = 0.1
"""Inverse of the penalty."""
SCALES = (3.0, 2.0)
"""Of the vectors of what a clause tells and of its sentence, beside signs that are 0 or
1."""
SEEN = 3
"""Clauses that a sign is in, at least."""
RIGHT = 0.8
"""Share of clauses told in their own words that is right, in cross-validation over the
messages of all writers but those who wrote forms alone."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause, and whether it is to be told."""

    writer: str
    message: str
    clause: Clause
    is_told: bool
    vectors: Vectors


def rows_of(language: str, embedder: Embedder) -> list[Row]:
    """The clauses of all messages of a language."""
    read = ReadPerson(SpacyTagger(), JiebaTagger())
    found: list[Row] = []
    for path in sorted(file for one in DATA for file in one.glob(f"{language}-*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text, marks = unmarked(line)
            marked = [text[start:end] for start, end, mark in marks if mark in TOLD]
            clauses = [one for code, one in read.clauses(text) if code == language]
            vectors = vectors_of(clauses, embedder) if clauses else ()
            name = f"{path.parent.name}/{path.stem}"
            found += [
                Row(name, line, one, is_marked(one.words, marked), each)
                for one, each in zip(clauses, vectors, strict=True)
            ]
    return found


def is_marked(words: str, marked: Sequence[str]) -> bool:
    """Do most of the words stand in brackets?"""
    own = _words(words)
    return bool(own) and len(own & _words(" ".join(marked))) > 0.6 * len(own)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.casefold()))


def fit(rows: Sequence[Row], model: str) -> Weights:
    """The weights that tell what is to be told, and from which odds on."""
    counted = Counter(sign for one in rows for sign in one.clause.signs)
    names = sorted(sign for sign, count in counted.items() if count >= SEEN)
    vectors = np.array([one.vectors for one in rows])
    shape, scales = vectors[0].shape, np.array(SCALES)[:, None]
    centre = vectors.mean(axis=0)
    signs = [[float(sign in one.clause.signs) for sign in names] for one in rows]
    scaled = ((vectors - centre) * scales).reshape(len(rows), -1)
    table = np.hstack([np.array(signs), scaled])
    labels = np.array([one.is_told for one in rows])
    regression = LogisticRegression(C=STRENGTH, max_iter=3000)
    odds = cross_val_predict(
        regression,
        table,
        labels,
        groups=[one.message for one in rows],
        cv=GroupKFold(5),
        method="decision_function",
    )
    regression.fit(table, labels)
    weights = regression.coef_[0]
    fitted = weights[len(names) :].reshape(shape) * scales
    holds = np.array([o.clause.holds and "forms" not in o.writer for o in rows])
    typed = np.array([bool(one.clause.typed) for one in rows])
    free = holds & ~typed
    return Weights(
        model,
        float(regression.intercept_[0] - (fitted * centre).sum()),
        least(odds[free], labels[free], RIGHT, float(odds.max())),
        dict(zip(names, weights[: len(names)].tolist(), strict=True)),
        np.asarray(fitted, np.float32),
    )


def figures(name: str, weights: Weights, rows: Sequence[Row]) -> str:
    """One line."""
    odds = np.array([weights.odds(one.clause, one.vectors) for one in rows])
    labels = np.array([one.is_told for one in rows])
    holds = np.array([one.clause.holds for one in rows])
    typed = np.array([bool(one.clause.typed) for one in rows])
    told = holds & (typed | (odds >= weights.least))
    return (
        f"{name} left out: AUROC {roc_auc_score(labels, odds):.3f}, right "
        f"{(told & labels).sum()} of {told.sum()} told, of {labels.sum()} to be told; "
        f"of a kind {(told & typed & labels).sum()} of {(told & typed).sum()}, of "
        f"{(typed & labels).sum()}"
    )


def to_json(weights: Weights) -> dict[str, object]:
    """What the file holds of a language."""
    return {
        "model": weights.model,
        "bias": round(weights.bias, 4),
        "least": round(weights.least, 4),
        "signs": {k: round(v, 3) for k, v in weights.signs.items() if abs(v) >= 0.01},
        "vectors": weights.vectors.astype(float).round(3).tolist(),
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
        for others, left in left_out(rows):
            weights = fit(others, embedder.model)
            for writer, own in left.items():
                say(figures(writer, weights, own))
        found[language] = to_json(fit(rows, embedder.model))
    if write:
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
