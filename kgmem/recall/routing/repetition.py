"""The very same task, done before: what speaks for doing it again."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from math import inf

from kgmem.graph.known_tasks import TaskSummary
from kgmem.graph.read_rows import StoredRun
from kgmem.model.base import normalize
from kgmem.model.experience import REFUTED
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import fold_app
from kgmem.model.texts.url import is_address, site_of
from kgmem.model.trajectory import Element, Step
from kgmem.model.values.reason import Doubt, Reason
from kgmem.paths.path_key import Act, act_of
from kgmem.recall.expand import Candidate
from kgmem.recall.plan import path_of, unbound
from kgmem.recall.request import Request
from kgmem.recall.routing.decision import (
    Decision,
    explore,
    replay_directly,
)
from kgmem.recall.routing.doubts import is_on_page, lacks_first, leads_on
from kgmem.recall.routing.evidence import (
    bound_of,
    doubts_about_streak,
    evidence_of,
    is_unreliable,
    last_at,
    lately,
    mean_of,
)
from kgmem.recall.routing.open_values import (
    is_written_otherwise,
    open_values,
    tell_open,
)
from kgmem.recall.routing.probation import doubts_about_source, ends_beyond_return
from kgmem.recall.routing.sites import (
    doubt_of_place,
    doubt_of_several,
    doubt_of_version,
    is_at_hand,
    sites_of,
)
from kgmem.redact import PLACEHOLDER

_NUMBER = re.compile(r"\d+")


def exact_of(ranked: Sequence[Candidate], request: Request) -> Candidate | None:
    """The candidate with the same words in the same app, else in none; without a
    given app, the one of the site at hand, else the only one with these words."""
    words, app = normalize(request.task), fold_app(request.app)
    same = [c for c in ranked if normalize(c.task.text) == words]
    if app:
        own = [c for c in same if fold_app(c.task.app) == app]
        same = own or [c for c in same if not fold_app(c.task.app)]
    else:
        same = [c for c in same if is_at_hand(c.task.app, request)] or same
    return same[0] if len(same) == 1 else None


def best_success(
    candidate: Candidate, runs: Mapping[str, StoredRun], request: Request
) -> StoredRun | None:
    """Its success to follow: right version and device first, then one that can begin
    on the page at hand, then one with the values as the task writes them, then one
    whose path is verified, then one of whose path more can be begun with there, then
    the better outcomes of that path, then the newer. A path is not better for being
    short."""
    found = [runs[key] for key in candidate.summary.successes if key in runs]
    with_steps = [run for run in found if path_of(run)]
    if len(with_steps) < 2:
        return with_steps[0] if with_steps else None
    spelled = _spellings(with_steps, request.task)
    shortest = min(len(path_of(run)) for run in with_steps)
    bounds = {
        run.experience.experience_id: _standing(candidate.summary, run, runs)
        for run in with_steps
    }
    return max(
        with_steps,
        key=lambda run: (
            not is_other_version(run, request),
            run.trusted,
            request.device is None or run.device == request.device,
            not lacks_first(path_of(run)[0].target, request),
            -sum(
                value not in request.task and spelled[value.casefold()] > 1
                for value in _said_in(run, request.task)
            ),
            bounds[run.experience.experience_id][0] > 0,
            min(_begun_on_page(run, request), shortest),
            bounds[run.experience.experience_id],
            run.experience.stats.lower_bound,
            run.recorded_at,
        ),
    )


def _standing(
    task: TaskSummary, run: StoredRun, runs: Mapping[str, StoredRun]
) -> tuple[float, float]:
    """How well its path is supported: by verified successes, unless it failed last,
    and by all. Rounded, as moments between two runs tell nothing."""
    told = evidence_of(task, run, runs)
    sure, bound = told.bounds(run)
    ema, streak = lately(*_like(task, run, runs))
    fails = is_unreliable(told.wins, told.losses, ema, streak) or streak == REFUTED
    return 0.0 if fails else round(sure, 2), round(bound, 2)


def _begun_on_page(run: StoredRun, request: Request) -> int:
    """With how many steps it begins whose elements are on the page at hand with the
    texts around them."""
    steps = takewhile(lambda s: is_on_page(s.target, request), path_of(run))
    return sum(1 for _ in steps)


@dataclass(frozen=True, slots=True)
class Repeated:
    """The very same task, done before, and what would be done again."""

    exact: Candidate
    run: StoredRun | None
    """The success to follow; None if none has steps."""
    runs: Mapping[str, StoredRun]

    @property
    def is_verified(self) -> bool:
        """Does not the agent alone say that the path to follow works?"""
        told = self.run and evidence_of(self.exact.summary, self.run, self.runs)
        return bool(told and told.verified)

    @property
    def successes(self) -> list[StoredRun]:
        """The newest successes of the task that have steps."""
        known = self.exact.summary.successes
        found = [self.runs[key] for key in known if key in self.runs]
        return [run for run in found if path_of(run)]


def repeated(
    ranked: Sequence[Candidate], runs: Mapping[str, StoredRun], request: Request
) -> Repeated | None:
    """The same task among the candidates, if its values are meant, too: where the run
    to follow enters them in other letters, they are not."""
    exact = exact_of(ranked, request)
    if exact is None:
        return None
    found = Repeated(exact, best_success(exact, runs, request), runs)
    return None if is_typed_otherwise(found, request) else found


def is_typed_otherwise(found: Repeated, request: Request) -> bool:
    """Does the run to follow use a value as the known text or another success writes
    it, and the task in other letters: `admin`, `Admin`? To what is entered these are
    two. The capital that a text begins with says nothing, nor do other letters in a run
    that also has it in these: `vanda` in a field, and a link `Vanda`."""
    if found.run is None:
        return False
    spelled = _spellings(found.successes, request.task)
    known, used = found.exact.task.text[1:], [*_said_in(found.run, request.task)]
    as_asked = {value.casefold() for value in used if value in request.task}
    return any(
        value not in request.task
        and (value in known or spelled[value.casefold()] > 1)
        and value.casefold() not in as_asked
        for value in used
    )


def _spellings(runs: Sequence[StoredRun], task: str) -> Counter[str]:
    """In how many ways they write each value of the task, by the value folded."""
    used = {value for run in runs for value in _said_in(run, task)}
    return Counter(map(str.casefold, used))


def _said_in(run: StoredRun, task: str) -> Iterator[str]:
    """What the run enters or picks that the task says, in whatever letters."""
    folded = task.casefold()
    for step in path_of(run):
        picked = step.target.name if step.target and step.does.picks else None
        for value in (step.value, picked):
            if value and value.casefold() in folded:
                yield value


def is_other_version(run: StoredRun, request: Request) -> bool:
    """Was it recorded on another version of the app than the one asked for?"""
    known = request.app_version, run.app_version
    return None not in known and request.app_version != run.app_version


def is_elsewhere(run: StoredRun, request: Request) -> bool:
    """Is the page at hand known, and the first element of the run not on it with what
    was around it?"""
    return bool(request.shown) and not _is_as_it_was(path_of(run)[0].target, request)


def by_repetition(
    decision: Decision, found: Repeated, run: StoredRun, request: Request
) -> None:
    """Fill the decision for a task that was done before, as this run did it."""
    told = evidence_of(found.exact.summary, run, found.runs)
    wins, losses = told.wins, told.losses
    stats = run.experience.stats
    tally = Reason.of("tally", wins=wins, losses=losses)
    decision.run, decision.wins, decision.verified = run, wins, told.verified
    decision.ends_for_good = ends_beyond_return(found.successes)
    decision.confidence = mean_of(wins, losses)
    decision.tell("repeated", tally=tally)
    ema, streak = lately(*_like(found.exact.summary, run, found.runs))
    failing = is_unreliable(wins, losses, ema, streak)
    if failing and not _is_fresh(found, run):
        explore(decision, tally)
        return
    decision.experimental = is_other_version(run, request)
    domain = found.exact.task.domain
    named = {site_of(domain) or ""} if domain and is_address(domain) else set[str]()
    sites = sites_of(run) or named
    doubts = chain(
        doubts_about_streak(streak),
        doubt_of_place(sites, request),
        _against_repeating(run, found.successes, request),
    )
    others = [one for one in found.successes if one.path != run.path]
    sure = [one for one in others if _standing(found.exact.summary, one, found.runs)[0]]
    if not told.verified:
        doubts = chain(doubts, doubts_about_source(run, others, sure, found.runs))
    for doubt in doubts:
        decision.doubt(doubt)
    tell_open(decision, open_values(run, found.runs.values()))
    if decision.doubts:
        decision.route = "adaptive_replay"
        return
    if failing:
        decision.tell("fresh")
        wins, losses, decision.verified = stats.wins, stats.losses, stats.verified
    bound = bound_of(wins, losses, run)
    replay_directly(decision, bound, bound_of(decision.verified, losses, run), ema)


def _against_repeating(
    run: StoredRun, successes: Sequence[StoredRun], request: Request
) -> Iterator[Doubt]:
    """Reasons against doing the run's path again as it is."""
    if not run.trusted:
        yield Doubt.of("untrusted")
    if is_other_version(run, request):
        yield doubt_of_version(run.app_version, request.app_version)
    for missing in unbound(run, request.secrets):
        yield Doubt.of("no_value", name=missing)
    yield from doubt_of_several(run, successes, request)
    literal = _literals(run, request)
    if any(_literals(one, request) != literal for one in successes):
        yield Doubt.because("differs", "values_differ")
    if request.shown and any(
        _answers_otherwise(one, run, request) for one in successes
    ):
        yield Doubt.because("differs", "picks_differ")
    first = path_of(run)[0].target
    is_other = bool(literal) and not _is_as_it_was(first, request)
    if is_other or lacks_first(first, request):
        yield Doubt.of("off_page")


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
        and not is_written_otherwise(step.value or "", request.task)
    }


def _answers_otherwise(one: StoredRun, run: StoredRun, request: Request) -> bool:
    """Did it do the same to other elements of the same kinds, or end on another one,
    and is as much of its path on the page at hand? Names that differ in numbers alone
    are of one thing."""
    mine, other = path_of(run), path_of(one)
    acts, others = ([_numberless(act_of(s)) for s in path] for path in (mine, other))
    if list(map(_kind_of_act, mine)) == list(map(_kind_of_act, other)):
        differs = acts != others
    else:
        ends_alike = _kind_of_act(mine[-1]) == _kind_of_act(other[-1])
        differs = ends_alike and acts[-1] not in others and others[-1] not in acts
    return differs and _begun_on_page(one, request) >= _begun_on_page(run, request)


def _numberless(act: Act) -> Act:
    action, label, value = act
    return action, _NUMBER.sub("#", label), value


def _kind_of_act(step: Step) -> tuple[str, str]:
    return step.action, kind_of(step.target) if step.target else ""


def _is_as_it_was(first: Element | None, request: Request) -> bool:
    """Is the first step's element, with what was around it, on the page at hand, as far
    as that is known? Around a link to another page nothing tells what is asked there:
    the link is enough."""
    if first is None or not request.shown or is_on_page(first, request):
        return True
    return leads_on(first) and not lacks_first(first, request)


def _like(
    task: TaskSummary, run: StoredRun, runs: Mapping[str, StoredRun]
) -> tuple[list[StoredRun], list[StoredRun]]:
    """The newest successes on the path of this run, and failures of the task."""
    known = [runs[key] for key in task.successes if key in runs]
    same = [one for one in known if one is run or (run.path and one.path == run.path)]
    return same, [runs[key] for key in task.failures if key in runs]


def _is_fresh(found: Repeated, run: StoredRun) -> bool:
    """Has it never failed, and was it recorded after all that did?"""
    task = found.exact.summary
    keys = (*task.successes, *task.failures)
    known = [found.runs[key] for key in keys if key in found.runs]
    failed = [one for one in known if one.experience.stats.losses]
    never_failed = not run.experience.stats.losses
    return never_failed and run.recorded_at > max(map(last_at, failed), default=inf)
