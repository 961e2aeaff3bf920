"""What runs of a kind of task teach to avoid, by three signs.

- The end is missing: nearly all successes did something, at an element or with a value
  from one place in the text, that a run ends without, or they did more different things
  for as many pieces of text. This tells most failures.
- The record says that a step failed or changed nothing.
- The same action on the same element fails clearly more often than runs of the kind do.

Each run counts once for a sign, and its failures are weighed against the successes that
show it, too. Failures of the surroundings (captcha, network, quota, credentials) are no
evidence at all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from kgmem.language.environment import is_environment
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.failing.acts import Act, act_of, acts_of, items_in
from kgmem.tuning import tuned

_TUNED = tuned("paths.failing.lessons")

Cause = Literal["error", "no effect", "wrong element", "missing step"]
DIRECT: tuple[Cause, Cause] = ("error", "no effect")
"""Causes that the record itself shows, whatever the rest of the run came to."""

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
EVEN = _TUNED["even"]
"""The rate of failures that is expected of a step before anything is known."""


@dataclass(frozen=True)
class Attempt:
    """A run of a kind of task. What it shows is compared with one kind after another:
    that is looked for once."""

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
    def signs(self) -> tuple[tuple["Sign", int], ...]:
        """What its steps show by themselves, each with its step's index."""
        shown_by = _of_success if self.outcome == "success" else _of_act
        return tuple((sign, act.n) for act in self.acts for sign in shown_by(act))

    @cached_property
    def direct(self) -> Mapping[int, Cause]:
        """By index, the steps that the record calls failed or, in a failed run,
        without effect."""
        causes: dict[int, Cause] = {}
        for n, step in enumerate(self.steps):
            if step.success is False or step.error:
                if not is_environment(step.error):
                    causes[n] = "error"
            elif step.effect is False and self.outcome == "failure":
                causes[n] = "no effect"
        return causes

    @cached_property
    def is_evidence(self) -> bool:
        """Does its outcome say something of its steps? Not if the surroundings failed
        it: an error or the last page says so."""
        if self.outcome != "failure" or "error" in self.direct.values():
            return self.outcome != "unknown"
        after = self.steps[-1].page_after if self.steps else None
        texts = [step.error for step in self.steps]
        if after is not None:
            texts += [after.title, after.hint]
        return not any(map(is_environment, texts))


class Habit(NamedTuple):
    """Something that successes of a kind do."""

    where: str
    """The `where` of an act; its `place` where the value has a source."""
    source: str = ""
    """Where in the text the value comes from."""


class Sign(NamedTuple):
    """Something that runs show."""

    cause: Cause
    habit: Habit
    """What was done; of a missing step, what was not. Without a place: less was done
    than the text lists."""


LESS = Sign("missing step", Habit(""))


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
class Blame:
    """What is held against a step, or missing at the end of a run."""

    sign: Sign
    score: float
    """Expected rate of failures, 0..1."""
    base: float
    """The rate without it."""
    failed: Mapping[str, Ref]
    """By experience id, the runs that show it and failed, oldest first."""
    succeeded: Mapping[str, Ref]
    instead: Ref | None = None
    """What successes did there."""

    @property
    def newest(self) -> Ref:
        """The step of the newest failed run."""
        return list(self.failed.values())[-1]


@dataclass(frozen=True, slots=True)
class _Tally:
    failed: dict[str, Ref] = field(default_factory=dict)
    succeeded: dict[str, Ref] = field(default_factory=dict)


class Lessons:
    """What runs of one kind teach."""

    def __init__(self, attempts: Iterable[Attempt]) -> None:
        ordered = sorted(attempts, key=lambda run: (run.at, run.experience_id))
        usable = [run for run in ordered if run.is_evidence and run.steps]
        self.successes = [run for run in usable if run.outcome == "success"]
        self.failures = [run for run in usable if run.outcome == "failure"]
        self.base = (len(self.failures) + 1) / (len(usable) + 2)
        """Failure rate of the kind, by Laplace's rule."""
        self._tallies: dict[Sign, _Tally] = defaultdict(_Tally)
        for run in usable:
            for sign, n in self._failing(run):
                self._tallies[sign].failed.setdefault(run.experience_id, Ref(run, n))
        for run in self.successes if self._tallies else ():
            for sign, n in self._shown(run):
                tally = self._tallies.get(sign)
                if tally is not None and run.experience_id not in tally.failed:
                    tally.succeeded.setdefault(run.experience_id, Ref(run, n))

    def of_step(self, step: Step | PlanStep, task: str) -> Blame | None:
        """The worst that is known of a step of this task; None if nothing is."""
        if not self._tallies:
            return None
        act = act_of(step, task)
        return self._worst(_of_success(act))

    def of_next(
        self,
        before: Sequence[Step],
        step: Step | PlanStep,
        task: str,
        ends: bool | None = None,
    ) -> Blame | None:
        """The worst that is still missing if this step, after others, `ends` the run
        (None: if runs of this kind end with it)."""
        if not self._tallies:
            return None
        if ends is None:
            ends = act_of(step, task).where in self._last
        if not ends:
            return None
        does = ("action", "target", "destination", "value", "params")
        last = Step.model_construct(**{name: getattr(step, name) for name in does})
        return self._worst(self._missing(acts_of((*before, last), task), task))

    def blamed(self) -> list[Blame]:
        """What is held against steps, worst first; each sign once. Of a failed run
        whose record does not call a step failed, the first that speaks against it."""
        signs: dict[Sign, Blame] = {}
        for run in (*self.failures, *self.successes):
            acts = {act.n: act for act in run.acts}
            direct = [Sign(c, Habit(_act(run, n).where)) for n, c in run.direct.items()]
            findings = [*filter(None, map(self.finding, direct))]
            if not findings and run.outcome == "failure":
                own = (self._worst(_of_act(act)) for act in acts.values())
                findings = [*filter(None, own)][:1]
            for finding in findings:
                signs.setdefault(finding.sign, finding)
        return _worst_first(signs.values())

    def missing(self) -> list[Blame]:
        """What failed runs ended without, worst first."""
        signs = [sign for sign in self._tallies if sign.cause == "missing step"]
        return _worst_first(filter(None, map(self.finding, signs)))

    def finding(self, sign: Sign) -> Blame | None:
        """What the runs say of a sign; None if they don't hold it against a step."""
        tally = self._tallies.get(sign)
        if tally is None or not tally.failed:
            return None
        counts = len(tally.failed), len(tally.succeeded)
        is_direct = sign.cause in DIRECT
        if not is_direct and (
            not self.successes or counts[0] < SHARE * len(self.failures)
        ):
            return None
        base = EVEN if is_direct else self.base
        if not holds(sign.cause, *counts, base):
            return None
        instead = self._instead(sign, next(reversed(tally.failed.values())).attempt)
        return Blame(
            sign, rate(*counts, base), base, tally.failed, tally.succeeded, instead
        )

    def _worst(self, signs: Iterable[Sign]) -> Blame | None:
        findings = filter(None, map(self.finding, signs))
        return max(findings, key=lambda one: one.score, default=None)

    # what runs show ---------------------------------------------------------------

    def _failing(self, run: Attempt) -> Iterator[tuple[Sign, int]]:
        """What speaks against a failed run, and each step of any run that failed."""
        for n, cause in run.direct.items():
            yield Sign(cause, Habit(_act(run, n).where)), n
        if run.outcome == "failure":
            yield from self._shown(run)

    def _shown(self, run: Attempt) -> Iterator[tuple[Sign, int]]:
        yield from run.signs
        for sign in self._missing(run.acts, run.task):
            yield sign, len(run.steps) - 1

    def _missing(self, acts: Sequence[Act], task: str) -> Iterator[Sign]:
        """What nearly all successes do and a run of these acts does not; whether it
        does fewer different things than they, for as many pieces of text."""
        done = dict(self._habits_in(acts))
        for habit in self._usual:
            if habit not in done:
                yield Sign("missing step", habit)
        if self._fewest is not None and _surplus(acts, task) < self._fewest:
            yield LESS

    def _habits_in(self, acts: Iterable[Act]) -> Iterator[tuple[Habit, int]]:
        for act in acts:
            yield Habit(act.where), act.n
            source = self._sources.get(act.place)
            if source in act.sources:
                yield Habit(act.place, source or ""), act.n

    # what successes have in common ------------------------------------------------

    @cached_property
    def _sources(self) -> Mapping[str, str]:
        """By place, the source that most of those who take a value there from the text
        take it from; none for a place that only one of them has."""
        seen: dict[str, Counter[str]] = defaultdict(Counter)
        runs: Counter[str] = Counter()
        for run in self.successes:
            by_place: dict[str, set[str]] = defaultdict(set)
            for act in run.acts:
                by_place[act.place] |= act.sources
            for place, sources in by_place.items():
                if sources:
                    runs[place] += 1
                    seen[place].update(sources)
        best = {
            place: min(seen[place].items(), key=lambda one: (-one[1], one[0]))
            for place, count in runs.items()
            if count > 1
        }
        return {
            place: source
            for place, (source, count) in best.items()
            if count >= USUAL * runs[place]
        }

    @cached_property
    def _usual(self) -> Mapping[Habit, Ref]:
        """What nearly all of them do, in the order of the newest, and where it does."""
        newest: dict[Habit, Ref] = {}
        counts: Counter[Habit] = Counter()
        for run in reversed(self.successes):
            done = dict(reversed([*self._habits_in(run.acts)]))
            counts.update(done.keys())
            for habit, n in sorted(done.items(), key=lambda one: one[1]):
                newest.setdefault(habit, Ref(run, n))
        bar = USUAL * len(self.successes)
        return {habit: ref for habit, ref in newest.items() if counts[habit] >= bar}

    @cached_property
    def _fewest(self) -> int | None:
        """Different things done, beyond the number of pieces in the text, by those that
        did the fewest; None without a success."""
        surplus = sorted(_surplus(run.acts, run.task) for run in self.successes)
        return surplus[int(FEWEST * (len(surplus) - 1))] if surplus else None

    @cached_property
    def _last(self) -> frozenset[str]:
        """The acts that at least half of them end with."""
        ends = Counter(act.where for run in self.successes for act in run.acts[-1:])
        return frozenset(a for a, n in ends.items() if 2 * n >= len(self.successes))

    def _instead(self, sign: Sign, failed: Attempt) -> Ref | None:
        """What was not done; else the first thing that nearly all successes do, more
        than one or for the same task, and the run didn't."""
        if sign.cause == "missing step":
            return self._usual.get(sign.habit)
        done = dict(self._habits_in(failed.acts))
        for habit, ref in self._usual.items():
            is_common = len(self.successes) > 1 or ref.attempt.task == failed.task
            if is_common and not habit.source and habit not in done:
                return ref
        return None


def _of_act(act: Act) -> tuple[Sign, ...]:
    """What a step shows by itself. That it names its element as the task does is no
    sign: for another task it would name another one."""
    return () if act.is_named_by_task else (Sign("wrong element", Habit(act.where)),)


def _of_success(act: Act) -> tuple[Sign, ...]:
    """The same, and that the record of such a step says nothing against it."""
    return (*_of_act(act), *(Sign(cause, Habit(act.where)) for cause in DIRECT))


def _act(run: Attempt, n: int) -> Act:
    """A step that may be left out of its acts as fidgeting."""
    return act_of(run.steps[n], run.task, n)


def _surplus(acts: Iterable[Act], task: str) -> int:
    return len({act.where for act in acts}) - items_in(task)


def _worst_first(findings: Iterable[Blame]) -> list[Blame]:
    return sorted(findings, key=lambda one: (-one.score, one.sign.habit))


def rate(failures: int, successes: int, base: float) -> float:
    """Expected failure rate after so many outcomes, where `base` is that of the kind:
    the m-estimate (B. Cestnik, "Estimating probabilities: a crucial task in machine
    learning", 1990), the mean of a Beta posterior whose prior is PRIOR runs of the
    kind."""
    return (failures + PRIOR * base) / (failures + successes + PRIOR)


def holds(cause: Cause | str, failures: int, successes: int, base: float) -> bool:
    """Do so many outcomes speak against a step, where `base` is the rate of failures
    without it?"""
    if cause in DIRECT:
        return failures > successes
    return rate(failures, successes, base) - base >= LIFT * (1 - base)
