"""What runs of a kind show: signs of their steps, and habits of the successes."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from kgmem.language.environment import is_environment
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.acts import TOLD, UNTOLD, Act, act_of, acts_of, items_in
from kgmem.tuning import tuned

_TUNED = tuned("paths.signs")

Cause = Literal["error", "wrong element", "wrong value", "missing step", "no effect"]
SHARE = _TUNED["share"]
"""Of the failed runs of a kind that have to show a sign: what fewer show is chance."""
USUAL = _TUNED["usual"]
"""What so many of the successes do is a part of the way."""
FEWEST = _TUNED["fewest"]
"""Share of the successes that did with fewer different things."""
LOOP = 3
"""Times in a row that the same step is repeated before it is a loop."""
EVEN = _TUNED["even"]
"""The rate that is expected of them before anything is known."""
DIRECTLY = ("error", "no effect", "loop")
"""The signs of these causes."""


CAUSES: Mapping[str, Cause] = {
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
    """A key of `CAUSES`."""
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


def signs_of_act(act: Act, habits: Habits) -> Iterator[Sign]:
    """What a step shows by itself. That it names its element as the task does is no
    sign: for another task it would name another one."""
    if not act.is_named_by_task:
        yield Sign("element", act.where)
    if act.shape == UNTOLD:
        yield Sign("value", act.place, UNTOLD)
    usual = habits.sources.get(act.place)
    if act.value is not None and usual is not None and usual not in act.sources:
        yield Sign("source", act.place, usual)


def signs_of_run(
    attempt: Attempt, habits: Habits, only: Container[int] | None
) -> Iterator[tuple[Sign, int]]:
    """What its steps (only those with these indexes) and its end show."""
    for act in attempt.acts:
        if only is None or act.n in only:
            for sign in signs_of_act(act, habits):
                yield sign, act.n
    end = len(attempt.steps) - 1
    for sign in missing(attempt.acts, attempt.task, habits):
        yield sign, end


def direct_signs(attempt: Attempt) -> dict[Sign, int]:
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
        for sign, n in loops(attempt.steps, attempt.task).items():
            found.setdefault(sign, n)
    return found


def loops(steps: Sequence[Step], task: str) -> dict[Sign, int]:
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
    does = ("action", "value", "target", "destination", "params")
    return all(getattr(before, part) == getattr(step, part) for part in does)


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


def missing(acts: Sequence[Act], task: str, habits: Habits) -> Iterator[Sign]:
    """What nearly all successes do and a run of these acts does not; whether it does
    fewer different things than they, for as many pieces of text."""
    met = _met(acts, habits.sources)
    for sign in habits.usual:
        if sign not in met:
            yield Sign("missing", sign.where, f"{sign.what}: {sign.detail}")
    if habits.fewest is not None and _surplus(acts, task) < habits.fewest:
        yield Sign("few", "")


def of_missing(sign: Sign) -> Sign:
    what, _, detail = sign.detail.partition(": ")
    return Sign(what, sign.where, detail)


def _surplus(acts: Sequence[Act], task: str) -> int:
    return len({act.where for act in acts}) - items_in(task)
