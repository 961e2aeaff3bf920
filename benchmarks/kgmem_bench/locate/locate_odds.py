"""`kgmem bench locate-odds`: the odds of `locate` fitted from recorded pairs.

A pair is a target as it was recorded and an element of the changed page. For each
kind of evidence it is counted how often it agrees with the same element (m), and how
often with another one (u): the two probabilities of Fellegi and Sunter (1969), by
counting, since it is known here which element is the same. Agreement counts by its
share, and one pair each way at the beginning keeps both away from 0 and 1. Pairs with
other elements are weighed so that each case counts as one, however many elements its
page has. The shares are those of the changes that are made here: look at them beside
what is set, before taking them.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgmem.lab import LOCATE_ODDS, evidence
from kgmem_bench.common.report import machine, machine_line
from kgmem_bench.locate.locate_cases import Case, made_cases, recorded_cases

SITES, FEW = 60, 12
"""Made sites, and with `--quick`."""


@dataclass(slots=True)
class Share:
    """How often a kind of evidence agrees, in cases."""

    agreed: float = 1.0
    differed: float = 1.0

    def add(self, agreement: float, weight: float) -> None:
        self.agreed += weight * agreement
        self.differed += weight * (1 - agreement)

    @property
    def value(self) -> float:
        return self.agreed / (self.agreed + self.differed)

    @property
    def cases(self) -> float:
        return self.agreed + self.differed - 2


@dataclass(frozen=True, slots=True)
class Pairs:
    """What was counted, by kind of evidence."""

    same: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    other: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))

    def add(self, case: Case) -> None:
        """Count the pairs of a case; none where its target is gone."""
        found = evidence(case.step, case.elements)
        if case.truth not in found:
            return
        for kind, agreement in found[case.truth].items():
            self.same[kind].add(agreement, 1.0)
        others = [told for n, told in found.items() if n != case.truth]
        for told in others:
            for kind, agreement in told.items():
                self.other[kind].add(agreement, 1 / len(others))


@dataclass(frozen=True, slots=True)
class Fitted:
    """A kind of evidence as it is set and as it was counted."""

    kind: str
    stays: float
    stays_counted: float
    shared: float
    shared_counted: float
    cases: float


def fit_odds(cases: Iterable[Case]) -> list[Fitted]:
    """For each kind of evidence that any pair has."""
    pairs = Pairs()
    for case in cases:
        pairs.add(case)
    return [
        Fitted(
            kind,
            odds.stays,
            pairs.same[kind].value,
            odds.shared,
            pairs.other[kind].value,
            pairs.same[kind].cases,
        )
        for kind, odds in LOCATE_ODDS.items()
        if kind in pairs.same and kind in pairs.other
    ]


def bench_odds(data: Path | None, quick: bool, seed: int) -> dict[str, Any]:
    """The odds of made sites and, with `data`, of recorded screens as well."""
    made = list(made_cases(FEW if quick else SITES, seed))
    recorded = list(recorded_cases(data, seed)) if data else []
    fits = {"made": fit_odds(made)}
    if recorded:
        fits["recorded"] = fit_odds(recorded)
    return {"machine": machine(), "fits": fits}


def to_markdown(result: dict[str, Any]) -> str:
    """A table for each source, and what it would be in kgmem."""
    lines = ["## Odds of locating, counted", "", machine_line(result["machine"]), ""]
    for source, fits in result["fits"].items():
        lines += [
            f"### {source}",
            "",
            "| evidence | stays: set | counted | shared: set | counted | cases |",
            "|---|---:|---:|---:|---:|---:|",
            *(
                f"| {one.kind} | {one.stays:g} | {one.stays_counted:.3f} "
                f"| {one.shared:g} | {one.shared_counted:.4f} | {one.cases:.0f} |"
                for one in fits
            ),
            "",
        ]
    return "\n".join(lines)
