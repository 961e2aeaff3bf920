"""Fits the weights of `matching.assigning.evidence`: of the ways to give a task's
values to the slots of its kind, the right ones shall be likely.

    uv run python -m kgmem_bench.wordings.fit_assigning --data FOLDER

A conditional log-linear model over the likeliest ways, which are searched anew with
each estimate (as in M. Collins, "Discriminative Training Methods for Hidden Markov
Models", 2002, with likelihood in the place of the perceptron's update); L2 penalty. The
left-out column leaves one family of sets out.
"""

import argparse
import math
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from kgmem import Pattern
from kgmem.lab import (
    EVIDENCE_WEIGHTS,
    CachedEmbedder,
    Embedder,
    Evidence,
    EvidenceWeights,
    PatternOutline,
    ValueWay,
    evidence_of,
    form_of,
    holes,
    likely_ways,
    offline_embedder,
)
from kgmem_bench.common.report import say
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.wordings.wording_sets import (
    Asked,
    WordingSet,
    field_name,
    wording_sets,
)
from kgmem_bench.wordings.wordings import SAME, WRITTEN

ROUNDS = 5
PENALTY = 1.0
FAMILIES = ("Trac", "written", "WebArena")


@dataclass(slots=True)
class Sample:
    """A task, its kind's pattern and the ways that were found so far."""

    task: str
    outline: PatternOutline
    wanted: Mapping[str, str]
    """Values by slot name."""
    found: dict[tuple[object, ...], tuple[Evidence, bool]] = field(default_factory=dict)

    def look(self, weights: EvidenceWeights) -> None:
        """Adds the likeliest ways."""
        for way in self.ways(weights):
            key = tuple(sorted((n, v.start, v.end) for n, v in way.values.items()))
            outline = self.outline
            told = evidence_of(way, outline.places, outline.literal)
            self.found[key] = told, self.is_right(way)

    def ways(self, weights: EvidenceWeights) -> list[ValueWay]:
        """The likeliest ways, the best first."""
        outline = self.outline
        return likely_ways(self.task, outline.places, outline.literal, weights)

    def is_right(self, way: ValueWay) -> bool:
        """Has each slot the task's value?"""
        return all(
            name in way.values
            and _plain(way.values[name].text, self.kind(name)) == value
            for name, value in self.wanted.items()
        )

    def kind(self, name: str) -> str:
        """The slot's kind."""
        return self.outline.pattern.slot(name).kind


def samples(one: WordingSet, patterns: Sequence[Pattern]) -> Iterator[Sample]:
    """The set's tasks of known kinds."""
    outlines = {
        pattern.steps[0].target.name: outline
        for pattern in patterns
        if pattern.steps and pattern.steps[0].target
        if (outline := PatternOutline.of(pattern))
    }
    for asked in one.asked:
        outline = outlines.get(f"Page {asked.kind}")
        if asked.relation in SAME and outline:
            yield _sample(asked, outline)


def _sample(asked: Asked, outline: PatternOutline) -> Sample:
    found: dict[str, str] = {}
    for step in outline.pattern.steps:
        label = (step.target.name if step.target else None) or ""
        name, slots = field_name(label, asked.kind), holes(step.value or "")
        if name and name in asked.values and slots:
            slot = slots[0].slot
            kind = outline.pattern.slot(slot).kind
            found[slot] = _plain(asked.values[name], kind)
    return Sample(asked.task, outline, found)


def _plain(value: str, kind: str) -> str:
    text = " ".join(value.casefold().split()).strip(" .,\"'“”")
    return re.sub(r"[^\d.,]", "", text) if form_of(kind).has_unit else text


def fit(
    found: Sequence[Sample], *, start: EvidenceWeights = EVIDENCE_WEIGHTS
) -> EvidenceWeights:
    """The weights that make the right ways likeliest; those that are 0 at the start
    stay so."""
    weights = start
    fresh = [replace(one, found={}) for one in found]
    for _ in range(ROUNDS):
        for one in fresh:
            one.look(weights)
        weights = _estimate(fresh, weights)
    return weights


def _estimate(found: Sequence[Sample], start: EvidenceWeights) -> EvidenceWeights:
    tables = [
        (np.array([e for e, _ in known]), np.array([right for _, right in known]))
        for known in (list(one.found.values()) for one in found)
        if any(right for _, right in known)
    ]

    def loss(at: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = PENALTY * 0.5 * float(at @ at), PENALTY * at
        for rows, right in tables:
            scores = rows @ at
            odds = np.exp(scores - scores.max())
            total += math.log(odds.sum()) - math.log(odds[right].sum() + 1e-300)
            own = odds * right
            slope = slope + (odds / odds.sum() - own / (own.sum() + 1e-300)) @ rows
        return total, slope

    bounds = [(None, None) if weight else (0.0, 0.0) for weight in start.of]
    at = np.array(start.of)
    made = minimize(loss, at, jac=True, bounds=bounds, method="L-BFGS-B").x
    return EvidenceWeights(Evidence(*map(float, made)))


def share_right(found: Sequence[Sample], weights: EvidenceWeights) -> float:
    """The share of tasks whose likeliest way is right."""
    return sum(one.is_right(one.ways(weights)[0]) for one in found) / max(1, len(found))


def main() -> None:
    """Prints weights, and how often they are right on what they were fitted on and on
    what was left out."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--data", type=Path)
    reader.add_argument("--without", nargs="*", default=[], help="kinds of evidence")
    given = reader.parse_args()
    known = _known(given.data)
    start = EVIDENCE_WEIGHTS.of._replace(**dict.fromkeys(given.without, 0.0))
    every = [one for family in known.values() for one in family]
    chosen = fit(every, start=EvidenceWeights(start))
    for name, weight in chosen.of._asdict().items():
        say(f"{name} = {weight:.2f}")
    for family, own in known.items():
        others = [one for name in known if name != family for one in known[name]]
        left_out = fit(others, start=EvidenceWeights(start))
        told = [share_right(own, w) for w in (EVIDENCE_WEIGHTS, chosen, left_out)]
        shares = zip(("shipped", "all", "left out"), told, strict=True)
        say(f"{family}: " + ", ".join(f"{what} {share:.3f}" for what, share in shares))


def _known(data: Path | None) -> dict[str, list[Sample]]:
    embedder = CachedEmbedder(offline_embedder()[0], size=20_000)
    known: dict[str, list[Sample]] = {name: [] for name in FAMILIES}
    for family, one, patterns in pattern_sets(data, embedder):
        known[family] += samples(one, patterns)
    return known


def pattern_sets(
    data: Path | None, embedder: Embedder
) -> Iterator[tuple[str, WordingSet, list[Pattern]]]:
    """Each set with its family, and the patterns that a memory learns of it."""
    for one in wording_sets(data, WRITTEN):
        with (
            tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder,
            stand(settings_for_bench(Path(folder)), embedder) as at,
        ):
            at.memory.learn_many(list(one.learned))
            at.memory.generalize()
            patterns = list(at.memory.patterns())
        yield next(n for n in FAMILIES if one.name.startswith(n)), one, patterns


if __name__ == "__main__":
    main()
