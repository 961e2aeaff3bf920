"""What failed runs of a kind of task did that its successes did not, and what they
left out.

Runs are compared in the words of their tasks (`kgmem.paths.acts`), by signs: a step at
this element, a value here that the task does not give, an error there, a step missing
at the end. Each run counts once for each sign, and a sign is held against a step only
if runs that show it fail clearly more often than the runs of its kind do: what stands
in successes too is not to blame. Failures of the surroundings (captcha, network, quota,
credentials) are no evidence at all.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

from rapidfuzz.distance import LCSseq

from kgmem.language.environment import is_environment
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.acts import MISPLACED, TOLD, UNTOLD, Act, act_of, acts_of, items_in
from kgmem.tuning import tuned

_TUNED = tuned("paths.blame")

Cause = Literal["error", "wrong element", "wrong value", "missing step", "no effect"]

PRIOR = 2.0
"""Runs that the failure rate of the whole kind counts for in the rate of a sign."""
LIFT = _TUNED["lift"]
"""A sign is held against a step if the rate of failures with it has come so far on the
way from that of the kind to 1. One failure without a success comes to 0.33, two with a
success to 0.2 where half the runs fail."""
SHARE = _TUNED["share"]
"""Of the failed runs of a kind that have to show a sign: what fewer show is chance."""
USUAL = _TUNED["usual"]
"""What so many of the successes do is a part of the way."""
FEWEST = _TUNED["fewest"]
"""Share of the successes that did with fewer different things."""
LOOP = 3
"""Times in a row that the same step is repeated before it is a loop."""
MAX_ATTEMPTS = 200
"""Runs that are compared, the newest ones of each outcome."""
MAX_COMPARED = 20
"""Successes that a failed run is aligned with."""

DIRECT: frozenset[Cause] = frozenset({"error", "no effect"})
"""Causes that the record itself shows, whatever the rest of the run came to."""
EVEN = _TUNED["even"]
"""The rate that is expected of them before anything is known."""
_DIRECT = ("error", "no effect", "loop")
"""The signs of these causes."""
_CAUSES: Mapping[str, Cause] = {
    "error": "error",
    "no effect": "no effect",
    "loop": "no effect",
    "element": "wrong element",
    "value": "wrong value",
    "source": "wrong value",
    "missing": "missing step",
    "few": "missing step",
}


@dataclass(frozen=True)
class Attempt:
    """A run of a kind of task."""

    experience_id: str
    task_id: str
    task: str
    app: str | None
    outcome: Outcome
    steps: tuple[Step, ...]
    at: int = 0
    """When it was recorded, in milliseconds."""

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        return acts_of(self.steps, self.task)

    @cached_property
    def own_errors(self) -> frozenset[int]:
        """Indexes of the steps that failed by themselves."""
        return frozenset(
            n
            for n, step in enumerate(self.steps)
            if (step.success is False or step.error) and not is_environment(step.error)
        )

    @property
    def is_evidence(self) -> bool:
        """Does its outcome say something of its steps? Not if the surroundings failed
        it: an error or the last page says so."""
        if self.outcome != "failure" or self.own_errors:
            return self.outcome != "unknown"
        after = self.steps[-1].page_after if self.steps else None
        said = [step.error for step in self.steps]
        if after is not None:
            said += [after.title, after.hint]
        return not any(map(is_environment, said))


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that runs show."""

    what: str
    """A key of `_CAUSES`."""
    where: str
    """The `where` or `place` of an act."""
    detail: str = ""
    """The shape or the source of a value."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A step of a run."""

    attempt: Attempt
    n: int
    """Its index."""

    @property
    def step(self) -> Step:
        return self.attempt.steps[self.n]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is held against a step, or missing at the end of a run."""

    cause: Cause
    sign: Sign
    score: float
    """Expected rate of failures, 0..1."""
    base: float
    """The rate without it."""
    failed: Mapping[str, Ref]
    """By experience id, the runs that show it and failed, oldest first."""
    succeeded: Mapping[str, Ref]
    instead: Ref | None = None
    """What a success did there."""

    @property
    def newest(self) -> Ref:
        """The step of the newest failed run."""
        return list(self.failed.values())[-1]

    @property
    def shape(self) -> str | None:
        """The shape of the values that fail; None if any value does."""
        return {"value": UNTOLD, "source": MISPLACED}.get(self.sign.what)


@dataclass(frozen=True, slots=True)
class _Tally:
    failed: dict[str, Ref] = field(default_factory=dict)
    succeeded: dict[str, Ref] = field(default_factory=dict)


@dataclass(frozen=True)
class Habits:
    """What the successes of a kind have in common."""

    sources: Mapping[str, str]
    """By place, where in the text its value comes from."""
    usual: Mapping[Sign, Ref]
    """What nearly all of them show, and where one shows it."""
    fewest: int | None
    """Different things done, beyond the number of pieces in the text, by those that
    did the fewest; None without a success."""
    last: frozenset[str]
    """The acts that at least half of them end with."""


class Lessons:
    """What runs of one kind teach."""

    def __init__(self, attempts: Iterable[Attempt]) -> None:
        usable = [one for one in _newest(attempts) if one.is_evidence and one.steps]
        self.successes = [one for one in usable if one.outcome == "success"]
        self.failures = [one for one in usable if one.outcome == "failure"]
        self.habits = habits_of(self.successes)
        self.base = (len(self.failures) + 1) / (len(usable) + 2)
        """Failure rate of the kind, by Laplace's rule."""
        self._tallies: dict[Sign, _Tally] = defaultdict(_Tally)
        self._keys: dict[str, list[str]] = {}
        """By experience id, what its acts are compared by."""
        self._off: dict[str, frozenset[int]] = {}
        """By experience id, see `_off_the_way`."""
        for one in usable:
            self._count_failed(one)
        self._count_successes()

    def of_step(self, step: Step | PlanStep, task: str) -> Finding | None:
        """The worst that is known of a step of this task; None if nothing is."""
        act = act_of(step, task)
        signs = [*_signs_of_act(act, self.habits)]
        signs += [Sign(what, act.where) for what in ("error", "no effect")]
        return self._worst(signs)

    def of_end(self, steps: Sequence[Step], task: str) -> Finding | None:
        """The worst that is still missing, or that is done over and over, if a run
        ends after these steps."""
        acts = acts_of(steps, task)
        lacking = dict.fromkeys(_missing(acts, task, self.habits))
        return self._worst([*lacking, *_loops(steps, task)])

    def of_next(
        self,
        before: Sequence[Step],
        step: Step | PlanStep,
        task: str,
        ends: bool | None = None,
    ) -> Finding | None:
        """The same for a step after others, if it `ends` the run (None: if runs of
        this kind end with it)."""
        if ends is None:
            ends = act_of(step, task).where in self.habits.last
        if not ends:
            return None
        last = Step.model_construct(
            action=step.action, target=step.target, value=step.value, params=step.params
        )
        return self.of_end((*before, last), task)

    def blamed(self) -> list[Finding]:
        """What is held against steps where failed runs left the way of the successes,
        worst first; each sign once."""
        found: dict[Sign, Finding] = {}
        for attempt in self.failures:
            for finding in self._blamed_in(attempt):
                found.setdefault(finding.sign, finding)
        for attempt in self.successes:  # a dead end is evidence there, too
            for sign in _direct_signs(attempt):
                if sign not in found and (one := self.finding(sign)):
                    found[sign] = one
        return sorted(found.values(), key=lambda one: (-one.score, one.sign.where))

    def missing(self) -> list[Finding]:
        """What failed runs ended without, worst first."""
        signs = [sign for sign in self._tallies if sign.what in ("missing", "few")]
        found = filter(None, map(self.finding, signs))
        return sorted(found, key=lambda one: (-one.score, one.sign.where))

    def finding(self, sign: Sign) -> Finding | None:
        """What the runs say of a sign; None if they don't hold it against a step."""
        tally = self._tallies.get(sign)
        if tally is None or not tally.failed:
            return None
        cause = _CAUSES[sign.what]
        base = EVEN if cause in DIRECT else self.base
        counts = len(tally.failed), len(tally.succeeded)
        if cause not in DIRECT and (
            not self.successes or counts[0] < SHARE * len(self.failures)
        ):
            return None
        if not holds(cause, *counts, base):
            return None
        return Finding(
            cause,
            sign,
            rate(*counts, base),
            base,
            tally.failed,
            tally.succeeded,
            self._instead(sign, tally),
        )

    def _worst(self, signs: Iterable[Sign]) -> Finding | None:
        found = filter(None, map(self.finding, signs))
        return max(found, key=lambda one: one.score, default=None)

    def _count_failed(self, attempt: Attempt) -> None:
        """Add what a failed run did off the way, and each step that failed, also where
        the run came through."""
        if attempt.outcome == "failure":
            off = self._off_the_way(attempt)
            for sign, n in _signs_of_run(attempt, self.habits, off):
                votes = self._tallies[sign].failed
                votes.setdefault(attempt.experience_id, Ref(attempt, n))
        for sign, n in _direct_signs(attempt).items():
            self._tallies[sign].failed[attempt.experience_id] = Ref(attempt, n)

    def _count_successes(self) -> None:
        """Add the successes to what failures show; nothing else is asked for."""
        direct: dict[str, list[Sign]] = defaultdict(list)
        for sign in self._tallies:
            if sign.what in _DIRECT:
                direct[sign.where].append(sign)
        for one in self.successes if self._tallies else ():
            for sign, n in _signs_of_run(one, self.habits, None):
                if tally := self._tallies.get(sign):
                    tally.succeeded.setdefault(one.experience_id, Ref(one, n))
            if direct:
                self._count_unfailing(one, direct)

    def _count_unfailing(
        self, attempt: Attempt, direct: Mapping[str, Sequence[Sign]]
    ) -> None:
        """Add the success to the failures of steps, by place, that it did well."""
        own = _direct_signs(attempt)
        for act in attempt.acts:
            for sign in direct.get(act.where, ()):
                if sign not in own:
                    ref = Ref(attempt, act.n)
                    self._tallies[sign].succeeded[attempt.experience_id] = ref

    def _blamed_in(self, attempt: Attempt) -> Iterator[Finding]:
        """What the record of a failed run shows by itself; else the first step off the
        way that speaks against it."""
        direct = list(filter(None, map(self.finding, _direct_signs(attempt))))
        if direct:
            yield from direct
            return
        off = self._off_the_way(attempt)
        for act in attempt.acts:
            if act.n in off:
                one = self._worst(_signs_of_act(act, self.habits))
                if one is not None:
                    yield one
                    return

    def _off_the_way(self, attempt: Attempt) -> frozenset[int]:
        """Indexes of its steps that have no like in the success nearest to it."""
        if attempt.experience_id not in self._off:
            near = self._nearest(attempt)
            taken = {i for i, _ in self._aligned(attempt, near)} if near else set()
            off = [act.n for i, act in enumerate(attempt.acts) if i not in taken]
            self._off[attempt.experience_id] = frozenset(off if near else ())
        return self._off[attempt.experience_id]

    def _nearest(self, attempt: Attempt) -> Attempt | None:
        own = [one for one in self.successes if one.task_id == attempt.task_id]
        near = (own or self.successes)[-MAX_COMPARED:]
        if len(near) < 2:
            return near[0] if near else None
        return max(near, key=lambda one: len(self._aligned(attempt, one)))

    def _aligned(self, one: Attempt, other: Attempt) -> list[tuple[int, int]]:
        """Places in both that are the same step, ascending: a longest common
        subsequence over action and element, values that the task gives left out."""
        a, b = self._keys_of(one), self._keys_of(other)
        return [
            (i, j)
            for op in LCSseq.opcodes(a, b)
            if op.tag == "equal"
            for i, j in zip(
                range(op.src_start, op.src_end),
                range(op.dest_start, op.dest_end),
                strict=True,
            )
        ]

    def _keys_of(self, run: Attempt) -> list[str]:
        if run.experience_id not in self._keys:
            self._keys[run.experience_id] = [self._key(act) for act in run.acts]
        return self._keys[run.experience_id]

    def _key(self, act: Act) -> str:
        usual = self.habits.sources.get(act.place)
        right = act.shape == TOLD and (usual is None or usual in act.sources)
        return f"{act.place} {TOLD}" if right else act.where

    def _instead(self, sign: Sign, tally: _Tally) -> Ref | None:
        """What the success nearest to the newest failed run did at that place."""
        if sign.what == "missing":
            return self.habits.usual.get(_of_missing(sign))
        failed = next(reversed(tally.failed.values()))
        near = self._nearest(failed.attempt)
        if near is None or sign.what in ("few", "loop"):
            return None
        ours, theirs = failed.attempt.acts, near.acts
        here = next((i for i, act in enumerate(ours) if act.n >= failed.n), len(ours))
        pairs = self._aligned(failed.attempt, near)
        next_free = max((j for i, j in pairs if i < here), default=-1) + 1
        if next_free >= len(theirs) or theirs[next_free].where == sign.where:
            return None
        return Ref(near, theirs[next_free].n)


def rate(failures: int, successes: int, base: float) -> float:
    """Expected failure rate after so many outcomes, where `base` is that of the kind:
    the m-estimate (B. Cestnik, "Estimating probabilities: a crucial task in machine
    learning", 1990), the mean of a Beta posterior whose prior is PRIOR runs of the
    kind."""
    return (failures + PRIOR * base) / (failures + successes + PRIOR)


def holds(cause: Cause, failures: int, successes: int, base: float) -> bool:
    """Do so many outcomes speak against a step, where `base` is the rate of failures
    without it?"""
    if cause in DIRECT:
        return failures > successes
    return rate(failures, successes, base) - base >= LIFT * (1 - base)


def habits_of(successes: Sequence[Attempt]) -> Habits:
    """What these runs have in common."""
    sources = _usual_sources(successes)
    seen: Counter[Sign] = Counter()
    shown: dict[Sign, Ref] = {}
    ends: Counter[str] = Counter()
    for one in successes:
        met = _met(one.acts, sources)
        seen.update(met.keys())
        shown |= {sign: Ref(one, n) for sign, n in met.items()}
        ends.update(act.where for act in one.acts[-1:])
    bar = USUAL * len(successes)
    surplus = sorted(_surplus(one.acts, one.task) for one in successes)
    return Habits(
        sources,
        {sign: shown[sign] for sign, count in seen.items() if count >= bar},
        surplus[int(FEWEST * (len(surplus) - 1))] if surplus else None,
        frozenset(act for act, n in ends.items() if 2 * n >= len(successes)),
    )


def _newest(attempts: Iterable[Attempt]) -> list[Attempt]:
    """The newest of each outcome, oldest first."""
    ordered = sorted(attempts, key=lambda one: (one.at, one.experience_id))
    kept: Counter[str] = Counter()
    left = []
    for one in reversed(ordered):
        kept[one.outcome] += 1
        if kept[one.outcome] <= MAX_ATTEMPTS // 2:
            left.append(one)
    return left[::-1]


# Signs --------------------------------------------------------------------------------


def _usual_sources(successes: Sequence[Attempt]) -> dict[str, str]:
    """By place, the source that most of those who take a value there from the text
    take it from; none for a place that only one of them has."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    runs: Counter[str] = Counter()
    for one in successes:
        told: dict[str, set[str]] = defaultdict(set)
        for act in one.acts:
            told[act.place] |= act.sources
        for place, sources in told.items():
            if sources:
                runs[place] += 1
                seen[place].update(sources)
    best = {
        place: min(counts.items(), key=lambda one: (-one[1], one[0]))
        for place, counts in seen.items()
    }
    return {
        place: source
        for place, (source, count) in best.items()
        if runs[place] > 1 and count >= USUAL * runs[place]
    }


def _signs_of_act(act: Act, habits: Habits) -> Iterator[Sign]:
    """What a step shows by itself. That it names its element as the task does is no
    sign: for another task it would name another one."""
    if not act.is_named_by_task:
        yield Sign("element", act.where)
    if act.shape == UNTOLD:
        yield Sign("value", act.place, UNTOLD)
    usual = habits.sources.get(act.place)
    if act.value is not None and usual is not None and usual not in act.sources:
        yield Sign("source", act.place, usual)


def _signs_of_run(
    attempt: Attempt, habits: Habits, only: Container[int] | None
) -> Iterator[tuple[Sign, int]]:
    """What its steps (only those with these indexes) and its end show."""
    for act in attempt.acts:
        if only is None or act.n in only:
            for sign in _signs_of_act(act, habits):
                yield sign, act.n
    end = len(attempt.steps) - 1
    for sign in _missing(attempt.acts, attempt.task, habits):
        yield sign, end


def _direct_signs(attempt: Attempt) -> dict[Sign, int]:
    """What the record itself calls failed or without effect, and loops."""
    found: dict[Sign, int] = {}
    for n, step in enumerate(attempt.steps):
        if n in attempt.own_errors:
            where = act_of(step, attempt.task).where
            found.setdefault(Sign("error", where), n)
        elif step.effect is False and attempt.outcome == "failure":
            where = act_of(step, attempt.task).where
            found.setdefault(Sign("no effect", where), n)
    if attempt.outcome == "failure":
        for sign, n in _loops(attempt.steps, attempt.task).items():
            found.setdefault(sign, n)
    return found


def _loops(steps: Sequence[Step], task: str) -> dict[Sign, int]:
    """Steps that are repeated with nothing recorded to have come of it."""
    found: dict[Sign, int] = {}
    times = 1
    for n, (before, step) in enumerate(pairwise(steps), 1):
        same = step.effect is False and _repeats(before, step)
        times = times + 1 if same else 1
        if times >= LOOP:
            found.setdefault(Sign("loop", act_of(step, task).where), n)
    return found


def _repeats(before: Step, step: Step) -> bool:
    return (before.action, before.value, before.target, before.params) == (
        step.action,
        step.value,
        step.target,
        step.params,
    )


def _met(acts: Sequence[Act], sources: Mapping[str, str]) -> dict[Sign, int]:
    """What may be asked of a whole run, as far as it does it."""
    found: dict[Sign, int] = {}
    for act in acts:
        found.setdefault(Sign("element", act.where), act.n)
        if act.shape == TOLD:
            found.setdefault(Sign("value", act.place, TOLD), act.n)
        if sources.get(act.place) in act.sources:
            found.setdefault(Sign("source", act.place, sources[act.place]), act.n)
    return found


def _missing(acts: Sequence[Act], task: str, habits: Habits) -> Iterator[Sign]:
    """What nearly all successes do and a run of these acts does not; whether it does
    fewer different things than they, for as many pieces of text."""
    met = _met(acts, habits.sources)
    for sign in habits.usual:
        if sign not in met:
            yield Sign("missing", sign.where, f"{sign.what}: {sign.detail}")
    if habits.fewest is not None and _surplus(acts, task) < habits.fewest:
        yield Sign("few", "")


def _of_missing(sign: Sign) -> Sign:
    what, _, detail = sign.detail.partition(": ")
    return Sign(what, sign.where, detail)


def _surplus(acts: Sequence[Act], task: str) -> int:
    return len({act.where for act in acts}) - items_in(task)
