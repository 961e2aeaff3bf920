"""Fits `matching.assigning.value_ends`: is the end of a new value a part of it?

    uv run python -m kgmem_bench.strangers.fit_ends [FILE …] [--write]

Each file holds slots of tasks in several languages with new values (`clean`) and words
that change or extend the request (`tails`). A tail stands behind the slot's values in
turn, most of them of the usual length. Fitted on the cut before a tail, and on all cuts
of clean values and examples. Printed is what comes of a language, and of a file's
writer, that was left out: the area under the curve, and at the bar the share of clean
values of several words that are doubted and of tails that are not.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from kgmem.lab import (
    VALUE_ENDS,
    CachedEmbedder,
    Embedder,
    ValueEnds,
    cut_rows,
    cuts,
    offline_embedder,
)
from kgmem_bench.common.report import say

DATA = Path(__file__).parents[1] / "data" / "value_ends"
STRENGTH = 3.0
"""Inverse of the penalty: 1 and 10 come to the same."""
BAR = -1.2
"""As in `tuning.toml`."""
_UNSPACED = re.compile(r"[\u2e80-\u9fff,;.:!?)]")
"""Chinese and Japanese signs, and marks."""


@dataclass(frozen=True, slots=True)
class Told:
    """A value, and the tail that it ends with, if any."""

    language: str
    writer: str
    value: str
    tail: str = ""
    is_known: bool = False
    """Is it one of the slot's examples?"""


def told_in(path: Path) -> Iterator[Told]:
    """The values that a file tells, with tails and without."""
    for slot in json.loads(path.read_text(encoding="utf-8")):
        told = (slot["language"], path.stem)
        clean, known = slot["clean"], slot["examples"]
        most = max(len(cuts(one)) for one in known)
        usual = [one for one in clean if len(cuts(one)) <= most] or known
        yield from (Told(*told, one) for one in clean)
        yield from (Told(*told, one, is_known=True) for one in known)
        for value, tail in zip(cycle([*usual, *clean]), slot["tails"], strict=False):
            gap = "" if _UNSPACED.match(tail) else " "
            yield Told(*told, f"{value}{gap}{tail}", tail)


def fit(found: Sequence[Told], embedder: Embedder) -> ValueEnds:
    """The weights that tell their tails."""
    rows, labels = [], []
    for one in found:
        own = cuts(one.value)
        if one.tail:
            own = tuple(cut for cut in own if len(cut.end) <= len(one.tail))[:1]
        if own:
            rows.append(cut_rows(one.value, own, embedder.embed))
            labels += [bool(one.tail)] * len(own)
    model = LogisticRegression(C=STRENGTH, class_weight="balanced", max_iter=3000)
    model.fit(np.vstack(rows), labels)
    weights = np.asarray(model.coef_[0], np.float32)
    return ValueEnds(embedder.model, weights, float(model.intercept_[0]))


def left_out(
    found: Sequence[Told], key: str, embedder: Embedder
) -> Iterator[tuple[str, list[tuple[bool, float]]]]:
    """By each value of the key, such as a language: what weights that were fitted on
    the others say of new values, each with whether it has a tail."""
    for name in sorted({getattr(one, key) for one in found}):
        own = [one for one in found if getattr(one, key) == name]
        others = [one for one in found if getattr(one, key) != name]
        if others:
            ends = fit(others, embedder)
            yield (
                name,
                [
                    (bool(one.tail), ends.odds(one.value, embedder.embed)[0][0])
                    for one in own
                    if not one.is_known and cuts(one.value)
                ],
            )


def figures(name: str, told: Sequence[tuple[bool, float]]) -> str:
    """One line."""
    tails = [odds for is_tail, odds in told if is_tail]
    clean = [odds for is_tail, odds in told if not is_tail]
    area = roc_auc_score(*zip(*told, strict=True)) if tails and clean else float("nan")
    doubted = np.mean(np.array(clean) >= BAR)
    missed = np.mean(np.array(tails) < BAR)
    return (
        f"{name}: AUROC {area:.3f}, doubted {doubted:.3f} of {len(clean)} clean, "
        f"missed {missed:.3f} of {len(tails)} tails"
    )


def main() -> None:
    """Prints what comes of what was left out; writes the weights if asked to."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("files", type=Path, nargs="*")
    reader.add_argument("--write", action="store_true")
    asked = reader.parse_args()
    embedder = CachedEmbedder(offline_embedder()[0], size=200_000)
    files = asked.files or sorted(DATA.glob("*.json"))
    found = [one for path in files for one in told_in(path)]
    for key in ("language", "writer"):
        everything: list[tuple[bool, float]] = []
        for name, told in left_out(found, key, embedder):
            say(figures(f"{key} {name} left out", told))
            everything += told
        if everything:
            say(figures(f"each {key} left out, all", everything))
    if asked.write:
        VALUE_ENDS.write_text(fit(found, embedder).to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
