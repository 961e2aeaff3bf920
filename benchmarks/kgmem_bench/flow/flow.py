"""Values that a run read: are they read anew where it is done again, or entered as they
were?"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Literal

from kgmem import Followed, Memory, Plan, follow
from kgmem_bench.common.report import machine
from kgmem_bench.flow.scenes import (
    HELD_OUT,
    LANGUAGES,
    SCENES,
    Scene,
    Wanted,
    as_recorded,
    words,
)
from kgmem_bench.flow.world import World

SEEDS = 6
"""Worlds of each kind and language."""
Came = Literal["bound", "kept", "asked", "wrong", "baked", "no plan"]
"""bound: the new world's value; kept: the old one, which is right; baked: the old one,
which is wrong; wrong: another one; asked: none, and it was told which is missing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one value in one new world."""

    set: str
    kind: str
    language: str
    runs: int
    """How many runs were learned before."""
    wanted: Wanted
    came: Came
    held_out: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class FlowResult:
    """All that was measured."""

    readings: list[Reading]
    machine: dict[str, Any] = field(default_factory=machine)


def bench_flow(data: Path | None = None, *, quick: bool = False) -> FlowResult:
    """Follow learned runs in other worlds: made ones and, from `data`, the tool calls
    of tau-bench's retail set."""
    readings = list(made(1 if quick else SEEDS))
    if data is not None and (data / "tau-retail").is_dir():
        from kgmem_bench.flow.tau_worlds import in_other_worlds

        readings += in_other_worlds(data, quick=quick)
    return FlowResult(readings)


def made(seeds: int) -> Iterator[Reading]:
    """The made scenes, after one run and after two."""
    with tempfile.TemporaryDirectory() as folder, Memory.open(folder) as memory:
        drawn = product(LANGUAGES, SCENES, range(seeds), (1, 2))
        for n, (language, kind, seed, runs) in enumerate(drawn):
            room = memory.in_space(f"s{n}")
            yield in_new_world(room, kind, language, seed, runs)


def in_new_world(
    memory: Memory, kind: str, language: str, seed: int, runs: int
) -> Reading:
    """What is entered after so many runs of other seeds."""
    told = words(language)
    *learned, new = (
        SCENES[kind](random.Random(f"{kind}/{language}/{seed}/{n}"), told)
        for n in range(runs + 1)
    )
    known = [as_recorded(kind, one, told) for one in learned]
    came, reason = done_again(memory, known, new)
    return Reading(
        "made", kind, language, runs, new.wanted, came, kind in HELD_OUT, reason
    )


def done_again(
    memory: Memory, learned: Sequence[Scene], new: Scene
) -> tuple[Came, str | None]:
    """What is entered in a new world by a memory of the learned scenes."""
    world = World(new)
    for n, scene in enumerate(learned):
        memory.learn(scene.run(str(n)))
    plan = memory.recall(new.task, app=new.app).plan
    if plan is None:
        return "no plan", None
    done = followed(memory, plan, world)
    if len(world.acts) <= new.entered:
        return ("asked" if done.why == "no value" else "no plan"), done.reason
    _, value, params = world.acts[new.entered]
    return _came(texts_of([value, dict(params)]), learned, new), done.reason


def followed(memory: Memory, plan: Plan, world: Any) -> Followed:
    """The plan followed, with all that is to be settled or confirmed allowed."""
    return follow(memory, plan.settled(), world, confirm=lambda _: True, report=False)


def _came(entered: Sequence[str], learned: Sequence[Scene], new: Scene) -> Came:
    holds = [text for text in entered if new.value in text]
    if holds:
        return "kept" if new.wanted == "kept" else "bound"
    if any(old.value in text for old in learned for text in entered):
        return "baked"
    return "wrong"


def texts_of(value: Any) -> list[str]:
    """The texts in a JSON value."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts_of(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in texts_of(one)]
    return [str(value)]
