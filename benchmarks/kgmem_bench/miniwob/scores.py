"""What the plays come to."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from kgmem_bench.common.metrics import percentile
from kgmem_bench.miniwob.changes import CHANGES
from kgmem_bench.miniwob.phases import OTHERS, OWN
from kgmem_bench.miniwob.plays import Arm, Play
from kgmem_bench.miniwob.run import TaskResult
from kgmem_bench.miniwob.tasks import CEILINGS

NAN = float("nan")
LITERAL: tuple[Arm, ...] = ("script, XPath", "script, id", "script, place")
BY_HEART: tuple[Arm, ...] = ("kgmem", *LITERAL)

Rows = Sequence[tuple[str, Play]]
"""Plays with their task."""


def rows_of(results: Iterable[TaskResult]) -> Rows:
    """All plays of all tasks."""
    return [(one.task, play) for one in results for play in one.plays]


def where(rows: Rows, arm: Arm, *phases: str, setting: str | None = None) -> Rows:
    """Those of this arm in these phases."""
    return [
        (task, play)
        for task, play in rows
        if play.arm == arm and play.phase in phases and setting in (None, play.setting)
    ]


def share(rows: Rows, holds: Callable[[Play], bool]) -> float:
    """Of these plays, the share of which it holds; nan of none."""
    return fmean(holds(play) for _, play in rows) if rows else NAN


def succeeded(play: Play) -> bool:
    """Was the task done by heart?"""
    return play.ending == "succeeded"


def shown(rows: Rows) -> Rows:
    """Those on whose page there is what the text asks for."""
    return [(task, play) for task, play in rows if play.shown]


@dataclass(frozen=True, slots=True)
class Strength:
    """What the explorer took for one task, in actions to the first success."""

    task: str
    ceiling: int | None
    """What the median may not exceed; None where none was set."""
    median: float
    mean: float
    most: int
    not_found: int
    seeds: int
    length: float
    """Mean steps of the shortened paths."""
    shortening: float
    """Mean actions that making a path shorter took besides."""


def strength(result: TaskResult) -> Strength:
    """The explorer's on one task, over all seeds."""
    taken = [one.actions for one in result.explored]
    lengths = [one.length for one in result.explored if one.length is not None]
    return Strength(
        result.task,
        CEILINGS.get(result.task),
        median(taken),
        fmean(taken),
        max(taken),
        len(taken) - len(lengths),
        len(taken),
        fmean(lengths) if lengths else NAN,
        fmean(one.shortening for one in result.explored),
    )


@dataclass(frozen=True, slots=True)
class Score:
    """How one arm did over some plays."""

    what: str
    arm: Arm
    plays: int
    succeeded: float
    declined: float
    started: int
    wrong: float
    """Of the started ones, the share that ended with a failure."""
    hit: float
    """Mean actions of a success."""
    explored: float
    """Mean actions of the explorer on the same seeds."""


Taken = Mapping[tuple[str, int], int]
"""The explorer's actions, by task and seed."""


def score(what: str, arm: Arm, rows: Rows, taken: Taken) -> Score:
    """The arm's score over these plays."""
    started = [(task, play) for task, play in rows if play.was_started]
    hits = [(task, play) for task, play in rows if succeeded(play)]
    return Score(
        what,
        arm,
        len(rows),
        share(rows, succeeded),
        share(rows, lambda play: play.ending == "declined"),
        len(started),
        share(started, lambda play: play.ending == "wrong"),
        _mean(play.actions for _, play in hits),
        _mean(taken.get((task, play.seed), NAN) for task, play in hits),
    )


def exploring(results: Iterable[TaskResult]) -> Taken:
    """The explorer's actions, by task and seed."""
    return {
        (one.task, found.seed): found.actions
        for one in results
        for found in one.explored
    }


@dataclass(frozen=True, slots=True)
class Online:
    """Actions over a stream of tasks, misses charged."""

    task: str
    without: int
    """Exploring each time."""
    with_memory: int
    """Replays, wrong ones too, and exploring after each miss."""
    shortening: int
    """Actions for shorter paths besides."""
    replayed: int
    """Tasks done by heart."""
    steps: int
    """Steps of the paths that were found: what a memory would take that always knew
    the way."""
    decisions: int
    """With memory: actions that the explorer chose, and plans that were followed. Of a
    plan only that it is followed is decided; without memory each action is."""

    after_one: int = 0
    """Actions of a memory that knows each task from its first path on."""

    @property
    def of_possible(self) -> float:
        """The ratio by that of such a memory."""
        return self.after_one / self.with_memory if self.with_memory else NAN

    @property
    def decided_ratio(self) -> float:
        """Decisions without by with."""
        return self.without / self.decisions if self.decisions else NAN

    @property
    def ratio(self) -> float:
        """Without by with."""
        return self.without / self.with_memory if self.with_memory else NAN

    @property
    def best_ratio(self) -> float:
        """What it could be at most."""
        return self.without / self.steps if self.steps else NAN

    @property
    def strict_ratio(self) -> float:
        """The same with the shortening charged."""
        paid = self.with_memory + self.shortening
        return self.without / paid if paid else NAN


def online(what: str, results: Sequence[TaskResult]) -> Online:
    """Phase D of some tasks."""
    stream = [play for one in results for play in one.plays if play.phase == "D"]
    known = [play for play in stream if play.arm == "kgmem"]
    return Online(
        what,
        sum(play.total for play in stream if play.arm == "no memory"),
        sum(play.total for play in known),
        sum(play.shortening for play in known),
        sum(map(succeeded, known)),
        sum(map(_steps_of_stream, results)),
        sum(play.exploring + play.was_started for play in known),
        sum(map(_after_one, results)),
    )


def _after_one(result: TaskResult) -> int:
    met = {play.seed for play in result.plays if play.phase == "D"}
    actions, knows = 0, False
    for one in (one for one in result.explored if one.seed in met):
        known_steps = one.length if knows else None
        actions += one.actions if known_steps is None else known_steps
        knows = knows or one.length is not None
    return actions


def _steps_of_stream(result: TaskResult) -> int:
    met = {play.seed for play in result.plays if play.phase == "D"}
    return sum(one.length or 0 for one in result.explored if one.seed in met)


@dataclass(frozen=True, slots=True)
class Survival:
    """Of what worked on the page as it was, the share that works on the changed one."""

    change: str
    arm: Arm
    survived: int
    wrong: int
    """Ended with a failure now."""
    before: int

    def __str__(self) -> str:
        wrong = f", {self.wrong} wrong" if self.wrong else ""
        return f"{self.survived} of {self.before}{wrong}"


def survivals(rows: Rows) -> Iterator[Survival]:
    """For each change of the page and each arm."""
    for change in CHANGES:
        for arm in BY_HEART:
            after = where(rows, arm, "E", setting=change)
            worked = {
                (task, play.seed)
                for task, play in where(rows, arm, "B", "C3")
                if succeeded(play)
            }
            tried = [(t, play) for t, play in after if (t, play.seed) in worked]
            kept = sum(succeeded(play) for _, play in tried)
            wrong = sum(play.ending == "wrong" for _, play in tried)
            yield Survival(change, arm, kept, wrong, len(tried))


def scores(results: Sequence[TaskResult]) -> Iterator[Score]:
    """Of all phases but the stream and the changes."""
    rows, taken = rows_of(results), exploring(results)
    for what, phase in (
        ("the same again", "B"),
        ("similar, after 1 path", "C1"),
        ("similar, after 3 paths", "C3"),
    ):
        for arm in BY_HEART:
            if found := where(rows, arm, phase):
                yield score(f"{phase} {what}", arm, found, taken)
        if "C" in phase and (found := shown(where(rows, "kgmem", phase))):
            yield score(f"{phase} {what}, shown", "kgmem", found, taken)


def controls(results: Sequence[TaskResult]) -> Iterator[Score]:
    """Phase F: where declining is right."""
    rows, taken = rows_of(results), exploring(results)
    own = where(rows, "kgmem", "F", setting=OWN)
    for name in dict.fromkeys(task for task, _ in own):
        here = [row for row in own if row[0] == name]
        yield score(f"{name}, {OWN}", "kgmem", here, taken)
    if others := where(rows, "kgmem", "F", setting=OTHERS):
        yield score(f"each task, {OTHERS}", "kgmem", others, taken)


def wrong_share(results: Sequence[TaskResult]) -> float:
    """Wrong final actions per replay started, on pages as they were, of tasks that a
    memory can know."""
    started = [
        row
        for row in where(rows_of(results), "kgmem", "B", "C1", "C3", "D")
        if row[1].was_started
    ]
    return share(started, lambda play: play.ending == "wrong")


def p95(results: Iterable[TaskResult]) -> dict[str, tuple[int, float, float]]:
    """Calls, median and 95th percentile in milliseconds, by the call's name."""
    taken: dict[str, list[float]] = {}
    for one in results:
        for name, values in one.milliseconds.items():
            taken.setdefault(name, []).extend(values)
    return {
        name: (len(values), percentile(values, 0.5), percentile(values, 0.95))
        for name, values in taken.items()
    }


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return fmean(listed) if listed else NAN
