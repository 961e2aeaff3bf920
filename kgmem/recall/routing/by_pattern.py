"""May the path of a pattern be followed for this task? Slots and statistics decide."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.read_rows import StoredRun
from kgmem.graph.rows import epoch_ms
from kgmem.language.words import folds
from kgmem.model.experience import REFUTED, Stats, decayed_lower_bound
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.plan import PlanStep
from kgmem.model.texts.template import holes
from kgmem.model.trajectory import Element
from kgmem.model.values.reason import Doubt
from kgmem.model.values.unfit import Unfit
from kgmem.paths.fits import fits
from kgmem.paths.step_text import own_texts
from kgmem.paths.unfold import unfold_pattern
from kgmem.recall.request import Request
from kgmem.recall.routing.conditions import AskedPath, as_asked
from kgmem.recall.routing.doubts import doubt_of_unused, doubts_about, is_on_page
from kgmem.recall.routing.evidence import decay, doubts_about_last, is_unreliable
from kgmem.recall.routing.probation import OUTNUMBERS, doubts_about_claim
from kgmem.recall.routing.roundabout import does_without
from kgmem.recall.routing.sites import (
    doubt_of_place,
    doubt_of_version,
    doubts_about_sites,
    is_at_hand,
    sites_of_steps,
)
from kgmem.recall.unsettled.seen_words import SeenInApp
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.by_pattern")

TIE = _TUNED["tie"]
"""Scores that differ by no more tell nothing: the better supported path is taken."""


@dataclass(frozen=True, slots=True)
class PatternPath:
    """A pattern's path for a task."""

    match: PatternMatch
    steps: tuple[PlanStep, ...]
    stats: Stats
    """What came of it in the app at hand,"""
    bound: float
    """the decayed lower bound of its success rate,"""
    verified_bound: float
    """and that of the successes alone that not the agent alone says."""
    experimental: bool
    """Its runs are of another version of the app."""
    ends_for_good: bool
    """Does a path of this wording have a step that can't be taken back?"""
    doubts: tuple[Doubt, ...]
    """Why it should not be replayed as it is; none if it may."""
    left_out: tuple[str, ...] = ()
    """What runs of it did that the task does not ask for."""


def follow(
    matches: Sequence[PatternMatch],
    request: Request,
    versions: Mapping[str, Collection[str]] | None = None,
    runs: Mapping[str, StoredRun] | None = None,
) -> PatternPath | None:
    """The path to follow among the patterns that the task fits, best first; None if
    none has a path that its values fit, see `obstacle`. What the task gives no value
    for is asked for, where no path has all of its values. `versions` of the app that a
    pattern's runs were recorded on come by its id, `runs` of like tasks by theirs."""
    paths = _asked(matches, request)
    with_path = [one.match for one in paths.values()]
    walkable = [m for m in with_path if not _unfilled(m)] or with_path
    if not walkable:
        return None
    near = [m for m in walkable if m.score >= walkable[0].score - TIE]
    near = [m for m in near if not any(_swallows(m, other) for other in near)]
    runs = runs or {}
    near = [m for m in near if is_at_hand(m.pattern.app, request)] or near
    stats = {m.pattern.pattern_id: stats_in(m.pattern, request) for m in near}
    versions = versions or {}
    near.sort(
        key=lambda m: (
            bool(_doubt_of_version(versions.get(m.pattern.pattern_id, ()), request)),
            *_standing(stats[m.pattern.pattern_id]),
            -_newest(m.pattern, runs),
        )
    )
    ways = _open_ways(near, request)
    if not ways:
        return None
    ways = [w for w in ways if not _goes_round(w, ways, stats)]
    ways.sort(key=lambda way: len(paths[way[0].pattern.pattern_id].unused(way[1])))
    chosen, steps = ways[0]
    counted = stats[chosen.pattern.pattern_id]
    asked = paths[chosen.pattern.pattern_id]
    unused = asked.unused(steps)
    known = versions.get(chosen.pattern.pattern_id, ())
    of_version = _doubt_of_version(known, request)
    doubts = [
        *doubts_about(chosen, request, steps, counted, SeenInApp.of(request, runs)),
        *doubts_about_last(chosen.pattern, counted, runs),
        *asked.doubts,
        *(doubt_of_unused(chosen, name) for name in unused),
        *_of_others(near, ways, stats, request, runs),
        *doubt_of_place(sites_of_steps(steps), request),
        *([of_version] if of_version else []),
    ]
    counting = counted.wins - counted.untrusted
    moments = filter(None, (counted.last_used_at, chosen.pattern.updated_at))
    weight = decay(epoch_ms(max(moments, default=None)))
    verified = min(counted.verified, counted.wins)
    return PatternPath(
        match=_with_further(chosen, doubts),
        steps=steps,
        stats=counted,
        bound=decayed_lower_bound(weight * counting, weight * counted.losses),
        verified_bound=decayed_lower_bound(weight * verified, weight * counted.losses),
        experimental=of_version is not None,
        ends_for_good=any(s.irreversible for m in near for s in m.pattern.steps),
        doubts=tuple(doubts),
        left_out=asked.left_out,
    )


def _asked(matches: Sequence[PatternMatch], request: Request) -> dict[str, AskedPath]:
    """The matches that have a path as the task asks for it, by the pattern's id."""
    return {
        match.pattern.pattern_id: as_asked(match, request.task)
        for match in matches
        if match.pattern.steps
    }


def _swallows(match: PatternMatch, other: PatternMatch) -> bool:
    """Is a part of its values what the other's wording says beside the same ones?"""
    own, others = _values(match), _values(other)
    if other.unbound or other.unexplained or own == others:
        return False
    return all(any(part in value for part in others) for value in own)


def _values(match: PatternMatch) -> set[str]:
    bound = match.bindings.values()
    return {v if isinstance(v, str) else " ".join(v) for v in bound} - {""}


def _with_further(match: PatternMatch, doubts: Iterable[Doubt]) -> PatternMatch:
    """The match with the values that are doubted, to be settled."""
    values = (
        words for one in doubts if one.code != "unexplained" for words in one.about
    )
    further = tuple(dict.fromkeys((*match.further, *values)))
    return match.model_copy(update={"further": further})


def obstacle(match: PatternMatch) -> Doubt | None:
    """Why a pattern's path can't be laid out with the task's values; None if it can."""
    steps = _steps(match)
    return steps.doubt if isinstance(steps, Unfit) else None


def _steps(match: PatternMatch) -> tuple[PlanStep, ...] | Unfit:
    """The path with the match's values; what is needed and lacks is asked for."""
    asked = match.unbound if _unfilled(match) else ()
    return unfold_pattern(match.pattern, match.bindings, asked)


_Way = tuple[PatternMatch, tuple[PlanStep, ...]]


def _open_ways(matches: Sequence[PatternMatch], request: Request) -> list[_Way]:
    """The paths that the task's values fit and that can begin on the page at hand, if
    any can and it is known, but for such as do what another one does with more of the
    page's elements; those first that begin with an element which a value of the task
    names: that it is there says more than what is always there."""
    ways = [(m, steps) for m in matches if not isinstance(steps := _steps(m), Unfit)]
    found = [
        (m, steps)
        for m, steps in ways
        if steps and is_on_page(steps[0].target, request)
    ]
    left = _at_home(found, request) if len(found) > 1 else found or ways
    return sorted(left, key=lambda way: not _is_shown(way, request))


def _at_home(ways: Sequence[_Way], request: Request) -> list[_Way]:
    """Of the paths that do the same, one for each layout of a page, those with the most
    elements on the page at hand."""
    shown = [sum(is_on_page(s.target, request) for s in steps) for _, steps in ways]
    most: dict[tuple[str, ...], int] = {}
    for (_, steps), n in zip(ways, shown, strict=True):
        most[_deeds(steps)] = max(n, most.get(_deeds(steps), 0))
    return [w for w, n in zip(ways, shown, strict=True) if n == most[_deeds(w[1])]]


def _deeds(steps: Sequence[PlanStep]) -> tuple[str, ...]:
    """What is done to elements of which kind, and with which value, in no order."""
    kinds = (kind_of(s.target) if s.target else "" for s in steps)
    return tuple(
        sorted(
            f"{step.action} {kind} {step.value}"
            for step, kind in zip(steps, kinds, strict=True)
        )
    )


def _is_shown(way: _Way, request: Request) -> bool:
    """Is the first step's element, which a value of the task is a name of, on the page
    at hand?"""
    match, steps = way
    first = match.pattern.steps[0]
    if not request.shown or not steps or steps[0].source != first.n:
        return False
    is_called = first.target is not None and any(map(holes, own_texts(first.target)))
    return is_called and is_on_page(steps[0].target, request)


def _has_rival(ways: Sequence[_Way], stats: Mapping[str, Stats]) -> bool:
    """Does another path of the same wording come to another end, and is the first one
    not the usual one? What is only claimed is no rival of a verified path, nor is one
    that a check saw fail last. `stats` come by the pattern's id."""
    (chosen, steps), *others = ways
    counted = stats[chosen.pattern.pattern_id]
    own = counted.verified or counted.wins
    rivals = (
        stats[match.pattern.pattern_id]
        for match, way in others
        if not _ends_alike(way, steps)
    )
    left = [one for one in rivals if one.streak != REFUTED]
    wins = [one.verified if counted.verified else one.wins for one in left]
    return max(wins, default=0) * OUTNUMBERS > own


def _standing(counted: Stats) -> tuple[float, ...]:
    """Orders paths by what supports them, best first: those that are verified and did
    not fail last, by the lower bound of these successes; then by all outcomes."""
    fails = is_unreliable(counted.wins, counted.losses, counted.ema, counted.streak)
    sure = 0 if fails or counted.streak == REFUTED else counted.verified
    return (
        -decayed_lower_bound(sure, counted.losses) if sure else 0.0,
        -decayed_lower_bound(counted.wins, counted.losses),
        -counted.wins,
    )


def _newest(pattern: Pattern, runs: Mapping[str, StoredRun]) -> int:
    """When the last of its runs was recorded, as far as they are read."""
    own = (runs[key].recorded_at for key in pattern.success_cases if key in runs)
    return max(own, default=0)


def _of_others(
    near: Sequence[PatternMatch],
    ways: Sequence[_Way],
    stats: Mapping[str, Stats],
    request: Request,
    runs: Mapping[str, StoredRun],
) -> Iterator[Doubt]:
    """What other paths of the wording are held against the first one, and who says that
    it works, and that the values are right."""
    chosen, steps = ways[0]
    counted = stats[chosen.pattern.pattern_id]
    if _has_rival(ways, stats) and not _is_shown(ways[0], request):
        yield Doubt.of("rival")
    if counted.wins and counted.wins == counted.untrusted:
        yield Doubt.of("untrusted")
    if not counted.verified:
        others = [m for m in near if m is not chosen]
        ended = any(s.irreversible for m in others for s in m.pattern.steps)
        yield from doubts_about_claim(
            is_beside_sure=any(
                _standing(stats[m.pattern.pattern_id])[0] for m in others
            ),
            ends_early=ended and not any(s.irreversible for s in steps),
        )
        own = chosen.pattern.success_cases
        apart = [run for key, run in runs.items() if key not in own]
        app = request.app or chosen.pattern.app
        yield from doubts_about_sites(sites_of_steps(steps), app, apart)
    if chosen.assumed:
        yield Doubt.of("assumed")


def _doubt_of_version(known: Collection[str], request: Request) -> Doubt | None:
    """That none of the runs is of the app's version asked for, as far as both are
    known."""
    asked = request.app_version
    if not known or not asked or asked in known:
        return None
    return doubt_of_version(", ".join(sorted(known)), asked)


def _ends_alike(one: Sequence[PlanStep], other: Sequence[PlanStep]) -> bool:
    """Do two paths enter the same and come to the same end? Then they are two ways of
    doing the same, also where the same words stand around the end in another order,
    as those of a form's fields."""
    if not one or not other or one[-1].action != other[-1].action:
        return False
    entered = [{(s.action, s.value) for s in way if s.value} for way in (one, other)]
    end, last = one[-1].target, other[-1].target
    if end and last and _words_around(end) == _words_around(last):
        end = end.model_copy(update={"container": ()})
    return entered[0] == entered[1] and fits(end, last)


def _goes_round(way: _Way, ways: Sequence[_Way], stats: Mapping[str, Stats]) -> bool:
    """Did others, who succeed as surely, do the same, and only without something that
    was pressed besides?"""
    standing = _standing(stats[way[0].pattern.pattern_id])
    return any(
        _standing(stats[match.pattern.pattern_id]) <= standing
        and does_without(steps, way[1])
        for match, steps in ways
    )


def _words_around(element: Element) -> list[str]:
    """In no order of their own."""
    return sorted(folds(" ".join(element.container)))


def _unfilled(match: PatternMatch) -> bool:
    """Does a step that is needed lack the value of a slot?"""
    lacking = set(match.unbound)
    return any(
        step.need == "required" and lacking & {*step.slots, step.repeat_for}
        for step in match.pattern.steps
    )


def stats_in(pattern: Pattern, request: Request) -> Stats:
    """Its statistics in the app at hand: a path that works in one app may not in
    another."""
    if not pattern.app_stats or not request.app:
        return pattern.stats
    own = (
        stats
        for app, stats in pattern.app_stats.items()
        if fold_app(app) == fold_app(request.app)
    )
    return next(own, Stats())
