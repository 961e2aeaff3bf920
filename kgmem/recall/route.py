"""Which route: replay, adapt, guide, or explore, with the reasons.

Similarity proposes, statistics authorize: a direct replay needs the very same task
and a verified success; only strong evidence goes unchecked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.graph.rows import StoredRun
from kgmem.model.base import normalize
from kgmem.model.identity import fold_app
from kgmem.model.pattern import PatternMatch
from kgmem.model.plan import Route
from kgmem.recall.by_pattern import Followed, follow
from kgmem.recall.evidence import bound_of, mean_of
from kgmem.recall.expand import Candidate
from kgmem.recall.plan import path_of, unbound
from kgmem.recall.request import Request

UNCHECKED = 0.90
"""Lower bound of the success rate from which a replay needs no checks."""
ADAPT = 0.85
"""Calibrated similarity, of the words alone and with app and intent, from which a
path is worth adapting: the same app must not make up for other words."""
GUIDE = 0.50
"""Calibrated similarity from which an experience is worth reading: more likely
than not the same kind of task."""
READ = 4
"""Tasks whose runs are read even if fewer are asked for: the best one may have no
success to follow."""
RELEARN = 0.50
"""A success rate below this, after TRIALS runs, sends the task back to exploring."""
TRIALS = 3
DOUBTED = 0.7
"""Share of the confidence that each doubt about a pattern's path leaves."""


@dataclass(slots=True)
class Decision:
    """A route and what led to it."""

    route: Route = "reflexion_explore"
    run: StoredRun | None = None
    """What a plan is made from,"""
    followed: Followed | None = None
    """or this."""
    confidence: float = 0.0
    familiarity: float = 0.0
    checked: bool = True
    experimental: bool = False
    bound: float = 0.0
    """Lower bound of the success rate of a direct replay; of another route nothing is
    known that would spare a question."""
    reasons: list[str] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)


def decide(
    ranked: Sequence[Candidate],
    runs: Mapping[str, StoredRun],
    request: Request,
    *,
    calibrated: bool,
    matches: Sequence[PatternMatch] = (),
) -> Decision:
    """The decision for the candidates and the patterns, each best first."""
    decision = Decision()
    decision.familiarity = max(
        *(c.similarity for c in ranked), *(m.score for m in matches), 0.0, 0.0
    )
    exact = exact_of(ranked, request)
    if exact is not None and _by_repetition(decision, exact, runs, request):
        return decision
    if _by_pattern(decision, follow(matches, request)):
        return decision
    if not ranked:
        decision.reasons.append("nothing similar is known")
        decision.wanted.append("one recorded run of this task")
        return decision
    _by_similarity(decision, ranked, runs, request, calibrated)
    return decision


def exact_of(ranked: Sequence[Candidate], request: Request) -> Candidate | None:
    """The candidate with the same words in the same app, else in none; without a
    given app, the only one with these words."""
    words, app = normalize(request.task), fold_app(request.app)
    same = [c for c in ranked if normalize(c.task["text"]) == words]
    if app:
        own = [c for c in same if fold_app(c.task["app"]) == app]
        same = own or [c for c in same if not fold_app(c.task["app"])]
    return same[0] if len(same) == 1 else None


def best_success(
    candidate: Candidate, runs: Mapping[str, StoredRun], request: Request
) -> StoredRun | None:
    """Its success to follow: right version and device first, then the better
    outcomes of replays, then the shorter path, then the newer."""
    found = [runs[key] for key in candidate.task.get("successes") or () if key in runs]
    with_steps = [run for run in found if path_of(run)]
    return max(
        with_steps,
        key=lambda run: (
            not _other_version(run, request),
            request.device is None or run.device == request.device,
            run.experience.stats.lower_bound,
            -len(run.experience.steps),
            run.recorded_at,
        ),
        default=None,
    )


def _other_version(run: StoredRun, request: Request) -> bool:
    known = request.app_version, run.app_version
    return None not in known and request.app_version != run.app_version


def _by_repetition(
    decision: Decision,
    exact: Candidate,
    runs: Mapping[str, StoredRun],
    request: Request,
) -> bool:
    """Fill the decision for a task that was done before; False if it never
    succeeded."""
    task = exact.task
    run = best_success(exact, runs, request)
    if run is None:
        decision.reasons.append(
            f"this very task is known: {task.get('runs') or 0} runs, none a recorded "
            "success with steps"
        )
        decision.wanted.append("one verified success of this task")
        return False
    tally = f"{task['wins']} of {task['runs']} runs succeeded"
    decision.run, decision.confidence = run, mean_of(task)
    decision.reasons.append(f"this very task was done before: {tally}")
    if _unreliable(task["wins"], task["losses"]):
        decision.route = "guided_exploration"
        decision.reasons.append(f"but it fails too often to replay ({tally})")
        decision.wanted.append(f"a success rate of at least {RELEARN:.0%}")
    elif _other_version(run, request):
        decision.route, decision.experimental = "adaptive_replay", True
        decision.confidence *= 0.8
        decision.reasons.append(
            f"recorded on version {run.app_version}, asked for {request.app_version}"
        )
        decision.wanted.append(f"a success on version {request.app_version}")
    elif missing := unbound(run, request.secrets):
        decision.route = "adaptive_replay"
        decision.reasons.append(f"the task gives no value for {', '.join(missing)}")
        decision.wanted.append(f"the value for {', '.join(missing)} in the task")
    else:
        _direct(decision, bound_of(task, run))
    return True


def _by_pattern(decision: Decision, followed: Followed | None) -> bool:
    """Fill the decision for a task that a pattern's path does; False if none does."""
    if followed is None:
        return False
    match = followed.match
    tally = f"{followed.wins} successes, {followed.losses} failures"
    decision.reasons.append(
        f'it is a task of the kind "{match.pattern.template}" ({tally})'
    )
    if _unreliable(followed.wins, followed.losses):
        decision.reasons.append("but its path fails too often to replay")
        decision.wanted.append(f"a success rate of at least {RELEARN:.0%}")
        return False
    decision.followed = followed
    counted = {"wins": followed.wins, "losses": followed.losses}
    decision.confidence = match.score * mean_of(counted)
    if followed.doubts:
        decision.route = "adaptive_replay"
        decision.confidence *= DOUBTED ** len(followed.doubts)
        decision.reasons += followed.doubts
        decision.wanted += followed.wanted
    else:
        _direct(decision, followed.bound)
    return True


def _unreliable(wins: int | None, losses: int | None) -> bool:
    done = (wins or 0) + (losses or 0)
    return done >= TRIALS and (wins or 0) / done < RELEARN


def _direct(decision: Decision, lower_bound: float) -> None:
    decision.bound = lower_bound
    decision.route = "direct_replay"
    decision.checked = decision.bound < UNCHECKED
    bound = f"lower bound {decision.bound:.2f}"
    if decision.checked:
        decision.reasons.append(f"replay with each step checked: {bound}")
        decision.wanted.append(
            f"a lower bound of {UNCHECKED} (21 successes in a row) to go unchecked"
        )
    else:
        decision.reasons.append(f"replay without checks: {bound}")


def _by_similarity(
    decision: Decision,
    ranked: Sequence[Candidate],
    runs: Mapping[str, StoredRun],
    request: Request,
    calibrated: bool,
) -> None:
    source, run = _best_source(ranked, runs, request)
    best = source or ranked[0]
    named = f'"{best.task["text"]}" is {best.similarity:.2f} similar'
    if not calibrated:
        decision.reasons.append(
            "the embedder is not calibrated: its similarities rank, but authorize "
            "nothing"
        )
    decision.reasons.append(named)
    if best.similarity < GUIDE:
        decision.reasons.append(f"too little to go by (below {GUIDE})")
        decision.wanted.append("one recorded run of this task")
        return
    if source is None or run is None:
        decision.route = "guided_exploration"
        decision.reasons.append("but no success of it is recorded")
        decision.wanted.append("one verified success of a similar task")
        return
    decision.run = run
    decision.confidence = source.similarity * mean_of(source.task)
    if (
        calibrated
        and min(source.similarity, source.semantic or 0.0) >= ADAPT
        and not _unreliable(source.task["wins"], source.task["losses"])
    ):
        decision.route = "adaptive_replay"
        decision.experimental = _other_version(run, request)
        decision.reasons.append(f"its path is worth adapting (from {ADAPT})")
        decision.wanted.append("one verified success of this very task")
        if missing := unbound(run, request.secrets):
            decision.reasons.append(f"the task gives no value for {', '.join(missing)}")
            decision.wanted.append(f"the value for {', '.join(missing)} in the task")
    else:
        decision.route = "guided_exploration"
        decision.wanted.append(f"a success of a task that is at least {ADAPT} similar")


def _best_source(
    ranked: Sequence[Candidate], runs: Mapping[str, StoredRun], request: Request
) -> tuple[Candidate | None, StoredRun | None]:
    for candidate in ranked[:READ]:  # however many were asked for
        run = best_success(candidate, runs, request)
        if run is not None and candidate.similarity >= GUIDE:
            return candidate, run
    return None, None
