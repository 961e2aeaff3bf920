"""What failed runs of a kind of task did that its successes did not, and what they
left out.

Runs are compared in the words of their tasks (`acts`), by signs: a step at this
element, a value here that the task does not give, an error there, a step missing at the
end. Each run counts once for each sign, and a sign is held against a step only
if runs that show it fail clearly more often than the runs of its kind do: what stands
in successes too is not to blame. Failures of the surroundings (captcha, network, quota,
credentials) are no evidence at all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz.distance import LCSseq

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step
from kgmem.paths.failing.acts import MISPLACED, TOLD, UNTOLD, Act, act_of, acts_of
from kgmem.paths.failing.signs import (
    CAUSES,
    DIRECTLY,
    EVEN,
    SHARE,
    Attempt,
    Cause,
    Habits,
    Ref,
    Sign,
    habits_of,
    loops,
    missing,
    of_missing,
    signs_of_act,
    signs_of_run,
)
from kgmem.tuning import tuned

_TUNED = tuned("paths.failing.blame")

PRIOR = 2.0
"""Runs that the failure rate of the whole kind counts for in the rate of a sign."""
LIFT = _TUNED["lift"]
"""A sign is held against a step if the rate of failures with it has come so far on the
way from that of the kind to 1. One failure without a success comes to 0.33, two with a
success to 0.2 where half the runs fail."""
MAX_ATTEMPTS = 200
"""Runs that are compared, the newest ones of each outcome."""
MAX_COMPARED = 20
"""Successes that a failed run is aligned with."""

DIRECT: frozenset[Cause] = frozenset({"error", "no effect"})
"""Causes that the record itself shows, whatever the rest of the run came to."""


@dataclass(frozen=True, slots=True)
class Blame:
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


class Lessons:
    """What runs of one kind teach."""

    def __init__(self, attempts: Iterable[Attempt]) -> None:
        usable = [one for one in _newest(attempts) if one.is_evidence and one.steps]
        self.successes = [one for one in usable if one.outcome == "success"]
        self.failures = [one for one in usable if one.outcome == "failure"]
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

    @cached_property
    def habits(self) -> Habits:
        """What the successes have in common: only asked for where something failed."""
        return habits_of(self.successes)

    def of_step(self, step: Step | PlanStep, task: str) -> Blame | None:
        """The worst that is known of a step of this task; None if nothing is."""
        if not self._tallies:
            return None
        act = act_of(step, task)
        signs = [*signs_of_act(act, self.habits)]
        signs += [Sign(what, act.where) for what in ("error", "no effect")]
        return self._worst(signs)

    def of_end(self, steps: Sequence[Step], task: str) -> Blame | None:
        """The worst that is still missing, or that is done over and over, if a run
        ends after these steps."""
        if not self._tallies:
            return None
        acts = acts_of(steps, task)
        lacking = dict.fromkeys(missing(acts, task, self.habits))
        return self._worst([*lacking, *loops(steps, task)])

    def of_next(
        self,
        before: Sequence[Step],
        step: Step | PlanStep,
        task: str,
        ends: bool | None = None,
    ) -> Blame | None:
        """The same for a step after others, if it `ends` the run (None: if runs of
        this kind end with it)."""
        if not self._tallies:
            return None
        if ends is None:
            ends = act_of(step, task).where in self.habits.last
        if not ends:
            return None
        last = Step.model_construct(
            action=step.action,
            target=step.target,
            destination=step.destination,
            value=step.value,
            params=step.params,
        )
        return self.of_end((*before, last), task)

    def blamed(self) -> list[Blame]:
        """What is held against steps where failed runs left the way of the successes,
        worst first; each sign once."""
        found: dict[Sign, Blame] = {}
        for attempt in self.failures:
            for finding in self._blamed_in(attempt):
                found.setdefault(finding.sign, finding)
        for attempt in self.successes:  # a dead end is evidence there, too
            for sign in attempt.direct:
                if sign not in found and (one := self.finding(sign)):
                    found[sign] = one
        return sorted(found.values(), key=lambda one: (-one.score, one.sign.where))

    def missing(self) -> list[Blame]:
        """What failed runs ended without, worst first."""
        signs = [sign for sign in self._tallies if sign.what in ("missing", "few")]
        found = filter(None, map(self.finding, signs))
        return sorted(found, key=lambda one: (-one.score, one.sign.where))

    def finding(self, sign: Sign) -> Blame | None:
        """What the runs say of a sign; None if they don't hold it against a step."""
        tally = self._tallies.get(sign)
        if tally is None or not tally.failed:
            return None
        cause = CAUSES[sign.what]
        base = EVEN if cause in DIRECT else self.base
        counts = len(tally.failed), len(tally.succeeded)
        if cause not in DIRECT and (
            not self.successes or counts[0] < SHARE * len(self.failures)
        ):
            return None
        if not holds(cause, *counts, base):
            return None
        return Blame(
            cause,
            sign,
            rate(*counts, base),
            base,
            tally.failed,
            tally.succeeded,
            self._instead(sign, tally),
        )

    def _worst(self, signs: Iterable[Sign]) -> Blame | None:
        found = filter(None, map(self.finding, signs))
        return max(found, key=lambda one: one.score, default=None)

    def _count_failed(self, attempt: Attempt) -> None:
        """Add what a failed run did off the way, and each step that failed, also where
        the run came through."""
        if attempt.outcome == "failure":
            off = self._off_the_way(attempt)
            for sign, n in signs_of_run(attempt, self.habits, off):
                votes = self._tallies[sign].failed
                votes.setdefault(attempt.experience_id, Ref(attempt, n))
        for sign, n in attempt.direct.items():
            self._tallies[sign].failed[attempt.experience_id] = Ref(attempt, n)

    def _count_successes(self) -> None:
        """Add the successes to what failures show; nothing else is asked for."""
        direct: dict[str, list[Sign]] = defaultdict(list)
        for sign in self._tallies:
            if sign.what in DIRECTLY:
                direct[sign.where].append(sign)
        for one in self.successes if self._tallies else ():
            for sign, n in signs_of_run(one, self.habits, None):
                if tally := self._tallies.get(sign):
                    tally.succeeded.setdefault(one.experience_id, Ref(one, n))
            if direct:
                self._count_unfailing(one, direct)

    def _count_unfailing(
        self, attempt: Attempt, direct: Mapping[str, Sequence[Sign]]
    ) -> None:
        """Add the success to the failures of steps, by place, that it did well."""
        own = attempt.direct
        for act in attempt.acts:
            for sign in direct.get(act.where, ()):
                if sign not in own:
                    ref = Ref(attempt, act.n)
                    self._tallies[sign].succeeded[attempt.experience_id] = ref

    def _blamed_in(self, attempt: Attempt) -> Iterator[Blame]:
        """What the record of a failed run shows by itself; else the first step off the
        way that speaks against it."""
        direct = list(filter(None, map(self.finding, attempt.direct)))
        if direct:
            yield from direct
            return
        off = self._off_the_way(attempt)
        for act in attempt.acts:
            if act.n in off:
                one = self._worst(signs_of_act(act, self.habits))
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
        same = [one for one in self.successes if one.task_id == attempt.task_id]
        near = (same or self.successes)[-MAX_COMPARED:]
        if len(near) < 2:
            return near[0] if near else None
        own = self._keys_of(attempt)
        return max(near, key=lambda one: LCSseq.similarity(own, self._keys_of(one)))

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
            return self.habits.usual.get(of_missing(sign))
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
