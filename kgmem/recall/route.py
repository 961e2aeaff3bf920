"""Which route: replay, adapt, guide, or explore, with the reasons.

Similarity proposes, statistics authorize: a direct replay needs the very same task
and a verified success; only strong evidence goes unchecked.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.graph.read_rows import StoredRun
from kgmem.graph.rows import epoch_ms
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import PatternMatch
from kgmem.model.plan import Route
from kgmem.model.trajectory import Element, Step
from kgmem.recall.by_pattern import PatternPath, follow, obstacle
from kgmem.recall.doubts import OFF_PAGE, is_on_page, lacks_first
from kgmem.recall.evidence import bound_of, mean_of, tally_of, verified_of
from kgmem.recall.expand import Candidate
from kgmem.recall.plan import path_of, unbound
from kgmem.recall.request import Request
from kgmem.recall.wording_doubts import Doubt, doubts_of_wording, is_confirmed
from kgmem.redact import PLACEHOLDER
from kgmem.tuning import tuned

_TUNED = tuned("recall.route")

UNCHECKED = _TUNED["unchecked"]
"""Lower bound of the success rate from which a replay needs no checks."""
ADAPT = _TUNED["adapt"]
"""Calibrated similarity, of the words alone and with app and intent, from which a
path is worth adapting: the same app must not make up for other words."""
GUIDE = _TUNED["guide"]
"""Calibrated similarity from which an experience is worth reading: more likely
than not the same kind of task."""
READ = 4
"""Tasks whose runs are read even if fewer are asked for: the best one may have no
success to follow."""
RELEARN = _TUNED["relearn"]
"""A success rate, or its moving average, below this sends the task back to exploring
after TRIALS runs."""
TRIALS = 3
DOUBTED = _TUNED["doubted"]
"""Share of the confidence that each doubt about a pattern's path leaves."""


@dataclass(slots=True)
class Decision:
    """A route and what led to it."""

    route: Route = "reflexion_explore"
    run: StoredRun | None = None
    """What a plan is made from,"""
    followed: PatternPath | None = None
    """or this."""
    confidence: float = 0.0
    familiarity: float = 0.0
    checked: bool = True
    experimental: bool = False
    bound: float = 0.0
    """Lower bound of the success rate of a direct replay; of another route nothing is
    known that would spare a question."""
    wins: int = 0
    """Successes of the path,"""
    verified: int = 0
    """and those of them that not the agent alone says."""
    reasons: list[str] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    doubts: int = 0
    """Reasons against a replay as it is."""

    def doubt(self, reason: str, wanted: str) -> None:
        """Note a reason against a replay, and what would take it away."""
        self.doubts += 1
        self.confidence *= DOUBTED
        self.reasons.append(reason)
        self.wanted.append(wanted)

    def lift(self, doubts: Sequence[Doubt]) -> None:
        """Replay directly, with checks, in spite of these doubts, which are all there
        are."""
        for reason, wanted in doubts:
            self.confidence /= DOUBTED
            self.reasons.remove(reason)
            self.wanted.remove(wanted)
        self.route, self.doubts = "direct_replay", 0
        self.checked, self.bound = True, 0.0


def decide(
    ranked: Sequence[Candidate],
    runs: Mapping[str, StoredRun],
    request: Request,
    *,
    calibrated: bool,
    matches: Sequence[PatternMatch] = (),
    versions: Mapping[str, Collection[str]] | None = None,
) -> Decision:
    """The decision for the candidates and the patterns, each best first; `versions`
    are those of the app that a pattern's runs were recorded on, by its id."""
    decision = Decision()
    decision.familiarity = max(
        *(c.similarity for c in ranked), *(m.score for m in matches), 0.0, 0.0
    )
    exact = exact_of(ranked, request)
    if exact is not None and _is_typed_otherwise(exact, runs, request):
        exact = None  # the words are the same, what is to be entered is not
    if exact is not None and _by_repetition(decision, exact, runs, request):
        return decision
    matches = [m for m in matches if _is_meant(m, ranked, request)]
    if _by_pattern(decision, follow(matches, request, versions)):
        return decision
    if _by_kind(decision, matches):
        return decision
    if not ranked:
        decision.reasons.append("nothing similar is known")
        decision.wanted.append("one recorded run of this task")
        return decision
    _by_similarity(decision, ranked, runs, request, calibrated)
    return decision


def _is_meant(
    match: PatternMatch, ranked: Sequence[Candidate], request: Request
) -> bool:
    """Is the task's wording the pattern's beyond doubt, or the nearest task one of its
    members? What is said in new words is told by what is near."""
    if not ranked or ranked[0].task_id in match.pattern.memberships:
        return True
    return is_confirmed(match, request) or not any(
        doubts_of_wording(match, request.task)
    )


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
    """Its success to follow: right version and device first, then one that can begin
    on the page at hand, then one with the values as the task writes them, then the
    better outcomes of replays, then the shorter path, then the newer."""
    found = [runs[key] for key in candidate.task.get("successes") or () if key in runs]
    with_steps = [run for run in found if path_of(run)]
    return max(
        with_steps,
        key=lambda run: (
            not _other_version(run, request),
            request.device is None or run.device == request.device,
            not lacks_first(path_of(run)[0].target, request),
            -sum(value not in request.task for value in _said_in(run, request.task)),
            run.experience.stats.lower_bound,
            -len(run.experience.steps),
            run.recorded_at,
        ),
        default=None,
    )


def _is_typed_otherwise(
    exact: Candidate, runs: Mapping[str, StoredRun], request: Request
) -> bool:
    """Does the run to follow use a value as the known text or another success writes
    it, and the task in other letters: `admin`, `Admin`? To what is entered these are
    two. The capital that a text begins with says nothing."""
    run = best_success(exact, runs, request)
    if run is None:
        return False
    used = [set(_said_in(one, request.task)) for one in _successes(exact, runs)]
    varying = frozenset[str]().union(*used) - used[0].intersection(*used)
    known = str(exact.task["text"])[1:]
    return any(
        value not in request.task and (value in known or value in varying)
        for value in _said_in(run, request.task)
    )


def _said_in(run: StoredRun, task: str) -> Iterator[str]:
    """What the run enters or picks that the task says, in whatever letters."""
    folded = task.casefold()
    for step in path_of(run):
        picked = step.target.name if step.target and step.does.picks else None
        for value in (step.value, picked):
            if value and value.casefold() in folded:
                yield value


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
    wins, losses = tally_of(task)
    losses -= _on_other_ways(exact, run, runs)
    stats = run.experience.stats
    tally = f"{wins} successes, {losses} failures"
    decision.run, decision.wins, decision.verified = run, wins, verified_of(task)
    decision.confidence = mean_of(wins, losses)
    decision.reasons.append(f"this very task was done before: {tally}")
    failing = _unreliable(wins, losses, stats.ema)
    if failing and not _is_fresh(run, exact, runs):
        _explore(decision, tally)
        return True
    decision.experimental = _other_version(run, request)
    for reason, wanted in _against_repeating(run, exact, runs, request):
        decision.doubt(reason, wanted)
    if decision.doubts:
        decision.route = "adaptive_replay"
        return True
    if failing:
        decision.reasons.append("its newest path has not failed yet")
        wins, losses, decision.verified = stats.wins, stats.losses, stats.verified
    bound = bound_of(wins, losses, run)
    _direct(decision, bound, bound_of(decision.verified, losses, run), stats.ema)
    return True


def _against_repeating(
    run: StoredRun,
    exact: Candidate,
    runs: Mapping[str, StoredRun],
    request: Request,
) -> Iterator[Doubt]:
    """Reasons against doing the run's path again as it is."""
    if _other_version(run, request):
        yield (
            f"recorded on version {run.app_version}, asked for {request.app_version}",
            f"a success on version {request.app_version}",
        )
    for missing in unbound(run, request.secrets):
        yield (
            f"the task gives no value for {missing}",
            f"the value for {missing} in the task",
        )
    literal = _literals(run, request)
    if any(_literals(one, request) != literal for one in _successes(exact, runs)):
        yield (
            "its successes entered different values, which the task does not give",
            "the value in the task",
        )
    first = path_of(run)[0].target
    is_elsewhere = bool(literal) and not _is_as_it_was(first, request)
    if is_elsewhere or lacks_first(first, request):
        yield OFF_PAGE


def _successes(exact: Candidate, runs: Mapping[str, StoredRun]) -> list[StoredRun]:
    """The newest successes of a task that have steps."""
    known = [runs[key] for key in exact.task.get("successes") or () if key in runs]
    return [run for run in known if path_of(run)]


def _literals(run: StoredRun, request: Request) -> set[tuple[str, str]]:
    """What a run entered, by action and value, that the task's words do not hold: on a
    page of the same words it may be the answer to another question."""
    words = normalize(request.task)
    return {
        (step.action, value)
        for step in path_of(run)
        if step.does.fills
        and (value := normalize(step.value or ""))
        and value not in words
        and not PLACEHOLDER.search(step.value or "")
    }


def _is_as_it_was(first: Element | None, request: Request) -> bool:
    """Is the first step's element, with what was around it, on the page at hand, as far
    as that is known?"""
    return first is None or not request.shown or is_on_page(first, request)


def _on_other_ways(
    exact: Candidate, run: StoredRun, runs: Mapping[str, StoredRun]
) -> int:
    """How many of the task's failed runs left the path of this one, as far as the
    newest of them tell: they say what to avoid, and nothing against the path."""
    path = [_act(step) for step in path_of(run)]
    known = [runs[key] for key in exact.task.get("failures") or () if key in runs]
    strayed = [
        one
        for one in known
        if any(
            _act(step) != expected
            for step, expected in zip(one.experience.steps, path, strict=False)
        )
    ]
    failed = exact.task["losses"] or 0
    return round(failed * len(strayed) / len(known)) if known else 0


def _act(step: Step) -> tuple[str, str, str | None]:
    label = step.target.label() if step.target else ""
    return step.action, normalize(label), step.value


def _is_fresh(run: StoredRun, exact: Candidate, runs: Mapping[str, StoredRun]) -> bool:
    """Has it never failed, and was it recorded after all that did?"""
    known = [
        runs[key]
        for name in ("successes", "failures")
        for key in exact.task.get(name) or ()
        if key in runs
    ]
    failed = [one for one in known if one.experience.stats.losses]
    ends = [
        max(one.recorded_at, epoch_ms(one.experience.stats.last_used_at) or 0)
        for one in failed
    ]
    never_failed = not run.experience.stats.losses
    return never_failed and bool(ends) and run.recorded_at > max(ends)


def _explore(decision: Decision, tally: str) -> None:
    """Nothing that fails so often is followed again."""
    decision.route, decision.run = "reflexion_explore", None
    decision.confidence = 0.0
    decision.reasons.append(f"but it fails too often to replay ({tally})")
    decision.wanted.append("a new success, found by exploring")


def _by_pattern(decision: Decision, followed: PatternPath | None) -> bool:
    """Fill the decision for a task that a pattern's path does; False if none does."""
    if followed is None:
        return False
    match = followed.match
    tally = f"{followed.wins} successes, {followed.losses} failures"
    decision.reasons.append(
        f'it is a task of the kind "{match.pattern.template}" ({tally})'
    )
    if _unreliable(followed.wins, followed.losses, followed.ema):
        _explore(decision, tally)
        return True
    decision.followed, decision.wins = followed, followed.wins
    decision.verified = followed.verified
    decision.confidence = match.score * mean_of(followed.wins, followed.losses)
    decision.experimental = followed.experimental
    for reason, wanted in followed.doubts:
        decision.doubt(reason, wanted)
    if decision.doubts:
        decision.route = "adaptive_replay"
    elif match.learned is not None:
        _direct_in_learned_words(decision)
    else:
        _direct(decision, followed.bound, followed.verified_bound, followed.ema)
    return True


def _direct_in_learned_words(decision: Decision) -> None:
    """Words that successes of plans alone have shown are never gone by unchecked."""
    decision.route = "direct_replay"
    decision.reasons.append(
        "replay with each step checked: a success of a plan has shown this wording"
    )
    decision.wanted.append("a recorded run in these words")


def _by_kind(decision: Decision, matches: Sequence[PatternMatch]) -> bool:
    """Fill the decision for a task of a kind whose runs have no path in common; False
    if its kind is not known, or has no success."""
    if not matches or not matches[0].pattern.success_cases:
        return False
    match = matches[0]
    decision.route = "guided_exploration"
    kind = f'it is a task of the kind "{match.pattern.template}"'
    if match.pattern.steps and (known := obstacle(match)):
        reason, wanted = known
        decision.reasons.append(f"{kind}, but {reason}")
        decision.wanted.append(wanted)
    else:
        decision.reasons.append(f"{kind}, whose runs take different paths")
        decision.wanted.append("runs of this kind that agree on a path")
    return True


def _unreliable(wins: float, losses: float, ema: float | None) -> bool:
    done = wins + losses
    return done >= TRIALS and min(wins / done, 1.0 if ema is None else ema) < RELEARN


def _direct(
    decision: Decision, lower_bound: float, verified_bound: float, ema: float | None
) -> None:
    """Unchecked only on strong evidence that nothing newer speaks against, and that is
    more than the agent's own word: what is claimed alone is not counted for it."""
    decision.bound = min(lower_bound, verified_bound)
    decision.route = "direct_replay"
    lately = 1.0 if ema is None else ema
    decision.checked = min(decision.bound, lately) < UNCHECKED
    bound = f"lower bound {lower_bound:.2f}"
    if not decision.checked:
        decision.reasons.append(f"replay without checks: {bound}")
    elif lower_bound < UNCHECKED:
        decision.reasons.append(f"replay with each step checked: {bound}")
        decision.wanted.append(
            f"a lower bound of {UNCHECKED} (21 successes in a row) to go unchecked"
        )
    elif decision.bound < UNCHECKED:
        verified = decision.verified
        decision.reasons.append(
            f"replay with each step checked: {verified} successes are verified, the "
            "others only claimed"
        )
        decision.wanted.append("successes that a judge or a check of the effect tells")
    else:
        decision.reasons.append(
            f"replay with each step checked: it failed lately (average {lately:.2f})"
        )
        decision.wanted.append(f"successes up to an average of {UNCHECKED}")


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
    decision.confidence = source.similarity * mean_of(*tally_of(source.task))
    if (
        calibrated
        and min(source.similarity, source.semantic or 0.0) >= ADAPT
        and not _unreliable(*tally_of(source.task), run.experience.stats.ema)
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
