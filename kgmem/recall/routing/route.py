"""Which route: replay, adapt, guide, or explore, with the reasons.

Similarity proposes, statistics authorize: a direct replay needs the very same task
and a verified success; only strong evidence goes unchecked.
"""

from collections.abc import Collection, Mapping, Sequence

from kgmem.graph.read_rows import StoredRun
from kgmem.model.pattern import PatternMatch
from kgmem.model.values.reason import Doubt, Reason
from kgmem.paths.refill import refilled
from kgmem.recall.expand import Candidate
from kgmem.recall.plan import path_of, unbound
from kgmem.recall.request import Request
from kgmem.recall.routing.by_pattern import PatternPath, follow, obstacle, stats_in
from kgmem.recall.routing.conditions import only_leads
from kgmem.recall.routing.decision import (
    Decision,
    explore,
    replay_directly,
)
from kgmem.recall.routing.evidence import (
    doubts_about_path,
    is_unreliable,
    mean_of,
    tally_of,
)
from kgmem.recall.routing.open_values import open_values, tell_open, with_values_asked
from kgmem.recall.routing.probation import OUTNUMBERS
from kgmem.recall.routing.repetition import (
    Repeated,
    best_success,
    by_repetition,
    is_elsewhere,
    is_other_version,
    repeated,
)
from kgmem.recall.routing.sites import doubts_about_sites_of
from kgmem.recall.routing.unsure_steps import tell_unsure
from kgmem.recall.routing.value_doubts import doubts_of_wording, is_confirmed
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.route")

ADAPT = _TUNED["adapt"]
"""Calibrated similarity, of the words alone and with app and intent, from which a
path is worth adapting: the same app must not make up for other words."""
GUIDE = _TUNED["guide"]
"""Calibrated similarity from which an experience is worth reading: more likely
than not the same kind of task."""
TOLD = 5
"""Values of another task that are named, with what goes in their place."""
READ = 4
"""Tasks whose runs are read even if fewer are asked for: the best one may have no
success to follow."""


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
    decision = _decided(ranked, runs, request, calibrated, matches, versions)
    run = decision.run
    if run is not None and decision.route == "direct_replay":
        own = run.experience.experience_id
        for path in (m.pattern for m in matches if own in m.pattern.success_cases):
            for doubt in doubts_about_path(path, stats_in(path, request), run, runs):
                decision.doubt(doubt)
                decision.route = "adaptive_replay"
    return tell_unsure(decision)


def _decided(
    ranked: Sequence[Candidate],
    runs: Mapping[str, StoredRun],
    request: Request,
    calibrated: bool,
    matches: Sequence[PatternMatch],
    versions: Mapping[str, Collection[str]] | None,
) -> Decision:
    decision = Decision()
    decision.familiarity = max(
        *(c.similarity for c in ranked),
        *(m.score for m in matches if not m.unexplained),
        0.0,
        0.0,
    )
    again = repeated(ranked, runs, request)
    run = again.run if again else None
    if again and run and not is_elsewhere(run, request):
        shorter = _shorter(matches, run)
        if shorter and (shorter[0].pattern.stats.verified or not again.is_verified):
            followed = with_values_asked(follow(shorter, request, versions, runs), runs)
            if _shortly(decision, followed, run):
                return decision
        if again.is_verified:
            by_repetition(decision, again, run, request)
            return decision
        kin = _of_kind(matches, run)
        verified = [match for match in kin if match.pattern.stats.verified]
        sure = follow(verified, request, versions, runs)
        sure = with_values_asked(sure, runs)
        if not _by_pattern(decision, sure):
            _as_claimed(decision, again, run, kin, request)
        return decision
    followed = follow(matches, request, versions, runs)
    followed = with_values_asked(followed, runs)
    if again and run:
        return _elsewhere(decision, followed, again, run, request)
    if again:
        decision.tell("unsuccessful", runs=again.exact.summary.runs)
    if _by_pattern(decision, followed) or _by_kind(decision, matches):
        return decision
    if not ranked:
        decision.tell("unknown")
        return decision
    _by_similarity(decision, ranked, runs, request, calibrated)
    return decision


def _as_claimed(
    decision: Decision,
    again: Repeated,
    run: StoredRun,
    kin: Sequence[PatternMatch],
    request: Request,
) -> None:
    """The decision for a task that was done before, as its agent alone says."""
    by_repetition(decision, again, run, request)
    usual = max((match.pattern.stats.wins for match in kin), default=0)
    if decision.route == "direct_replay" and usual >= OUTNUMBERS * decision.wins:
        decision.doubt(Doubt.because("unproven", "unusual"))
        decision.route = "adaptive_replay"


def _of_kind(matches: Sequence[PatternMatch], run: StoredRun) -> list[PatternMatch]:
    """Patterns whose path has all of the task's values, and is another one than the
    run's."""
    own = run.experience.experience_id
    return [
        match
        for match in matches
        if match.pattern.steps
        and not match.unbound
        and own not in match.pattern.success_cases
    ]


def _shorter(matches: Sequence[PatternMatch], run: StoredRun) -> list[PatternMatch]:
    """The best pattern if the run belongs to it, and others did without what it only
    looked at, links followed and the ways back, or it counts what the run clicked."""
    own = run.experience.experience_id
    return [
        match
        for match in matches[:1]
        if own in match.pattern.success_cases
        and not (match.unbound or match.unexplained)
        and (
            _counts(match)
            or any(step.need != "required" for step in match.pattern.steps)
        )
        and all(
            step.need == "required" or only_leads(step) for step in match.pattern.steps
        )
    ]


def _counts(match: PatternMatch) -> bool:
    """Does a step turn what its page shows to what the task says?"""
    expected = (step.expect for step in match.pattern.steps if step.expect)
    return any(mark.turns for one in expected for mark in one.marks)


def _shortly(decision: Decision, followed: PatternPath | None, run: StoredRun) -> bool:
    """Fill the decision where a path that is shorter than the run's, or counts, is
    followed directly."""
    if followed is None:
        return False
    if len(followed.steps) >= len(path_of(run)) and not _counts(followed.match):
        return False
    tried = Decision(familiarity=decision.familiarity)
    if not _by_pattern(tried, followed) or tried.route != "direct_replay":
        return False
    return _by_pattern(decision, followed)


def _elsewhere(
    decision: Decision,
    followed: PatternPath | None,
    again: Repeated,
    run: StoredRun,
    request: Request,
) -> Decision:
    """The decision for a task that was done before on a page that is not as it was."""
    by_value = Decision(familiarity=decision.familiarity)
    if _by_value(by_value, followed):
        return by_value
    by_repetition(decision, again, run, request)
    return decision


def is_meant(
    match: PatternMatch, ranked: Sequence[Candidate], request: Request
) -> bool:
    """Is the task's wording the pattern's beyond doubt, or the nearest task one of its
    members? What is said in new words is told by what is near."""
    if not ranked or ranked[0].task_id in match.pattern.memberships:
        return True
    return is_confirmed(match, request) or not any(
        doubts_of_wording(match, request.task)
    )


def _by_pattern(decision: Decision, followed: PatternPath | None) -> bool:
    """Fill the decision for a task that a pattern's path does; False if none does."""
    if followed is None:
        return False
    match, stats = followed.match, followed.stats
    tally = Reason.of("tally", wins=stats.wins, losses=stats.losses)
    decision.tell("kind", template=match.pattern.template, tally=tally)
    if is_unreliable(stats.wins, stats.losses, stats.ema, stats.streak):
        explore(decision, tally)
        return True
    decision.followed, decision.wins = followed, stats.wins
    decision.ends_for_good = followed.ends_for_good
    decision.verified = min(stats.verified, stats.wins)
    decision.confidence = match.score * mean_of(stats.wins, stats.losses)
    decision.experimental = followed.experimental
    for doubt in followed.doubts:
        decision.doubt(doubt)
    if decision.doubts:
        decision.route = "adaptive_replay"
    elif match.learned is not None:
        # Words that successes of plans alone have shown are never gone by unchecked.
        decision.route = "direct_replay"
        decision.tell("checked_words")
    else:
        replay_directly(decision, followed.bound, followed.verified_bound, stats.ema)
    return True


def _by_value(decision: Decision, followed: PatternPath | None) -> bool:
    """Fill the decision where a value of the task says which element a pattern's path
    begins with, and nothing speaks against that path: then what stood around the
    element in a run tells nothing."""
    if followed is None or not followed.steps[0].varies or followed.doubts:
        return False
    return _by_pattern(decision, followed) and decision.route == "direct_replay"


def _by_kind(decision: Decision, matches: Sequence[PatternMatch]) -> bool:
    """Fill the decision for a task of a kind whose runs have no path in common; False
    if its kind is not known, or has no success."""
    if not matches or not matches[0].pattern.success_cases:
        return False
    match = matches[0]
    decision.route = "guided_exploration"
    template = match.pattern.template
    if match.pattern.steps and (known := obstacle(match)):
        decision.tell("kind_unfilled", template=template, reason=known)
    else:
        decision.tell("kind_apart", template=template)
    return True


def _by_similarity(
    decision: Decision,
    ranked: Sequence[Candidate],
    runs: Mapping[str, StoredRun],
    request: Request,
    calibrated: bool,
) -> None:
    source, run = _best_source(ranked, runs, request)
    best = source or ranked[0]
    if not calibrated:
        decision.tell("uncalibrated")
    decision.tell("similar", text=best.task.text, similarity=best.similarity)
    if best.similarity < GUIDE:
        decision.tell("too_far", guide=GUIDE)
        return
    if source is None or run is None:
        decision.route = "guided_exploration"
        decision.tell("no_success")
        return
    decision.run = run
    decision.confidence = source.similarity * mean_of(*tally_of(source.summary))
    if (
        calibrated
        and min(source.similarity, source.semantic or 0.0) >= ADAPT
        and not is_unreliable(*tally_of(source.summary), run.experience.stats.ema)
    ):
        decision.route = "adaptive_replay"
        decision.experimental = is_other_version(run, request)
        decision.tell("adapted", adapt=ADAPT)
        _refill(decision, run, request)
        tell_open(decision, open_values(run, runs.values()))
        for doubt in doubts_about_sites_of(run, runs.values()):
            decision.doubt(doubt)
        if missing := unbound(run, request.secrets):
            decision.tell("no_value", name=", ".join(missing))
    else:
        decision.route = "guided_exploration"
        decision.tell("guided", adapt=ADAPT)


def _refill(decision: Decision, run: StoredRun, request: Request) -> None:
    """Have the values that the task says in the place of the run's own."""
    told = refilled(path_of(run), run.experience.task, request.task)
    decision.filled = told
    for old, new in told.swapped[:TOLD]:
        decision.tell("swapped", new=new, old=old)
    for old in told.stale[:TOLD]:
        decision.tell("stale", old=old)


def _best_source(
    ranked: Sequence[Candidate], runs: Mapping[str, StoredRun], request: Request
) -> tuple[Candidate | None, StoredRun | None]:
    for candidate in ranked[:READ]:  # however many were asked for
        run = best_success(candidate, runs, request)
        if run is not None and candidate.similarity >= GUIDE:
            return candidate, run
    return None, None
