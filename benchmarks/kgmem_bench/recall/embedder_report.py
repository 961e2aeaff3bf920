"""How good an embedder and its scale are, on the half that nothing was fitted on.

Each memory holds both halves and what is never asked; the held-out half is asked of
all of it and of smaller draws.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from kgmem.lab import (
    LINK_ABOVE,
    LINKS_PER_TASK,
    Embedder,
    Fitted,
    Language,
    SimilarityScale,
    Vectors,
    centered,
)
from kgmem_bench.common.reliability import Numbers, Truth, auroc, bins, brier, ece
from kgmem_bench.common.task_halves import Part, read_parts, read_strangers
from kgmem_bench.common.task_pairs import Example, Pairs, pair_translations, pair_up
from kgmem_bench.recall.neighbours import (
    TRANSLATED,
    Asked,
    ask,
    nearest_pairs,
    some_of,
)

Json = dict[str, Any]

LANGUAGES: tuple[Language, ...] = ("en", "zh")
BOTH: Mapping[str, float] = {"en": 0.5, "zh": 0.5}
ROWS: Mapping[str, Mapping[str, float]] = {
    "en": {"en": 1.0},
    "zh": {"zh": 1.0},
    "both": BOTH,
    TRANSLATED: {TRANSLATED: 1.0},
}
"""Rows of the table, with the weight of each group."""
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
    bench = _Bench.of(embedder, data, constants.means)
    scale = constants.calibration
    found = bench.found()
    rows: Json = {name: _measures(found, scale, share) for name, share in ROWS.items()}
    for name, value in _pairs(embedder, bench.held_out, constants.means).items():
        rows[name]["pairs"] = value
    sizes = {size: bench.drawn(size) for size in SIZES if size < len(bench.stored)}
    sizes[len(bench.held_out.stored())] = bench.alone()
    rows["memory"] = len(bench.stored)
    rows["sizes"] = {
        size: _measures(sizes[size], scale, BOTH) for size in sorted(sizes)
    }
    rows["strangers"] = _strangers(embedder, data, bench, constants)
    rows["links"] = _links(bench, scale)
    return rows


@dataclass(frozen=True, slots=True)
class _Bench:
    """What is stored and what is asked of it, with vectors."""

    held_out: Part
    asked: list[Example]
    asked_vectors: Vectors
    stored: list[Example]
    """Both halves, the held-out one first."""
    vectors: Vectors

    @classmethod
    def of(
        cls, embedder: Embedder, data: Path, means: Mapping[Language, Vectors]
    ) -> Self:
        tuning, held_out = read_parts(data)
        asked, stored = held_out.asked(), [*held_out.stored(), *tuning.stored()]
        vectors = embed(embedder, asked, means), embed(embedder, stored, means)
        return cls(held_out, asked, vectors[0], stored, vectors[1])

    def found(self) -> Asked:
        """In the whole memory."""
        return self._found_in(range(len(self.stored)))

    def alone(self) -> Asked:
        """In a memory of the held-out half alone, as the tuning half was fitted."""
        return self._found_in(range(len(self.held_out.stored())))

    def drawn(self, size: int) -> Asked:
        """In several memories of this size."""
        draws = (some_of(self.stored, size, draw) for draw in range(DRAWS))
        return Asked.joined([self._found_in(draw) for draw in draws])

    def _found_in(self, places: Sequence[int]) -> Asked:
        stored = [self.stored[n] for n in places]
        return ask(self.asked, self.asked_vectors, stored, self.vectors[list(places)])


def embed(
    embedder: Embedder, tasks: Sequence[Example], means: Mapping[Language, Vectors]
) -> Vectors:
    """Vectors as they would be shipped with these means."""
    texts = [task.text for task in tasks]
    return centered(embedder.embed(texts), texts, means)


def calibrated(scale: SimilarityScale, cosines: Numbers) -> Numbers:
    """Each cosine on the scale."""
    return np.array([scale(float(cosine)) for cosine in cosines])


def markdown(found: Json) -> str:
    """Two tables: the held-out half by memory; strangers and links."""
    reports = [
        (name, label, result[label]["report"])
        for name, result in found.items()
        if "skipped" not in result
        for label in ("raw", "centred")
    ]
    skipped = [
        f"\n{name}: {result['skipped']}"
        for name, result in found.items()
        if "skipped" in result
    ]
    return "\n".join([*_hits(reports), *_offered(reports), *skipped]) + "\n"


Reports = Sequence[tuple[str, str, Json]]
"""Embedder, vectors, report."""
_COLUMNS = " | ".join(f"≥ {bar}" for bar in THRESHOLDS)
_DASHES = "|---" * len(THRESHOLDS)


def _hits(reports: Reports) -> Iterator[str]:
    yield (
        "Best hits, held-out half; at each bar: precision / share of the known that "
        "are rightly offered / share of the novel that are wrongly offered.\n"
    )
    yield (
        "| embedder | vectors | asked | memory | pairs AUROC | known AUROC | found "
        f"| Brier | ECE | {_COLUMNS} |"
    )
    yield f"|---|---|---|---|---|---|---|---|---{_DASHES}|"
    for name, label, one in reports:
        rows = [(part, one["memory"], one[part]) for part in ROWS]
        rows += [("both", size, row) for size, row in one["sizes"].items()]
        for part, size, row in rows:
            yield f"| {name} | {label} | {part} | {size} | {_cells(row)} |"


def _offered(reports: Reports) -> Iterator[str]:
    yield (
        "\nUnrelated goals whose best hit is above each bar; linked of the "
        f"{LINKS_PER_TASK} nearest / of one kind.\n"
    )
    yield f"| embedder | vectors | memory | {_COLUMNS} | links |"
    yield f"|---|---|---{_DASHES}|---|"
    for name, label, one in reports:
        above = " | ".join(f"{x:.3f}" for x in one["strangers"]["above"].values())
        links = f"{one['links']['linked']:.3f} / {one['links']['pure']:.3f}"
        yield f"| {name} | {label} | {one['memory']} | {above} | {links} |"


def reliability_table(row: Json) -> str:
    """What was said and what was seen, by what was said."""
    lines = ["| said | share of asked | mean said | right |", "|---|---|---|---|"]
    lines += [
        f"| {low:.1f} to {low + 0.1:.1f} | {weight:.3f} | {said:.3f} | {seen:.3f} |"
        for low, weight, said, seen in row["bins"]
    ]
    return "\n".join(lines) + "\n"


def _measures(
    found: Asked, scale: SimilarityScale, shares: Mapping[str, float]
) -> Json:
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


def _strangers(
    embedder: Embedder, data: Path, bench: _Bench, constants: Fitted
) -> Json:
    goals = read_strangers(data)
    vectors = embed(embedder, goals, constants.means)
    found = ask(goals, vectors, bench.stored, bench.vectors)
    said = calibrated(constants.calibration, found.cosines)
    above = {bar: float((said >= bar).mean()) for bar in THRESHOLDS}
    return {"asked": len(goals), "above": above}


def _links(bench: _Bench, scale: SimilarityScale) -> Json:
    cosines, same = nearest_pairs(
        bench.asked, bench.asked_vectors, bench.stored, bench.vectors, LINKS_PER_TASK
    )
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
