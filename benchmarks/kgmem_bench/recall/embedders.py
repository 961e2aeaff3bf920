"""Fit the constants of the offline embedders and say how good they are.

    python -m kgmem_bench.recall.embedders --data DIR [--write] [--json FILE]

Tuned on one half of the task kinds, reported on the other; see `task_pairs` for what
counts as the same kind. The scale says how likely the nearest stored task is of the
asked kind, in a memory of some hundreds of tasks, where novel kinds are asked as
often as known ones; see `neighbours`.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from kgmem.errors import ConfigurationError
from kgmem.lab import (
    CALIBRATIONS,
    CachedEmbedder,
    E5Embedder,
    Embedder,
    Fitted,
    Language,
    NgramEmbedder,
    Vectors,
)
from kgmem_bench.common.task_halves import Part, read_parts
from kgmem_bench.recall.embedder_report import (
    LANGUAGES,
    Json,
    embed,
    markdown,
    reliability_table,
    report,
)
from kgmem_bench.recall.neighbours import ask, fit_scale

MAKERS: Mapping[str, Callable[[], Embedder]] = {
    "e5": lambda: E5Embedder(centered=False),
    "ngram": lambda: NgramEmbedder(centered=False),
}
CENTERED = {"e5": True, "ngram": False}
"""Which are shipped centred; n-grams would gain in English what they lose in
Chinese."""


def fit(embedder: Embedder, data: Path, *, center: bool = True) -> Fitted:
    """The constants for a raw `embedder`, from the tuning half alone."""
    tuning, _ = read_parts(data)
    means = _means(embedder, tuning) if center else {}
    asked, stored = tuning.asked(), tuning.stored()
    vectors = embed(embedder, asked, means), embed(embedder, stored, means)
    scale = fit_scale(ask(asked, vectors[0], stored, vectors[1]))
    version = embedder.model.rpartition("-")[2]
    raw = Fitted(version, scale, means)
    return Fitted.from_json(raw.to_json())  # as rounded as it will be read


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


def write(name: str, constants: Fitted) -> Path:
    """Store the constants in the package; the revision goes up with new means."""
    path = CALIBRATIONS / f"{name}.json"
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
    for name, result in found.items():
        if "skipped" not in result:
            row = result[_shipped(name)]["report"]["both"]
            sys.stdout.write(f"\n{name}, both languages:\n\n{reliability_table(row)}")
    if given.write:
        for name in found:
            if "skipped" not in found[name]:
                path = write(name, found[name][_shipped(name)]["constants"])
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


def _shipped(name: str) -> str:
    return "centred" if CENTERED[name] else "raw"


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


if __name__ == "__main__":
    sys.exit(main())
