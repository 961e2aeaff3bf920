"""`kgmem bench embedders`: fits the constants of the offline embedders, and says how
good they are on the half of the kinds that nothing was fitted on.

The scale says how likely the nearest stored task is of the asked kind, in a memory of
some hundreds of tasks, where novel kinds are asked as often as known ones; see
`neighbours`, and `task_halves` for what counts as the same kind.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.lab import (
    CALIBRATIONS,
    CachedEmbedder,
    E5Embedder,
    Embedder,
    Fitted,
    Language,
    NgramEmbedder,
    SimilarityScale,
    Vectors,
    centered,
)
from kgmem_bench.common.reliability import Numbers, Truth, auroc, brier, ece
from kgmem_bench.common.report import Check, machine, machine_line, table
from kgmem_bench.common.task_halves import Part, read_parts
from kgmem_bench.common.task_pairs import Example
from kgmem_bench.recall.neighbours import TRANSLATED, Asked, ask, fit_scale

MAKERS: Mapping[str, Callable[[], Embedder]] = {
    "e5": lambda: E5Embedder(centered=False),
    "ngram": lambda: NgramEmbedder(centered=False),
}
CENTERED = {"e5": True, "ngram": False}
"""Which are shipped centred; n-grams would gain in English what they lose in
Chinese."""
LANGUAGES: tuple[Language, ...] = ("en", "zh")
GROUPS: Mapping[str, Mapping[str, float]] = {
    "en": {"en": 1.0},
    "zh": {"zh": 1.0},
    "both": {"en": 0.5, "zh": 0.5},
    TRANSLATED: {TRANSLATED: 1.0},
}
"""What is reported on, with the weight of each language in it."""
BARS = (0.5, 0.75, 0.85, 0.9)
"""That calibrated similarities are held against."""


@dataclass(frozen=True, slots=True)
class Offers:
    """Of best hits above a bar."""

    precision: float | None
    """None where there are none."""
    known: float
    """The share of known tasks that are rightly offered,"""
    novel: float
    """and of novel ones that are wrongly offered."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How the constants do on the held-out half of one group."""

    embedder: str
    asked: str
    memory: int
    auroc: float
    """Known against novel, by the best cosine."""
    right: float
    """Share of the known whose best hit is of their kind."""
    brier: float
    ece: float
    at: tuple[Offers, ...]
    """By bar."""


@dataclass(frozen=True, slots=True)
class EmbeddersResult:
    """All that was fitted and measured."""

    benchmark: str
    machine: dict[str, Any]
    held_out: tuple[HeldOut, ...]


def bench_embedders(data: Path, *, write_them: bool) -> EmbeddersResult:
    """Fit and measure each embedder; the constants may go into the package."""
    measured: list[HeldOut] = []
    for name, make in MAKERS.items():
        embedder = CachedEmbedder(make(), size=1 << 16)
        constants = fit(embedder, data, center=CENTERED[name])
        measured += held_out(name, embedder, data, constants)
        if write_them:
            write(name, constants)
    return EmbeddersResult("embedders", machine(), tuple(measured))


def fit(embedder: Embedder, data: Path, *, center: bool = True) -> Fitted:
    """The constants for a raw `embedder`, from the tuning half alone."""
    tuning, _ = read_parts(data)
    means = _means(embedder, tuning) if center else {}
    asked, stored = tuning.asked(), tuning.stored()
    vectors = [_embedded(embedder, part, means) for part in (asked, stored)]
    scale = fit_scale(ask(asked, vectors[0], stored, vectors[1]))
    version = embedder.model.rpartition("-")[2]
    raw = Fitted(version, scale, means)
    return Fitted.from_json(raw.to_json())  # as rounded as it will be read


def held_out(
    name: str, embedder: Embedder, data: Path, constants: Fitted
) -> list[HeldOut]:
    """How they do on the half that was not fitted on, in a memory of both."""
    tuning, other = read_parts(data)
    asked, stored = other.asked(), [*other.stored(), *tuning.stored()]
    vectors = [_embedded(embedder, part, constants.means) for part in (asked, stored)]
    best = ask(asked, vectors[0], stored, vectors[1])
    said = calibrated(constants.calibration, best.cosines)
    return [
        _measured(name, group, len(stored), best, said, best.weights(shares))
        for group, shares in GROUPS.items()
    ]


def _measured(
    name: str, group: str, memory: int, best: Asked, said: Numbers, weights: Numbers
) -> HeldOut:
    return HeldOut(
        name,
        group,
        memory,
        auroc(best.cosines, best.known, weights),
        float(weights[best.right].sum() / weights[best.known].sum()),
        brier(said, best.right, weights),
        ece(said, best.right, weights),
        tuple(_offers(said >= bar, best, weights) for bar in BARS),
    )


def _offers(offered: Truth, best: Asked, weights: Numbers) -> Offers:
    total = float(weights[offered].sum())
    right = float(weights[offered & best.right].sum())
    novel = ~best.known
    return Offers(
        right / total if total else None,
        right / float(weights[best.known].sum()),
        float(weights[offered & novel].sum() / weights[novel].sum()),
    )


def _embedded(
    embedder: Embedder, tasks: Sequence[Example], means: Mapping[Language, Vectors]
) -> Vectors:
    """Vectors as they would be shipped with these means."""
    texts = [task.text for task in tasks]
    return centered(embedder.embed(texts), texts, means)


def calibrated(scale: SimilarityScale, cosines: Numbers) -> Numbers:
    """Each cosine on the scale."""
    return np.array([scale(float(cosine)) for cosine in cosines])


def checks(result: EmbeddersResult) -> list[Check]:
    """Nothing is aimed at."""
    return []


def to_markdown(result: EmbeddersResult) -> str:
    """The whole report."""
    head = ["embedder", "asked", "memory", "known AUROC", "found", "Brier", "ECE"]
    rows = [
        [row.embedder, row.asked, row.memory]
        + [f"{value:.2f}" for value in (row.auroc, row.right)]
        + [f"{value:.3f}" for value in (row.brier, row.ece)]
        + [_shown(offers) for offers in row.at]
        for row in result.held_out
    ]
    return "\n\n".join([
        "## Calibration of the offline embedders",
        machine_line(result.machine),
        "Best hits of the held-out half; at each bar: precision / share of the known "
        "that are rightly offered / share of the novel that are wrongly offered.",
        table([*head, *(f"≥ {bar}" for bar in BARS)], rows),
    ]) + "\n"  # fmt: skip


def _shown(offers: Offers) -> str:
    precision = "–" if offers.precision is None else f"{offers.precision:.2f}"
    return f"{precision} / {offers.known:.2f} / {offers.novel:.2f}"


def write(name: str, constants: Fitted) -> Path:
    """Store the constants in the package; the revision goes up with new means."""
    path = CALIBRATIONS / f"{name}.json"
    if path.exists():
        old = Fitted.from_json(path.read_text(encoding="utf-8"))
        same = old.version == constants.version and _same_means(old, constants)
        constants = replace(constants, revision=old.revision + (not same))
    path.write_text(constants.to_json(), encoding="utf-8")
    return path


def _means(embedder: Embedder, part: Part) -> dict[Language, Vectors]:
    """Mean vector of a language: each set's mean counts the same."""
    texts: dict[tuple[Language, str], list[str]] = defaultdict(list)
    for example in part.examples:
        texts[example.language, example.source].append(example.text)
    for zh, en in part.translations:
        texts["zh", "translations"].append(zh)
        texts["en", "translations"].append(en)
    means = {key: embedder.embed(group).mean(axis=0) for key, group in texts.items()}
    return {
        lang: np.mean([m for key, m in means.items() if key[0] == lang], axis=0)
        for lang in LANGUAGES
    }


def _same_means(a: Fitted, b: Fitted) -> bool:
    return a.means.keys() == b.means.keys() and all(
        np.array_equal(a.means[lang], b.means[lang]) for lang in a.means
    )
