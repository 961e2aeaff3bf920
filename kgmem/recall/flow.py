"""query -> redact -> seed -> expand -> rerank -> match -> seek -> hydrate -> facts ->
route -> judge -> plan."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from kgmem.errors import ServiceError
from kgmem.graph.finding.found import FactGroupFound
from kgmem.graph.recalled.details import NO_FACTS, NO_KIN, Details
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.matching.assigning.closeness import Embed
from kgmem.model.calibration_curve import Curve, apply
from kgmem.model.fact import Fact
from kgmem.model.pattern import PatternMatch
from kgmem.model.plan import Avoidance, NextStep, Plan, PlanStep
from kgmem.model.recollection import Recollection
from kgmem.model.trajectory import Step
from kgmem.model.values.reason import Doubt
from kgmem.paths.failing.lessons import Attempt, Lessons
from kgmem.ports import Reranker
from kgmem.recall.avoid import against, failed_before, merged, of_kind, warning_of
from kgmem.recall.expand import NOT_READ, Candidate
from kgmem.recall.judge import Judge
from kgmem.recall.likeness import Likeness
from kgmem.recall.next_steps import next_steps
from kgmem.recall.plan import plan_for
from kgmem.recall.preferences import filled, with_preferences
from kgmem.recall.request import Request
from kgmem.recall.routing.decision import Decision
from kgmem.recall.routing.repetition import exact_of
from kgmem.recall.routing.route import READ, decide, is_meant
from kgmem.recall.routing.value_ends import by_ends
from kgmem.recall.shown import of_kind_first, shown_runs
from kgmem.recall.stages import Trace
from kgmem.recall.unsettled.open_words import told_at_steps, told_nowhere
from kgmem.recall.unsettled.seen_words import SeenInApp
from kgmem.tuning import tuned

_TUNED = tuned("recall.flow")

Patterns = Callable[[str, str, str | None, int], list[PatternMatch]]
"""Space, text, app, limit -> the patterns that the text fits, best first."""

Meant = Callable[
    [str, str, str | None, Mapping[str, float], Embed | None], list[PatternMatch]
]
"""Space, text, app, log-odds of its kind by task id, what embeds values -> the pattern
that the text means in whatever words, in each of its copies."""


class FactsAhead(Protocol):
    """Where the facts of a task are: they are read with the runs."""

    @property
    def params(self) -> Mapping[str, Sequence[str]]:
        """What tells the store to read them."""

    def choose(self, said: Sequence[FactGroupFound]) -> list[Fact]:
        """The best of those that were read, each with the path that reached it."""


class TaskFacts(Protocol):
    """Finds the facts that matter for a task."""

    def seek(
        self,
        request: Request,
        vector: Sequence[float] | None,
        similar: Mapping[str, str],
    ) -> FactsAhead | None:
        """Where they are, None where there are none; `similar` are the words of the
        tasks most like it by their ids, best first."""


Near = Callable[..., list[Avoidance]]
"""`Avoid.near`: what is held against elements at hand and those of some tasks."""


class OfKind(Protocol):
    """Tasks of one kind, whose runs are compared."""

    @property
    def params(self) -> Mapping[str, object]:
        """What tells the store to read the runs that are not kept in memory."""

    def lessons(self, read: Iterable[Attempt]) -> Lessons:
        """What the runs teach, given those that were read."""


Steer = Callable[
    [Sequence[PlanStep], Sequence[Avoidance], str],
    tuple[tuple[PlanStep, ...], tuple[str, ...]],
]
"""Steps, warnings, task -> the steps round what failed before, and why."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a recall comes to."""

    found: Recollection
    refused: tuple[str, ...] = ()
    """Codes of what stood against a direct replay."""


NEWEST, KIN = 50, 40
"""Runs of a pattern whose versions of the app are looked at; tasks of a kind whose runs
warn of something, the most similar ones."""
WARN_FROM = _TUNED["warn_from"]
"""Similarity from which a failed run's warning applies to the task."""


@dataclass(frozen=True, slots=True)
class Recall:
    """The recall flow over a graph, its projection and an optional reranker."""

    store: GraphStore
    projection: Projection
    reranker: Reranker | None
    patterns: Patterns
    steer: Steer
    curve: Callable[[str], Curve | None]
    """By space: what calibrates the confidence of plans."""
    avoid: Near
    facts: TaskFacts
    meant: Meant
    kin: Callable[[str, Sequence[str]], OfKind]
    """`Avoid.kin`: these tasks of a space."""
    judge: Judge | None

    def __call__(self, request: Request) -> Recalled:
        trace, like = Trace(), self._likeness
        vectors = like.embed(request, trace)
        ranked = like(request, vectors.both, trace)
        matches = self._match(request, ranked, trace)
        kin = self._kin_of(request, ranked, matches)
        sought = self._seek(request, vectors.whole, ranked, trace)
        read = self._hydrate(request, ranked, sought, kin, trace)
        runs = read.runs
        facts = self._facts(sought, read.facts, trace)
        with trace.stage("route") as note:
            decide_for = partial(
                decide,
                ranked,
                runs,
                request,
                calibrated=like.is_calibrated,
                versions=self._versions(request, matches),
            )
            decision = decide_for(matches=matches)
            note.found = int(bool(decision.run or decision.followed))
        decision = by_ends(
            decision, decide_for, matches, request, self.projection, trace
        )
        self._judged(decision, request, trace)
        with trace.stage("plan") as note:
            warnings = self._warnings(request, ranked, read, kin)
            shown = shown_runs(of_kind_first(ranked, matches), runs, request)
            seen = SeenInApp.of(request, runs)
            plan = self._steered(plan_for(request, decision, warnings, seen), decision)
            if plan is not None and decision.followed is not None:
                known = failed_before(decision.followed.match.pattern, plan.steps)
                warnings = [*known, *warnings]
                plan = plan.model_copy(update={"avoid": tuple(warnings)})
            note.found = int(plan is not None)
        predicted = decision.predicted
        curve = self.curve(request.space)
        confidence = apply(curve, predicted)
        verified = decision.verified
        told = {"predicted": predicted, "confidence": confidence, "verified": verified}
        found = Recollection.of_stored(
            task=request.task,
            route=decision.route,
            confidence=confidence,
            calibrated=bool(curve),
            familiarity=min(1.0, decision.familiarity),
            reasons=tuple(decision.reasons),
            doubted=told_at_steps(decision, plan),
            unsettled=told_nowhere(decision, plan) if plan else (),
            wanted=tuple(decision.wanted),
            plan=plan.model_copy(update=told) if plan else None,
            experiences=tuple(shown),
            patterns=tuple(matches),
            facts=tuple(with_preferences(facts, request.own)),
            avoidance=tuple(warnings),
            stages=trace.stages,
        )
        return Recalled(found, decision.refused)

    def _judged(self, decision: Decision, request: Request, trace: Trace) -> None:
        """Lift or lower the route by what a chat model says, where one is asked."""
        if self.judge is not None:
            with trace.stage("judge", survive=True) as note:
                self.judge(decision, request, note)

    def _steered(self, plan: Plan | None, decision: Decision) -> Plan | None:
        """The plan round what failed before; where it has to be changed, or a step
        stays in spite of a warning, it is not replayed as it is."""
        if plan is None:
            return plan
        warnings = [against(decision.wins, one) for one in plan.avoid]
        steps, notes = self.steer(plan.steps, warnings, plan.task)
        if not notes:
            return plan
        for note in notes:
            decision.doubt(Doubt.because("failed_before", "warned", note=note))
        decision.route = "adaptive_replay"
        told = {
            "steps": steps,
            "route": decision.route,
            "checked": True,
            "needs_confirmation": decision.ends_for_good
            or any(step.irreversible for step in steps),
        }
        return plan.model_copy(update=told)

    def _versions(
        self, request: Request, matches: Sequence[PatternMatch]
    ) -> dict[str, set[str]]:
        """Of the app, by pattern; read only where a version is asked for."""
        if request.app_version is None:
            return {}
        return self.store.versions(
            request.space,
            {m.pattern.pattern_id: m.pattern.success_cases[-NEWEST:] for m in matches},
        )

    @property
    def _likeness(self) -> Likeness:
        return Likeness(self.store, self.projection, self.reranker)

    def alike(self, request: Request) -> list[str]:
        """Ids of the tasks that are more likely than not of the same kind, best
        first."""
        return [one.task_id for one in _close(self._likeness.alike(request))]

    def next_steps(self, request: Request, limit: int) -> tuple[NextStep, ...]:
        """What runs did on such a page towards tasks like this one, best first."""
        return next_steps(self.store, self._likeness.alike(request), request, limit)

    def risk(self, request: Request, step: Step | PlanStep) -> Avoidance | None:
        """The worst that replays of the patterns which the task fits met with at the
        step."""
        asked = request.space, request.task, request.app, request.top_n
        return warning_of(self.patterns(*asked), step)

    def _warnings(
        self,
        request: Request,
        ranked: Sequence[Candidate],
        read: Details,
        kin: OfKind | None,
    ) -> list[Avoidance]:
        """What the runs of its kind warn of and, where a page is given, what is held
        against its elements: one more round trip only then."""
        failing = [c.task_id for c in _close(ranked) if c.summary.failures]
        warnings = []
        if kin is not None and failing:
            warnings = of_kind(kin.lessons(read.attempts), request.task)
        page = request.stored_page
        if page is None or not page.elements:
            return warnings
        known = self.avoid(
            request.space,
            task=request.task,
            task_ids=failing,
            app=request.app,
            page=page,
        )
        return merged(known, warnings)

    def _kin_of(
        self,
        request: Request,
        ranked: Sequence[Candidate],
        matches: Sequence[PatternMatch],
    ) -> OfKind | None:
        """The tasks of its kind, whose runs are compared; None where there are none."""
        close = _close(ranked)
        if not close:
            return None
        members = [key for one in matches[:1] for key in one.pattern.memberships]
        ids = dict.fromkeys((*(c.task_id for c in close), *members))
        return self.kin(request.space, list(ids)[:KIN])

    def _seek(
        self,
        request: Request,
        vector: Sequence[float] | None,
        ranked: Sequence[Candidate],
        trace: Trace,
    ) -> FactsAhead | None:
        """Where the facts are, to be read with the runs; None where there are none."""
        with trace.stage("seek", survive=True) as note:
            close = {c.task_id: c.task.text for c in _close(ranked)}
            sought = self.facts.seek(request, vector, close)
            note.found = int(sought is not None)
            return sought
        return None

    def _hydrate(
        self,
        request: Request,
        ranked: Sequence[Candidate],
        sought: FactsAhead | None,
        kin: OfKind | None,
        trace: Trace,
    ) -> Details:
        """The runs, rows of the facts that are sought and, where a run of its kind
        failed, the runs to compare: one round trip."""
        with trace.stage("hydrate") as note:
            exact = exact_of(ranked, request)
            best = ranked[: max(request.top_n, READ)]
            if exact is not None and exact not in best:
                best = [*best, exact]  # a reranker may have put it far down
            failing = [c.task_id for c in _close(best)]
            found = self.store.details(
                request.space,
                [c.task_id for c in best],
                sought.params if sought else NO_FACTS,
                {"failing": failing, **kin.params} if kin else NO_KIN,
            )
            for candidate in best:
                candidate.summary = found.summaries.get(candidate.task_id, NOT_READ)
            note.found = len(found.runs)
        return found

    def _match(
        self, request: Request, ranked: Sequence[Candidate], trace: Trace
    ) -> list[PatternMatch]:
        with trace.stage("match", survive=True) as note:
            worded = self.patterns(
                request.space, request.task, request.app, request.top_n
            )
            found = [match for match in worded if is_meant(match, ranked, request)]
            if not any(map(_is_walkable, found)):
                found = _joined(found, self._meant(request, ranked))
            note.found = len(found)
            return filled(found, request.own) if request.own else found
        return []

    def _meant(
        self, request: Request, ranked: Sequence[Candidate]
    ) -> list[PatternMatch]:
        """What vectors say that the task means."""
        odds = {one.task_id: one.odds for one in ranked if one.odds is not None}
        if not odds:
            return []
        asked = request.space, request.task, request.app, odds
        try:
            return self.meant(*asked, self.projection.embed)
        except ServiceError:  # what values mean is not known, how they look is
            return self.meant(*asked, None)

    def _facts(
        self, sought: FactsAhead | None, said: Sequence[FactGroupFound], trace: Trace
    ) -> list[Fact]:
        with trace.stage("facts", survive=True) as note:
            if sought is None:
                return []
            found = sought.choose(said)
            note.found = len(found)
            return found
        return []


def _close(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Those that are more likely than not of the same kind."""
    return [c for c in ranked if c.similarity >= WARN_FROM]


def _is_walkable(match: PatternMatch) -> bool:
    """Has it a path, and all values for it that a text can tell?"""
    return bool(match.pattern.steps) and not match.lacking


def _joined(
    found: Sequence[PatternMatch], more: Sequence[PatternMatch]
) -> list[PatternMatch]:
    """Both, those that can be walked first."""
    both = {one.pattern.pattern_id: one for one in (*found, *more)}
    return sorted(both.values(), key=lambda one: not _is_walkable(one))
