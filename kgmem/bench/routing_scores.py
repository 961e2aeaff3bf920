"""What a benchmark of routing counts: known from novel, the right kind, replays and
what they are worth."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.bench import metrics
from kgmem.bench.metrics import Interval
from kgmem.bench.recall_sets import EVERYTHING
from kgmem.bench.routing import Routed, by_stage
from kgmem.bench.routing_nearest import WAYS
from kgmem.bench.routing_sets import AGAIN, OTHER
from kgmem.model.calibration_curve import Prediction, apply
from kgmem.replay.calibrate import Calibration, calibrate
from kgmem.replay.fit_curve import fit
from kgmem.replay.reliability import Reliability, reliability

FAMILIARITY, CONFIDENCE = "familiarity", "confidence"
RISK = 0.01
"""Share of wrong answers that is put up with."""
KGMEM = "kgmem"
TRUST_K = 3
"""Learned wordings in the stages whose plans are judged: others ask the same again."""


@dataclass(frozen=True, slots=True)
class KindScore:
    """Does recall know what it knows? One half of one stage."""

    scenario: str
    k: int | None
    half: str
    known: int
    novel: int
    groups: int
    """Of the known queries."""
    separation: dict[str, Interval]
    """AUROC of known against novel, by what tells them apart."""
    hit: dict[str, Interval]
    """Share of known queries for which the first one is of their kind, by way."""
    covered: dict[str, float]
    """Share of known queries that could be answered with 1 % of another kind among
    all answers, novel queries included, by way."""


@dataclass(frozen=True, slots=True)
class ReplayScore:
    """What became of the queries: one half of one stage."""

    scenario: str
    k: int | None
    half: str
    sort: str
    asked: int
    replayable: int
    """A success with steps of their kind was learned."""
    routes: dict[str, int]
    direct: int
    wrong_kind: int
    """Direct replays of another kind,"""
    other_way: int
    """and those that go another way than anybody is known to have gone."""
    unjudged: int
    """Direct replays of the right kind, no way being recorded."""
    at_risk: float
    """Share of replayable queries that could be replayed directly, by confidence, with
    1 % of the replays wrong: the bar is this half's own."""
    adaptive: int
    adaptive_right: int
    """Adaptive replays whose plan would have done as it is."""


@dataclass(frozen=True, slots=True)
class TrustScore:
    """Confidence as a probability, on the plans of the reported half; reports are
    simulated: a plan succeeds if it goes a recorded way, or, where none is recorded,
    if it is of the right kind."""

    rules: Reliability | None
    """As the rules say it."""
    same_kinds: Calibration
    """Calibrated on plans of the same kinds, cross-validated: a memory whose tasks
    return."""
    other_kinds: Reliability | None
    """Calibrated on the tuning half, that is on other kinds."""
    fitted: int
    """Plans of the tuning half."""


def kind_scores(routed: Sequence[Routed]) -> list[KindScore]:
    """Of every stage that has known and novel queries, each half."""
    return [
        _kind_score(scenario, k, half, mine)
        for (scenario, k), found in by_stage(routed).items()
        for half, mine in _halves(found, OTHER)
        if {one.known for one in mine} == {True, False}
    ]


def _kind_score(
    scenario: str, k: int | None, half: str, mine: Sequence[Routed]
) -> KindScore:
    known = [one for one in mine if one.known]
    signals = {
        FAMILIARITY: [one.familiarity for one in mine],
        CONFIDENCE: [one.confidence for one in mine],
        **{way: [one.baselines[way].score for one in mine] for way in WAYS},
    }
    hits = {
        KGMEM: [one.hit for one in mine],
        **{way: [one.baselines[way].hit for one in mine] for way in WAYS},
    }
    ranked_by = {KGMEM: FAMILIARITY, **{way: way for way in WAYS}}
    return KindScore(
        scenario=scenario,
        k=k,
        half=half,
        known=len(known),
        novel=len(mine) - len(known),
        groups=len({one.group for one in known}),
        separation={n: _separation(mine, said) for n, said in signals.items()},
        hit={way: _share(mine, found) for way, found in hits.items()},
        covered={
            way: share_at_risk(
                list(zip(signals[ranked_by[way]], hits[way], strict=True)), len(known)
            )
            for way in hits
        },
    )


def _separation(mine: Sequence[Routed], said: Sequence[float]) -> Interval:
    sides: dict[bool, dict[str, list[float]]] = {True: {}, False: {}}
    for one, score in zip(mine, said, strict=True):
        sides[bool(one.known)].setdefault(one.group, []).append(score)
    return metrics.separation(sides[True], sides[False])


def _share(mine: Sequence[Routed], hits: Sequence[bool]) -> Interval:
    groups: dict[str, list[float]] = defaultdict(list)
    for one, hit in zip(mine, hits, strict=True):
        if one.known:
            groups[one.group].append(float(hit))
    return metrics.interval(groups)


def share_at_risk(
    answers: Iterable[tuple[float, bool]], of: int, risk: float = RISK
) -> float:
    """The most answers (score, right?) from the top that hold no more than `risk`
    wrong ones, as a share of `of`; equal scores go together. Selective prediction
    (El-Yaniv and Wiener 2010)."""
    by_score: dict[float, Counter[bool]] = defaultdict(Counter)
    for score, right in answers:
        by_score[score][right] += 1
    most, taken = 0, Counter[bool]()
    for score in sorted(by_score, reverse=True):
        taken += by_score[score]
        if taken[False] <= risk * taken.total():
            most = taken.total()
    return most / of if of else float("nan")


def replay_scores(routed: Sequence[Routed]) -> list[ReplayScore]:
    """Of every stage, each half and sort of query."""
    return [
        _replay_score(scenario, k, half, sort, mine)
        for (scenario, k), found in by_stage(routed).items()
        for sort in (OTHER, AGAIN)
        for half, mine in _halves(found, sort)
    ]


def _replay_score(
    scenario: str, k: int | None, half: str, sort: str, mine: Sequence[Routed]
) -> ReplayScore:
    direct = [one for one in mine if one.route == "direct_replay"]
    adaptive = [one for one in mine if one.route == "adaptive_replay"]
    replayable = sum(one.replayable for one in mine)
    return ReplayScore(
        scenario=scenario,
        k=k,
        half=half,
        sort=sort,
        asked=len(mine),
        replayable=replayable,
        routes=dict(Counter(one.route for one in mine)),
        direct=len(direct),
        wrong_kind=sum(one.wrong and one.same_path is None for one in direct),
        other_way=sum(one.same_path is False for one in direct),
        unjudged=sum(one.same_path is None and not one.wrong for one in direct),
        at_risk=share_at_risk(
            ((one.confidence, not one.wrong) for one in mine if one.origin), replayable
        ),
        adaptive=len(adaptive),
        adaptive_right=sum(one.same_path is True for one in adaptive),
    )


def _halves(found: Iterable[Routed], sort: str) -> list[tuple[str, list[Routed]]]:
    mine: Mapping[str, list[Routed]] = {"reported": [], "tuning": []}
    for one in found:
        if one.sort == sort:
            mine[one.half].append(one)
    return [(half, listed) for half, listed in mine.items() if listed]


def trust_score(routed: Iterable[Routed]) -> TrustScore:
    """Confidence before calibration and after it, over the plans of all stages that
    share no queries."""
    plans = [
        one
        for one in routed
        if one.origin
        and one.sort == OTHER
        and one.k in (TRUST_K, None)
        and one.scenario != EVERYTHING
    ]
    tuning, reported = (
        [Prediction(one.confidence, not one.wrong) for one in plans if one.half == half]
        for half in ("tuning", "reported")
    )
    curve = fit(tuning)
    return TrustScore(
        rules=reliability(reported),
        same_kinds=calibrate(reported),
        other_kinds=reliability(
            [one._replace(confidence=apply(curve, one.confidence)) for one in reported]
        ),
        fitted=len(tuning),
    )
