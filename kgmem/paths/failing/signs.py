"""What runs of a kind show: signs of their steps, and habits of the successes."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from kgmem.language.environment import is_environment
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.failing.acts import TOLD, UNTOLD, Act, act_of, acts_of, items_in
from kgmem.tuning import tuned

_TUNED = tuned("paths.failing.signs")

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
    def told(self) -> Mapping[str, frozenset[str]]:
        """By place, where in the text its values come from."""
        told: dict[str, frozenset[str]] = {}
        for act in self.acts:
            told[act.place] = told.get(act.place, frozenset()) | act.sources
        return told

    @cached_property
    def surplus(self) -> int:
        """Different things done, beyond the number of pieces in the text."""
        return _surplus(self.acts, self.task)

    @cached_property
    def direct(self) -> Mapping["Sign", int]:
        """What the record itself calls failed or without effect, and loops."""
        return direct_signs(self)

    @cached_property
    def _shown(self) -> dict[tuple[str | None, ...], "Shown"]:
        return {}

    def shown(self, sources: Mapping[str, str]) -> "Shown":
        """What it shows where the values of its kind come from these `sources`."""
        key = tuple(map(sources.get, self.told))
        found = self._shown.get(key)
        if found is None:
            found = self._shown[key] = Shown.of(self.acts, sources)
        return found

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


class Sign(NamedTuple):
    """Something that runs show."""

    what: str
    """A key of `CAUSES`."""
    where: str
    """The `where` or `place` of an act."""
    detail: str = ""
    """The shape or the source of a value."""


class Shown(NamedTuple):
    """What the acts of a run show."""

    met: Mapping[Sign, int]
    """What may be asked of a whole run, as far as it does it."""
    signs: Sequence[tuple[Sign, int]]
    """What each step shows by itself."""

    @classmethod
    def of(cls, acts: Sequence[Act], sources: Mapping[str, str]) -> "Shown":
        """The same of these acts, given where values come from by place."""
        signs = [(sign, act.n) for act in acts for sign in _signs_of(act, sources)]
        return cls(_met(acts, sources), signs)


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
    shown = [(one, one.shown(sources).met) for one in successes]
    seen = Counter(sign for _, met in shown for sign in met)
    ends = Counter(act.where for one in successes for act in one.acts[-1:])
    bar = USUAL * len(successes)
    usual = [sign for sign, count in seen.items() if count >= bar]
    surplus = sorted(one.surplus for one in successes)
    return Habits(
        sources,
        {sign: _newest(sign, shown) for sign in usual},
        surplus[int(FEWEST * (len(surplus) - 1))] if surplus else None,
        frozenset(act for act, n in ends.items() if 2 * n >= len(successes)),
    )


def _newest(sign: Sign, shown: Sequence[tuple[Attempt, Mapping[Sign, int]]]) -> Ref:
    """Where the last of these runs that shows the sign shows it."""
    return next(Ref(one, met[sign]) for one, met in reversed(shown) if sign in met)


def _usual_sources(successes: Sequence[Attempt]) -> dict[str, str]:
    """By place, the source that most of those who take a value there from the text
    take it from; none for a place that only one of them has."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    runs: Counter[str] = Counter()
    for one in successes:
        for place, sources in one.told.items():
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


def signs_of_act(act: Act, habits: Habits) -> Iterator[Sign]:
    """What a step shows by itself. That it names its element as the task does is no
    sign: for another task it would name another one."""
    return _signs_of(act, habits.sources)


def _signs_of(act: Act, sources: Mapping[str, str]) -> Iterator[Sign]:
    if not act.is_named_by_task:
        yield Sign("element", act.where)
    if act.shape == UNTOLD:
        yield Sign("value", act.place, UNTOLD)
    usual = sources.get(act.place)
    if act.value is not None and usual is not None and usual not in act.sources:
        yield Sign("source", act.place, usual)


def signs_of_run(
    attempt: Attempt, habits: Habits, only: Container[int] | None
) -> Iterator[tuple[Sign, int]]:
    """What its steps (only those with these indexes) and its end show."""
    shown = attempt.shown(habits.sources)
    for sign, n in shown.signs:
        if only is None or n in only:
            yield sign, n
    end = len(attempt.steps) - 1
    for sign in _missing(shown.met, attempt.surplus, habits):
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
    return _missing(_met(acts, habits.sources), _surplus(acts, task), habits)


def _missing(met: Container[Sign], surplus: int, habits: Habits) -> Iterator[Sign]:
    for sign in habits.usual:
        if sign not in met:
            yield Sign("missing", sign.where, f"{sign.what}: {sign.detail}")
    if habits.fewest is not None and surplus < habits.fewest:
        yield Sign("few", "")


def of_missing(sign: Sign) -> Sign:
    what, _, detail = sign.detail.partition(": ")
    return Sign(what, sign.where, detail)


def _surplus(acts: Sequence[Act], task: str) -> int:
    return len({act.where for act in acts}) - items_in(task)
