"""How good an embedder and its scale are, on the half that nothing was fitted on.

Each memory holds both halves and what is never asked; the held-out half is asked of
all of it and of smaller draws.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.backends import calibration as fitted
from kgmem.backends.calibration import Fitted
from kgmem.bench.neighbours import (
    TRANSLATED,
    Asked,
    ask,
    nearest_pairs,
    some_of,
)
from kgmem.bench.reliability import Numbers, Truth, auroc, bins, brier, ece
from kgmem.bench.task_halves import Part, read_parts, read_strangers
from kgmem.bench.task_pairs import Example, Pairs, pair_translations, pair_up
from kgmem.index.projection import LINK_ABOVE, LINKS_PER_TASK
from kgmem.model.base import Language
from kgmem.model.similarity import Calibration
from kgmem.ports import Embedder, Vectors

Json = dict[str, Any]

LANGUAGES: tuple[Language, ...] = ("en", "zh")
BOTH: Mapping[str, float] = {"en": 0.5, "zh": 0.5}
THRESHOLDS = (0.5, 0.75, 0.85, 0.9)
"""The bars that calibrated similarities are held against."""
SIZES = (100, 300, 800)
DRAWS = 8
"""Memories of a smaller size."""


def report(embedder: Embedder, data: Path, constants: Fitted) -> Json:
    """How `constants` do for a raw `embedder` on the held-out half.

    `en`, `zh`, `both`, `cross` (known in the other language only): see `_measures`,
    and `pairs`, the AUROC of pairs of one kind against others; `sizes`: the same as
    `both` in smaller memories; `strangers`: share of unrelated goals above each
    threshold; `links`: of each task's nearest ones, the share that is linked, and
    the share of those that is of one kind.
    """
    tuning, held_out = read_parts(data)
    means, scale = constants.means, constants.calibration
    asked, stored = held_out.asked(), [*tuning.stored(), *held_out.stored()]
    vectors = embed(embedder, asked, means), embed(embedder, stored, means)
    found = ask(asked, vectors[0], stored, vectors[1])
    shares = {"en": {"en": 1.0}, "zh": {"zh": 1.0}, "both": BOTH}
    shares[TRANSLATED] = {TRANSLATED: 1.0}
    rows: Json = {
        name: _measures(found, scale, share) for name, share in shares.items()
    }
    for name, value in _pairs(embedder, held_out, means).items():
        rows[name]["pairs"] = value
    rows["memory"] = len(stored)
    rows["sizes"] = {
        size: _measures(_drawn(asked, stored, vectors, size), scale, BOTH)
        for size in SIZES
        if size < len(stored)
    }
    rows["strangers"] = _strangers(embedder, data, stored, vectors[1], constants)
    rows["links"] = _links(
        nearest_pairs(asked, vectors[0], stored, vectors[1], LINKS_PER_TASK), scale
    )
    return rows


def embed(
    embedder: Embedder, tasks: Sequence[Example], means: Mapping[Language, Vectors]
) -> Vectors:
    """Vectors as they would be shipped with these means."""
    texts = [task.text for task in tasks]
    return fitted.center(embedder.embed(texts), texts, means)


def calibrated(scale: Calibration, cosines: Numbers) -> Numbers:
    """Each cosine on the scale."""
    return np.array([scale(float(cosine)) for cosine in cosines])


def markdown(found: Json) -> str:
    """Two tables: the held-out half in one memory; sizes, strangers and links."""
    columns = " | ".join(f"≥ {bar}" for bar in THRESHOLDS)
    dashes = "|---" * len(THRESHOLDS)
    lines = [
        "Best hits, held-out half; at each bar: precision / share of the known that "
        "are rightly offered / share of the novel that are wrongly offered.\n",
        "| embedder | vectors | asked | pairs AUROC | known AUROC | found | Brier | "
        f"ECE | {columns} |",
        f"|---|---|---|---|---|---|---|---{dashes}|",
    ]
    reports = [
        (name, label, result[label]["report"])
        for name, result in found.items()
        if "skipped" not in result
        for label in ("raw", "centred")
    ]
    for name, label, one in reports:
        for part in ("en", "zh", "both", TRANSLATED):
            lines.append(f"| {name} | {label} | {part} | {_cells(one[part])} |")
        for size, row in one["sizes"].items():
            lines.append(f"| {name} | {label} | both of {size} | {_cells(row)} |")
    lines += [
        "\nUnrelated goals whose best hit is above each bar; linked of the "
        f"{LINKS_PER_TASK} nearest / of one kind.\n",
        f"| embedder | vectors | memory | {columns} | links |",
        f"|---|---|---{dashes}|---|",
    ]
    for name, label, one in reports:
        above = " | ".join(f"{x:.3f}" for x in one["strangers"]["above"].values())
        links = f"{one['links']['linked']:.3f} / {one['links']['pure']:.3f}"
        lines.append(f"| {name} | {label} | {one['memory']} | {above} | {links} |")
    lines += [
        f"\n{name}: {result['skipped']}"
        for name, result in found.items()
        if "skipped" in result
    ]
    return "\n".join(lines) + "\n"


def reliability_table(row: Json) -> str:
    """What was said and what was seen, by what was said."""
    lines = ["| said | share of asked | mean said | right |", "|---|---|---|---|"]
    lines += [
        f"| {low:.1f} to {low + 0.1:.1f} | {weight:.3f} | {said:.3f} | {seen:.3f} |"
        for low, weight, said, seen in row["bins"]
    ]
    return "\n".join(lines) + "\n"


def _measures(found: Asked, scale: Calibration, shares: Mapping[str, float]) -> Json:
    """`auroc` of known against novel by the best cosine; `found`, the share of the
    known whose best hit is of their kind; `brier`, `ece` and `bins` of the scale;
    `at` each threshold precision, coverage of the known, share of the novel."""
    weights = found.weights(shares)
    said = calibrated(scale, found.cosines)
    known = float(weights[found.known].sum())
    return {
        "asked": int((weights > 0).sum()),
        "auroc": auroc(found.cosines, found.known, weights),
        "found": float(weights[found.right].sum()) / known,
        "brier": brier(said, found.right, weights),
        "ece": ece(said, found.right, weights),
        "bins": bins(said, found.right, weights),
        "at": {bar: _offers(said >= bar, found, weights) for bar in THRESHOLDS},
    }


def _offers(
    offered: Truth, found: Asked, weights: Numbers
) -> tuple[float | None, float, float]:
    total = float(weights[offered].sum())
    right = float(weights[offered & found.right].sum())
    novel = ~found.known
    return (
        right / total if total else None,
        right / float(weights[found.known].sum()),
        float(weights[offered & novel].sum() / weights[novel].sum()),
    )


def _drawn(
    asked: Sequence[Example],
    stored: Sequence[Example],
    vectors: tuple[Vectors, Vectors],
    size: int,
) -> Asked:
    draws = [some_of(stored, size, draw) for draw in range(DRAWS)]
    return Asked.joined(
        [
            ask(asked, vectors[0], [stored[n] for n in draw], vectors[1][draw])
            for draw in draws
        ]
    )


def _strangers(
    embedder: Embedder,
    data: Path,
    stored: Sequence[Example],
    vectors: Vectors,
    constants: Fitted,
) -> Json:
    goals = read_strangers(data)
    found = ask(goals, embed(embedder, goals, constants.means), stored, vectors)
    said = calibrated(constants.calibration, found.cosines)
    above = {bar: float((said >= bar).mean()) for bar in THRESHOLDS}
    return {"asked": len(goals), "above": above}


def _links(pairs: tuple[Numbers, Truth], scale: Calibration) -> Json:
    cosines, same = pairs
    linked = calibrated(scale, cosines) >= LINK_ABOVE
    pure = float(same[linked].mean()) if linked.any() else float("nan")
    return {"pairs": len(cosines), "linked": float(linked.mean()), "pure": pure}


def _pairs(
    embedder: Embedder, part: Part, means: Mapping[Language, Vectors]
) -> dict[str, float]:
    """AUROC of pairs by language and of translations."""
    found: dict[str, float] = {}
    for language in LANGUAGES:
        examples = part.of(language)
        vectors = embed(embedder, examples, means)
        found[language] = _apart(vectors, pair_up(examples))
    told = part.told()
    ordered = [*told[::2], *told[1::2]]  # all Chinese, then all English
    vectors = embed(embedder, ordered, means)
    found[TRANSLATED] = _apart(vectors, pair_translations(part.translations))
    return found


def _apart(vectors: Vectors, pairs: Pairs) -> float:
    cosines = (vectors[pairs.left] * vectors[pairs.right]).sum(axis=1)
    return auroc(cosines.astype(np.float64), pairs.same, pairs.weight)


def _cells(row: Json) -> str:
    pairs = f"{row['pairs']:.3f}" if "pairs" in row else "–"
    cells = [pairs, *(f"{row[name]:.3f}" for name in ("auroc", "found", "brier"))]
    cells.append(f"{row['ece']:.3f}")
    for precision, coverage, strange in row["at"].values():
        shown = "–" if precision is None else f"{precision:.2f}"
        cells.append(f"{shown} / {coverage:.2f} / {strange:.2f}")
    return " | ".join(cells)
