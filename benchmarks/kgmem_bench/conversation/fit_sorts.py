"""Fits `saying.sorts`: what is each part of a message for a memory?

    uv run python -m kgmem_bench.conversation.fit_sorts [--write]

A file `LANGUAGE-WRITER.txt` of `data/sorts` holds chats, one message of a user a line,
with marks: `[what holds and lasts]`, `<! an order that lasts>`, `<- an order that is
taken back>`, `<x what is over>`, `<x= what is over, and what is so instead>`; behind
the last three `{n}` for the line of the chat that they end. Each language is fitted on
the chats of both, as the vectors are of both. Printed is what comes of each writer's
chats with weights and thresholds that were fitted on three quarters of the others'.
"""

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import GroupKFold, cross_val_predict

from kgmem.lab import CachedEmbedder, Embedder, Vectors, offline_embedder
from kgmem_bench.common.report import say
from kgmem_people.saying.sorts import (
    FILE,
    MATRICES,
    SORTS,
    Place,
    Sorts,
    places,
    vectors_of,
)

DATA = Path(__file__).parents[1] / "data" / "sorts"
MARKS = {"[": "holds", "<!": "order", "<-": "unorder", "<x": "end", "<x=": "end"}
STRENGTH = 0.3
"""Inverse of the penalty."""
SCALES = (3.0, 2.0)
"""Of the vectors of a part and of its sentence, beside signs that are 0 or 1."""
SEEN = 3
"""Parts that a sign is in, at least."""
FOLDS = 4
"""Groups of writers of whom one is left out."""
RIGHT = {"order": 0.75, "unorder": 0.6, "end": 0.6}
"""Share of the parts of a sort that are of it, in cross-validation over chats."""


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a message, and what it is."""

    writer: str
    chat: str
    place: Place
    sort: str
    vectors: Mapping[str, Vectors]

    @property
    def both(self) -> Vectors:
        """The vectors of the part and its sentence."""
        pair = self.vectors[self.place.text], self.vectors[self.place.sentence]
        scales = np.repeat(SCALES, len(pair[0]))
        return np.asarray(np.concatenate(pair) * scales, np.float32)


def rows_of(language: str, embedder: Embedder) -> Iterator[Row]:
    """The parts of all messages of a language."""
    for path in sorted(DATA.glob(f"{language}-*.txt")):
        chats = path.read_text(encoding="utf-8").strip().split("\n\n")
        for n, chat in enumerate(chats):
            for text, marked in map(unmarked, chat.splitlines()):
                found = places(text)
                vectors = vectors_of(found, embedder)
                for one in found:
                    most = 0.6 * (one.end - one.start)
                    inside = [MARKS[o[2]] for o in marked if _shared(o, one) > most]
                    sort = inside[0] if inside else "none"
                    yield Row(path.stem, f"{path.stem} {n}", one, sort, vectors)


Marked = tuple[int, int, str]


def unmarked(message: str) -> tuple[str, list[Marked]]:
    """A message without marks, and from where to where which opened."""
    text, marked, opened = "", list[Marked](), ""
    for piece in re.split(r"(\[|\]|<!|<-|<x=?|>(?:\{\d*\})?)", message):
        if piece in MARKS:
            opened, start = piece, len(text)
        elif opened and piece[:1] in ("]", ">"):
            marked.append((start, len(text), opened))
            opened = ""
        else:
            text += piece
    return text, marked


class _Written(Protocol):
    @property
    def writer(self) -> str: ...


W = TypeVar("W", bound=_Written)


def left_out(rows: Sequence[W]) -> Iterator[tuple[list[W], dict[str, list[W]]]]:
    """Rows to fit on, and those of each writer who is left out."""
    writers = sorted({one.writer for one in rows})
    for n in range(FOLDS):
        left = {writer: list[W]() for writer in writers[n::FOLDS]}
        others = list[W]()
        for one in rows:
            left.get(one.writer, others).append(one)
        yield others, left


def _shared(mark: Marked, place: Place) -> int:
    return min(place.end, mark[1]) - max(place.start, mark[0])


def fit(rows: Sequence[Row], language: str, model: str) -> Sorts:
    """The weights of a language, and from which probability on each sort is told."""
    own = [one.writer.startswith(language) for one in rows]
    seen = [
        one.place.words if is_own else frozenset[str]()
        for one, is_own in zip(rows, own, strict=True)
    ]
    counted = {sign: sum(sign in one for one in seen) for sign in set().union(*seen)}
    names = sorted(sign for sign, count in counted.items() if count >= SEEN)
    signs = [[float(name in one) for name in names] for one in seen]
    table = np.hstack([np.array(signs), [one.both for one in rows]])
    labels = np.array([SORTS.index(one.sort) for one in rows])
    regression = LogisticRegression(C=STRENGTH, max_iter=3000)
    chances = cross_val_predict(
        regression,
        table,
        labels,
        groups=[one.chat for one in rows],
        cv=GroupKFold(5),
        method="predict_proba",
    )
    regression.fit(table, labels)
    kept = np.array(own)
    likely = {}
    for sort, right in RIGHT.items():
        n = SORTS.index(sort)
        chosen = kept & (chances.argmax(axis=1) == n)
        likely[sort] = least(chances[chosen, n], labels[chosen] == n, right, 1.0)
    weights = regression.coef_
    parts, sentences = np.hsplit(weights[:, len(names) :], 2)
    return Sorts(
        model,
        regression.intercept_,
        dict(zip(names, weights[:, : len(names)].T, strict=True)),
        np.asarray(parts * SCALES[0], np.float32),
        np.asarray(sentences * SCALES[1], np.float32),
        likely,
    )


def least(odds: Vectors, hits: Vectors, right: float, none: float) -> float:
    """The lowest odds above which so many are hits; `none` where none are."""
    order = np.argsort(-odds)
    share = np.cumsum(hits[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero((share >= right) & (np.arange(len(order)) >= 5))
    return float(odds[order][good[-1]]) if len(good) else none


def figures(name: str, weights: Sorts, rows: Sequence[Row]) -> str:
    """One line."""
    chances = np.array([weights.chances(one.place, one.vectors) for one in rows])
    told = [weights.sort(each) for each in chances]
    parts = []
    for n, sort in enumerate(SORTS[1:], 1):
        is_so = np.array([one.sort == sort for one in rows])
        right = sum(a == sort and b for a, b in zip(told, is_so, strict=True))
        precise = average_precision_score(is_so, chances[:, n]) if is_so.any() else 0
        parts.append(
            f"{sort}: AP {precise:.2f}, right {right} of {told.count(sort)} told, "
            f"of {is_so.sum()}"
        )
    return f"{name} left out: {'; '.join(parts)}"


def to_json(weights: Sorts) -> dict[str, object]:
    """What the file holds of a language."""
    signs = {k: [round(float(o), 2) for o in v] for k, v in weights.signs.items()}
    return {
        "model": weights.model,
        **{
            k: np.asarray(getattr(weights, k), float).round(2).tolist()
            for k in MATRICES
        },
        "signs": {k: v for k, v in signs.items() if max(map(abs, v)) >= 0.05},
        "least": {k: round(v, 3) for k, v in weights.least.items()},
    }


def main() -> None:
    """Prints what comes of what was left out; writes the weights if asked to."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--write", action="store_true")
    write = reader.parse_args().write
    embedder = CachedEmbedder(offline_embedder()[0], size=200_000)
    rows = [one for code in ("en", "zh") for one in rows_of(code, embedder)]
    found: dict[str, object] = {}
    for language in ("en", "zh"):
        for others, left in left_out(rows):
            weights = fit(others, language, embedder.model)
            for writer, own in left.items():
                if writer.startswith(language):
                    say(figures(writer, weights, own))
        found[language] = to_json(fit(rows, language, embedder.model))
    if write:
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
