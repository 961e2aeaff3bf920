"""`kgmem bench miniwob`: what a memory saves an agent on live pages."""

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kgmem import Memory
from kgmem_bench.common.report import Say, as_json, machine, plain, say
from kgmem_bench.common.stand import settings_for_bench
from kgmem_bench.miniwob.episodes import IGNORED, Stage
from kgmem_bench.miniwob.explored import Explored, explored, frozen_key
from kgmem_bench.miniwob.phases import Player, Seeds
from kgmem_bench.miniwob.plays import Play
from kgmem_bench.miniwob.server import serving
from kgmem_bench.miniwob.tasks import (
    CHANGED_SEEDS,
    CONTROLS,
    FIRST_SEEDS,
    NEW_SEEDS,
    STREAM_SEEDS,
    TASKS,
)
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.driver import Driver

PHASES = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Order:
    """What to play."""

    tasks: tuple[str, ...] = TASKS
    seeds: int = len(NEW_SEEDS)
    """New seeds of phases C and D, each."""
    phases: str = PHASES
    folder: Path = field(kw_only=True)
    """Keeps what is done, task by task: a run that was stopped goes on from there."""

    @property
    def names(self) -> list[str]:
        """The tasks in order, the controls last."""
        tasks = [name for name in self.tasks if name not in CONTROLS]
        return [*tasks, *(CONTROLS if "F" in self.phases else ())]

    @property
    def played(self) -> Seeds:
        """The seeds of each task."""
        return Seeds(
            FIRST_SEEDS,
            NEW_SEEDS[: self.seeds],
            STREAM_SEEDS[: self.seeds],
            CHANGED_SEEDS[: self.seeds],
        )


@dataclass(frozen=True, slots=True)
class Found:
    """An exploration in numbers."""

    seed: int
    actions: int
    episodes: int
    shortening: int
    length: int | None
    """Steps of the path; None if none was found."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """All that was measured with one task."""

    task: str
    explored: list[Found]
    plays: list[Play]
    milliseconds: Mapping[str, list[float]]
    """Of each call of the memory, by its name."""


@dataclass(frozen=True, slots=True)
class MiniwobResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    explorer: str
    tasks: list[TaskResult] = field(default_factory=list)


def bench_miniwob(
    order: Order, tell: Say = say, stage: Stage | None = None
) -> MiniwobResult:
    """Play what is ordered, on this stage or one of its own, or take it from the
    order's folder where it was played with the same engine. Raises BrowserMissing."""
    facts = machine()
    with nullcontext(stage) if stage else _stage() as on:
        found = {name: _explored(on, order, name, tell) for name in order.names}
        results = [_played(on, order, name, found, tell) for name in found]
    return MiniwobResult("miniwob", facts, frozen_key(), results)


@contextmanager
def _stage() -> Iterator[Stage]:
    with serving() as site, browser_page() as page:
        yield Stage(Driver(page, IGNORED), site)


def _explored(
    stage: Stage, order: Order, task: str, tell: Say
) -> Mapping[int, Explored]:
    def news(one: Explored) -> None:
        steps = f"{len(one.steps)} steps" if one.run else "nothing found"
        tell(f"explored {task} {one.seed}: {one.actions} actions, {steps}")

    seeds, folder = order.played, order.folder / "explored"
    found = explored(stage, folder, task, seeds.first, news)
    if task in CONTROLS or all(one.run is None for one in found.values()):
        return found  # of what it never finds a path for, nothing can be learned
    return explored(stage, folder, task, seeds.all, news)


def _played(
    stage: Stage,
    order: Order,
    task: str,
    found: Mapping[str, Mapping[int, Explored]],
    tell: Say,
) -> TaskResult:
    file = order.folder / "played" / f"{task}.json"
    key = f"{engine_key()} {frozen_key()} {order.seeds} {order.phases} {order.tasks}"
    held = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if held.get("key") == key:
        tell(f"{task}: played before")
        return _read(held["result"])
    result = (
        _play(stage, order, task, found, tell)
        if any(one.run for one in found[task].values())
        else TaskResult(task, [_found(one) for one in found[task].values()], [], {})
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(as_json({"key": key, "result": plain(result)}), encoding="utf-8")
    return result


def _play(
    stage: Stage,
    order: Order,
    task: str,
    found: Mapping[str, Mapping[int, Explored]],
    tell: Say,
) -> TaskResult:
    clock = CallClock()
    with TemporaryDirectory(prefix="kgmem-miniwob-") as home:
        settings = settings_for_bench(Path(home))
        with Memory.open(home, settings=settings) as memory:
            numbers = count(1)
            player = Player(
                stage,
                task,
                order.played,
                found[task],
                lambda: memory.in_space(f"s{next(numbers)}"),
                clock,
            )
            others = _paths_of_others(task, order, found)
            plays = []
            for play in _phases(player, order.phases, others):
                plays.append(play)
                tell(_line(task, play))
    return TaskResult(
        task, [_found(one) for one in found[task].values()], plays, clock.milliseconds()
    )


def _phases(player: Player, phases: str, others: Sequence[Explored]) -> Iterator[Play]:
    """The ordered phases, one play after the other."""
    if player.task in CONTROLS:
        yield from player.unknowable(player.agent(player.first))
        return
    if "A" in phases:
        yield from player.explored_first()
    if "C" in phases:
        yield from player.similar("C1", player.first[:1])
        yield from player.similar("C3", player.first)
    if set("BE") & set(phases):
        agent = player.agent(player.first)
        if "B" in phases:
            yield from player.again(agent)
        if "E" in phases:
            yield from player.changed(agent)
    if "D" in phases:
        yield from player.stream()
    if "F" in phases and others:
        yield from player.among_strangers(others)


def _paths_of_others(
    task: str, order: Order, found: Mapping[str, Mapping[int, Explored]]
) -> list[Explored]:
    """The first paths of all other tasks, in no order that tells them apart."""
    paths = [
        one
        for name in order.names
        if name not in {task, *CONTROLS}
        for seed, one in found[name].items()
        if seed in order.played.first
    ]
    random.Random(0).shuffle(paths)
    return paths


def _line(task: str, play: Play) -> str:
    setting = f" ({play.setting})" if play.setting else ""
    charged = f" + {play.exploring} exploring" if play.exploring else ""
    reason = f": {play.reason[:90]}" if play.reason else ""
    return (
        f"{play.phase} {task} {play.seed} {play.arm}{setting}: {play.ending}, "
        f"{play.actions} actions{charged}{reason}"
    )


def _found(one: Explored) -> Found:
    length = len(one.steps) if one.run else None
    return Found(one.seed, one.actions, one.episodes, one.shortening, length)


def _read(held: Mapping[str, Any]) -> TaskResult:
    return TaskResult(
        held["task"],
        [Found(**one) for one in held["explored"]],
        [Play(**one) for one in held["plays"]],
        held["milliseconds"],
    )


@cache
def engine_key() -> str:
    """Changes with kgmem's code."""
    root = Path(str(files("kgmem")))
    digest = hashlib.sha256()
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.cypher")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
