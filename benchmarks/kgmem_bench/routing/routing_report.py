"""Tables of `kgmem bench routing`."""

from collections.abc import Iterable, Sequence
from typing import TypeVar, get_args

from kgmem import Route
from kgmem.lab import Reliability
from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.data_sets import android_control
from kgmem_bench.routing.routing import RoutingResult
from kgmem_bench.routing.routing_nearest import WAYS
from kgmem_bench.routing.routing_scores import (
    CONFIDENCE,
    FAMILIARITY,
    KGMEM,
    RISK,
    KindScore,
    ReplayScore,
    TrustScore,
    kind_scores,
    replay_scores,
    trust_score,
)
from kgmem_bench.routing.routing_sets import AGAIN, OTHER

S = TypeVar("S", KindScore, ReplayScore)
SIGNALS = (FAMILIARITY, CONFIDENCE, *WAYS)


def checks(result: RoutingResult) -> list[Check]:
    """What is asked of routing, and what was measured."""
    direct = [r for r in result.routed if r.route == "direct_replay"]
    unrelated = [r for r in result.routed if r.scenario == android_control.SET]
    replayed = [r for r in direct if r in unrelated and r.sort == OTHER]
    others = [r for r in direct if r.sort == OTHER and r.half == "reported"]
    again = [r for r in result.routed if r.sort == AGAIN and r.replayable]
    return [
        Check(
            f"direct replays, {android_control.SET}",
            float(len(replayed)) if unrelated else float("nan"),
            0,
            "",
            "low",
            "required",
        ),
        Check(
            "share of direct replays of other wordings that are wrong, reported half",
            mean([float(one.wrong) for one in others]),
            RISK,
            "",
            "low",
            "aim",
        ),
        Check(
            "share of learned wordings that are replayed directly",
            mean([float(one.route == "direct_replay") for one in again]),
            1.0,
            "",
            "high",
            "aim",
        ),
    ]


def to_markdown(result: RoutingResult) -> str:
    """The whole report."""
    kinds = kind_scores(result.routed)
    replays = replay_scores(result.routed)
    trust = trust_score(result.routed)
    parts = [
        f"## Routing: {result.data}, {result.embedder}",
        machine_line(result.machine),
        "A memory learns k wordings of each kind and generalizes; others are asked, "
        "without the app. A quarter of the kinds is novel. In brackets: 95 % "
        "intervals, kinds resampled.",
        "### Known or novel: AUROC, reported half",
        _separation_table(_half(kinds, "reported")),
        "### The right kind, reported half",
        "*First*: of the known queries, the plan's origin (else the best experience) "
        "is of the same kind, or the plan goes a recorded way. *At 1 %*: share of the "
        "known queries that could be answered with 1 % of all answers, also to novel "
        "queries, of another kind.",
        _kind_table(_half(kinds, "reported")),
        "### Replays of other wordings, reported half",
        "*Other way*: the plan does not go the way of anybody who was asked the same "
        "(level `fits`; the recorded run as it is or without fidgeting). *At 1 %*: "
        "share of the queries with a success of their kind that could be replayed "
        "with 1 % wrong, ranked by confidence.",
        _replay_table(r for r in _half(replays, "reported") if r.sort == OTHER),
        "### Learned wordings asked again",
        _again_table(r for r in replays if r.sort == AGAIN),
        "### Is confidence a probability?",
        _trust_text(trust),
        "### Tuning half, for comparison",
        _separation_table(_half(kinds, "tuning")),
        _kind_table(_half(kinds, "tuning")),
        _replay_table(r for r in _half(replays, "tuning") if r.sort == OTHER),
        "### Asked and measured",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _half(scores: Iterable[S], half: str) -> list[S]:
    return [score for score in scores if score.half == half]


def _separation_table(scores: Iterable[KindScore]) -> str:
    rows = [
        [one.scenario, one.k, str(one.known), str(one.novel)]
        + [str(one.separation[name]) for name in SIGNALS]
        for one in scores
    ]
    return table(["set", "k", "known", "novel", *SIGNALS], rows)


def _kind_table(scores: Iterable[KindScore]) -> str:
    ways = (KGMEM, *WAYS)
    head = ["set", "k", "queries (kinds)"]
    head += [f"first, {way}" for way in ways] + [f"at 1 %, {way}" for way in ways]
    rows = [
        [one.scenario, one.k, f"{one.known} ({one.groups})"]
        + [str(one.hit[way]) for way in ways]
        + [f"{one.covered[way]:.2f}" for way in ways]
        for one in scores
    ]
    return table(head, rows)


def _replay_table(scores: Iterable[ReplayScore]) -> str:
    routes: tuple[Route, ...] = get_args(Route)
    head = ["set", "k", "queries", "replayable", *routes, "wrong kind", "other way"]
    head += ["way not known", "at 1 %", "adaptive, right as it is"]
    rows = [
        [one.scenario, one.k, one.asked, one.replayable]
        + [one.routes.get(route, 0) for route in routes]
        + [one.wrong_kind, one.other_way, one.unjudged, one.at_risk]
        + [f"{one.adaptive_right} of {one.adaptive}"]
        for one in scores
    ]
    return table(head, rows)


def _again_table(scores: Iterable[ReplayScore]) -> str:
    rows = [
        [one.scenario, one.k, one.half, str(one.asked), str(one.direct)]
        for one in scores
    ]
    return table(["set", "k", "half", "asked", "replayed directly"], rows)


def _trust_text(trust: TrustScore) -> str:
    """Before and after calibration, with the bins."""
    same = trust.same_kinds
    named = [
        ("rules", trust.rules),
        ("calibrated on the same kinds, cross-validated", same.after),
        (f"calibrated on {trust.fitted} plans of other kinds", trust.other_kinds),
    ]
    found = [(name, one) for name, one in named if one is not None]
    head = ["confidence", "plans", "Brier score", "calibration error", "log loss"]
    rows = [
        [name, str(one.n), f"{one.brier:.3f}", f"{one.ece:.3f}", f"{one.log_loss:.3f}"]
        for name, one in found
    ]
    used = "is used" if same.used else "is not used"
    lines = [
        "Reports are simulated: a plan that was offered succeeds if it goes a recorded "
        "way, or, where none is recorded, if it is of the right kind. Reported half, "
        "all sets together; other kinds: those of the tuning half.",
        table(head, rows),
        f"On the same kinds the curve {used}: {same.reason}.",
    ]
    lines += [f"{name[0].upper()}{name[1:]}:\n\n{_bins_table(o)}" for name, o in found]
    return "\n\n".join(lines)


def _bins_table(found: Reliability) -> str:
    rows: Sequence[list[str]] = [
        [
            f"{one.predicted:.2f}",
            f"{one.observed:.2f}",
            f"{one.low:.2f} to {one.high:.2f}",
            str(one.count),
        ]
        for one in found.bins
    ]
    return table(["said", "came true", "90 % interval", "plans"], rows)
