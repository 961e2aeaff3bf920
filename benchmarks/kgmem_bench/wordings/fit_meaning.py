"""Fits the weights of `matching.paraphrasing.paraphrases`: which kind a text in other
words means, or that it means none.

    uv run python -m kgmem_bench.wordings.fit_meaning --data FOLDER

A conditional logit over the kinds with the nearest tasks and "none" (D. McFadden,
"Conditional logit analysis of qualitative choice behavior", 1974); L2 penalty. Tasks of
no known kind count STRANGER each, as one of the sets has many. Printed are the weights
fitted on all families of sets, and what comes of a family that was left out.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from kgmem import Element, Pattern
from kgmem.lab import (
    BareTask,
    CachedEmbedder,
    Embedder,
    PatternOutline,
    is_same_language,
    meaning,
    offline_embedder,
    read_hints,
    seen_hints,
)
from kgmem_bench.common.report import say
from kgmem_bench.wordings.fit_assigning import FAMILIES, pattern_sets
from kgmem_bench.wordings.wording_sets import Asked, WordingSet

NAMES = (
    "cosine", "cosine_abroad", "lead", "alike", "fit", "beyond", "opposite",
    "none", "none_abroad",
)  # fmt: skip
KINDS = 6
STRANGER = 0.4
PENALTY = 0.3
OFFERED = 0.45


@dataclass(frozen=True, slots=True)
class Choice:
    """A text, and the kinds that it may mean; the last row is "none"."""

    relation: str
    rows: np.ndarray
    """One for each kind, by NAMES."""
    right: np.ndarray

    @property
    def weight(self) -> float:
        """What it counts."""
        return STRANGER if self.relation == "stranger" else 1.0


def choices(
    one: WordingSet, patterns: Sequence[Pattern], embedder: Embedder
) -> Iterator[Choice]:
    """The set's tasks, but for those that a kind is worded as."""
    outlines = [o for p in patterns if p.steps and (o := PatternOutline.of(p))]
    kinds = [_kind(outline.pattern) for outline in outlines]
    learned = [_kind_of(run.steps[0].target) for run in one.learned]
    vectors = embedder.embed([run.task for run in one.learned])
    asked = embedder.embed([each.task for each in one.asked])
    cosines = asked @ vectors.T
    for each, row in zip(one.asked, cosines, strict=True):
        near = {
            k: max(row[n] for n, kind in enumerate(learned) if kind == k) for k in kinds
        }
        ranked = sorted(zip(outlines, kinds, strict=True), key=lambda o: -near[o[1]])
        yield _choice(each, [(o, k, float(near[k])) for o, k in ranked[:KINDS]])


def _kind(pattern: Pattern) -> str:
    return _kind_of(pattern.steps[0].target)


def _kind_of(link: Element | None) -> str:
    return ((link.name if link else None) or "").removeprefix("Page ")


def _choice(each: Asked, near: Sequence[tuple[PatternOutline, str, float]]) -> Choice:
    asked = BareTask(each.task)
    rows, right = [], []
    for outline, kind, cosine in near:
        read = meaning(asked, outline)
        if read is None or not read.bindings:
            continue
        seen = seen_hints(asked, [(o, c) for o, _, c in near], outline, cosine)
        rows.append([*seen, *read_hints(asked, read), 0.0, 0.0])
        right.append(kind == each.kind and each.relation != "stranger")
    same = not near or is_same_language(asked, near[0][0])
    rows.append([0.0] * 7 + ([1.0, 0.0] if same else [0.0, 1.0]))
    right.append(not any(right))
    return Choice(each.relation, np.array(rows), np.array(right))


def fit(found: Sequence[Choice]) -> np.ndarray:
    """The weights that make the right choices likeliest, by NAMES."""

    def loss(at: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = PENALTY * 0.5 * float(at @ at), PENALTY * at
        for one in found:
            odds = _odds(one, at)
            own = odds * one.right
            total -= one.weight * float(np.log(own.sum() + 1e-300))
            slope = slope + one.weight * (odds - own / (own.sum() + 1e-300)) @ one.rows
        return total, slope

    start = np.zeros(len(NAMES))
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)


def _odds(one: Choice, at: np.ndarray) -> np.ndarray:
    scores = one.rows @ at
    odds = np.exp(scores - scores.max())
    return np.asarray(odds / odds.sum())


def shares(found: Sequence[Choice], at: np.ndarray) -> Iterator[str]:
    """What comes of them, by relation: offered, and rightly."""
    for relation in dict.fromkeys(one.relation for one in found):
        own = [one for one in found if one.relation == relation]
        best = [(one, _odds(one, at)[:-1]) for one in own]
        offered = [(o, p) for o, p in best if len(p) and p.max() >= OFFERED]
        right = sum(bool(o.right[int(p.argmax())]) for o, p in offered)
        yield (
            f"{relation}: offered {len(offered) / len(own):.2f}, right "
            f"{right / len(own):.2f} of {len(own)}"
        )


def main() -> None:
    """Prints weights, and what they come to on families that were left out."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--data", type=Path)
    embedder = CachedEmbedder(offline_embedder()[0], size=20_000)
    known: dict[str, list[Choice]] = {name: [] for name in FAMILIES}
    for family, one, patterns in pattern_sets(reader.parse_args().data, embedder):
        known[family] += choices(one, patterns, embedder)
    chosen = fit([one for family in known.values() for one in family])
    for name, weight in zip(NAMES, chosen, strict=True):
        say(f"{name} = {weight:.1f}")
    for family, own in known.items():
        others = [one for name in known if name != family for one in known[name]]
        for line in shares(own, fit(others)):
            say(f"{family}, left out; {line}")


if __name__ == "__main__":
    main()
