"""`kgmem bench locate`: is the right element found again on a page that changed, and
is nothing clicked where it is gone?"""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from kgmem import Element, PlanStep
from kgmem.lab import locate, weigh
from kgmem.samples.shipped import DATA
from kgmem_bench.common import reliability
from kgmem_bench.common.metrics import Interval, interval, percentile
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.locate.locate_cases import SOURCES, Case, made_cases, recorded_cases
from kgmem_bench.locate.locate_live import live_cases
from kgmem_bench.locate.locate_ways import WAYS

SITES, QUICK_SITES = 12, 4
"""Made sites; each has seven pages."""
THERE, GONE = "all, target there", "all, target gone"
LARGE = 5_000
"""Elements of the page that speed is measured on."""
ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Score:
    """What came of one change in one way."""

    change: str
    half: str
    source: str
    way: str
    cases: int
    tellable: int
    """Cases in which one recorded fact still is true of the target alone."""
    healed: Interval
    """Share of the cases in which the right element is found."""
    wrong: Interval
    """Share in which another one would be used."""
    refused: float
    healed_of_tellable: float


@dataclass(frozen=True, slots=True)
class Trust:
    """What confidences are worth: the best candidate is the right one so often."""

    half: str
    cases: int
    brier: float
    ece: float
    bins: list[tuple[float, float, float, float]]
    """As `reliability.bins` gives them."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds to locate one target on a large page."""

    given: str
    elements: int
    p50: float
    p95: float
    processor: float
    """Median of the processor time, which other work on the machine hardly changes."""


@dataclass(frozen=True, slots=True)
class LocateResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    sources: list[str]
    sites: int
    scores: list[Score]
    trust: list[Trust]
    speed: list[Speed]


def bench_locate(
    data: Path | None = None,
    *,
    live: bool = False,
    quick: bool = False,
    seed: int = 0,
    tell: Say = say,
) -> LocateResult:
    """Measure on made pages, on the recorded screens below `data` if there are any,
    and, if asked for, on live pages. Raises BrowserMissing."""
    facts, folder = machine(), data or DATA
    sites = QUICK_SITES if quick else SITES
    tell("changing pages …")
    on_live = live_cases(seed, quick=quick) if live else ()
    cases = [*chain(made_cases(sites, seed), recorded_cases(folder, seed), on_live)]
    tell(f"{len(cases):,} cases …")
    return LocateResult(
        benchmark="locate",
        machine=facts,
        sources=[one for one in SOURCES if any(case.source == one for case in cases)],
        sites=sites,
        scores=scores(cases),
        trust=[trust(cases, half) for half in ("reported", "tuning")],
        speed=speeds(),
    )


# Right and wrong ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Outcome:
    site: str
    is_tellable: bool
    healed: bool
    wrong: bool


def scores(cases: Iterable[Case]) -> list[Score]:
    """For each source, way and half: each change, and all changes together."""
    groups: dict[tuple[str, str, str, str], list[_Outcome]] = defaultdict(list)
    for case in cases:
        can_be_told = case.can_be_told
        for way, find in WAYS.items():
            index = find(case.step, case.elements)
            outcome = _Outcome(
                case.site,
                can_be_told,
                healed=index is not None and index == case.truth,
                wrong=index is not None and index != case.truth,
            )
            for change in (case.change, GONE if case.truth is None else THERE):
                groups[case.half, case.source, way, change].append(outcome)
    return [_score(*key, outcomes) for key, outcomes in groups.items()]


def _score(
    half: str, source: str, way: str, change: str, outcomes: Sequence[_Outcome]
) -> Score:
    tellable = [one for one in outcomes if one.is_tellable]
    healed = _interval(outcomes, lambda one: one.healed)
    wrong = _interval(outcomes, lambda one: one.wrong)
    return Score(
        change,
        half,
        source,
        way,
        cases=len(outcomes),
        tellable=len(tellable),
        healed=healed,
        wrong=wrong,
        refused=1 - healed.value - wrong.value,
        healed_of_tellable=_interval(tellable, lambda one: one.healed).value,
    )


def _interval(
    outcomes: Iterable[_Outcome], happened: Callable[[_Outcome], bool]
) -> Interval:
    by_site: dict[str, list[float]] = defaultdict(list)
    for one in outcomes:
        by_site[one.site].append(happened(one))
    return interval(by_site)


# Confidence ---------------------------------------------------------------------------


def trust(cases: Iterable[Case], half: str) -> Trust:
    """How well the product's confidence predicts that its best candidate is right,
    taken or not."""
    said: list[float] = []
    right: list[bool] = []
    for case in cases:
        choice = weigh(case.step, case.elements) if case.half == half else None
        if choice is not None:
            said.append(choice.confidence)
            right.append(choice.best.index == case.truth)
    weights = np.full(len(said), 1 / max(len(said), 1))
    given = np.array(said), np.array(right, dtype=bool), weights
    return Trust(
        half,
        len(said),
        brier=reliability.brier(*given),
        ece=reliability.ece(*given),
        bins=reliability.bins(*given),
    )


# Speed --------------------------------------------------------------------------------


def speeds(elements: int = LARGE, rounds: int = ROUNDS) -> list[Speed]:
    """Of a page that is one long table with three buttons in each row."""
    rows = large_page(elements)
    parsed = [Element.model_validate(row) for row in rows]
    draw = random.Random(0)
    targets = [draw.choice(parsed) for _ in range(rounds)]
    found: list[Speed] = []
    for given, page in (("elements", parsed), ("mappings", rows)):
        took = [_milliseconds(target, page) for target in targets]
        walls, processors = zip(*took, strict=True)
        p50, p95 = percentile(walls, 0.5), percentile(walls, 0.95)
        found.append(Speed(given, elements, p50, p95, percentile(processors, 0.5)))
    return found


def large_page(elements: int) -> list[dict[str, Any]]:
    """The mappings of a long table's buttons."""
    return [_table_button(n) for n in range(elements)]


def _table_button(n: int) -> dict[str, Any]:
    row, nth = divmod(n, 3)
    name = ("View", "Edit", "Delete")[nth]
    return {
        "role": "button",
        "name": name,
        "tag": "button",
        "text": name,
        "attributes": {"class": f"btn btn-{name.lower()}", "id": f"b{n}"},
        "container": [f"user{row} u{row}@example.com View Edit Delete", "Users"],
        "ordinal": row,
        "path": f"/html/body/main/table/tr[{row}]/td[4]/button[{nth}]",
        "box": {"x": 600.0 + 90 * nth, "y": 40.0 * row, "width": 80, "height": 24},
    }


def _milliseconds(target: Element, page: Sequence[Any]) -> tuple[float, float]:
    """By the clock on the wall and by the processor's."""
    step = PlanStep(n=1, action="click", target=target)
    wall, processor = time.perf_counter(), time.process_time()
    locate(step, page)
    processor, wall = time.process_time() - processor, time.perf_counter() - wall
    return wall * 1000, processor * 1000
