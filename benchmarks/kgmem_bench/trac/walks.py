"""Who does a task for the first time: a recorded walk with a newcomer's detours, or the
frozen explorer. Neither depends on a memory, so both are kept in a folder."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from kgmem_bench.pages.driver import Act, ActKind, View, eyes
from kgmem_bench.pages.explorer import explore
from kgmem_bench.pages.shorten import shorten
from kgmem_bench.trac.agent import walk
from kgmem_bench.trac.episodes import Stage, TracEpisode
from kgmem_bench.trac.kinds import EXPLORED, KINDS
from kgmem_bench.trac.values import LEARNED, Language

_DEPENDS = (
    *("pages/explorer.py", "pages/choices.py", "pages/asked.py", "pages/shorten.py"),
    *("pages/driver.py", "pages/episode.py"),
    *("trac/kinds.py", "trac/texts.py", "trac/free_values.py"),
    *("trac/values.py", "trac/moves.py"),
    *("trac/seeds.py", "trac/goals.py", "trac/driver.py"),
)


@dataclass(frozen=True, slots=True)
class FirstTime:
    """A task done without a memory."""

    kind: str
    language: Language
    number: int
    """Of its set of values."""
    who: str
    """newcomer or explorer"""
    actions: int
    """Up to the success; of the explorer in all its episodes."""
    shortening: int
    """Actions that making the explorer's path shorter took besides."""
    run: dict[str, Any] | None
    """As `Memory.learn` takes it; None if the goal was not reached."""


Tell = Callable[[str], None]


def first_times(
    stage: Stage, folder: Path, kinds: list[str], tell: Tell
) -> list[FirstTime]:
    """All of these kinds: LEARNED walks in English, one in Chinese, and the explorer
    where it is let loose."""
    return [
        one
        for kind in kinds
        for who, language, number in _wanted(kind)
        if (one := _kept(stage, folder, kind, language, number, who, tell))
    ]


def _wanted(kind: str) -> list[tuple[str, Language, int]]:
    walks: list[tuple[str, Language, int]] = [
        *(("newcomer", "en", number) for number in range(LEARNED)),
        ("newcomer", "zh", 0),
    ]
    return walks + ([("explorer", "en", 0)] if kind in EXPLORED else [])


def _kept(
    stage: Stage,
    folder: Path,
    kind: str,
    language: Language,
    number: int,
    who: str,
    tell: Tell,
) -> FirstTime:
    file = folder / f"{kind}-{language}-{number}-{who}.json"
    if file.exists():
        held = json.loads(file.read_text(encoding="utf-8"))
        if held.pop("key") == walks_key():
            return FirstTime(**held)
    one = _done(stage, kind, language, number, who)
    folder.mkdir(parents=True, exist_ok=True)
    held = {name: getattr(one, name) for name in FirstTime.__slots__}
    held["key"] = walks_key()
    file.write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")
    tell(f"{who} {kind} {language} {number}: {one.actions} actions")
    return one


def _done(
    stage: Stage, name: str, language: Language, number: int, who: str
) -> FirstTime:
    kind = KINDS[name]
    values = kind.sets[language][number]
    goal = kind.goal(values)
    if who == "explorer":
        task = kind.task(language, EXPLORED[name], values)
        return _explored(TracEpisode(stage, task, goal, tells=True), name, number)
    task = kind.task(language, 0, values)
    walked = walk(TracEpisode(stage, task, goal), kind.way.walked(values, number))
    run = walked.run if walked.standing == "reached" else None
    return FirstTime(name, language, number, who, len(walked.steps), 0, run)


def _explored(episode: TracEpisode, kind: str, number: int) -> FirstTime:
    found = explore(episode)
    if found.path is None:
        return FirstTime(kind, "en", number, "explorer", found.actions, 0, None)
    short = shorten(episode, found.path)
    episode.reset()
    # Once more: the explorer does not record addresses.
    run = walk(episode, [_Retraced(done.act) for done in short.path]).run
    return FirstTime(kind, "en", number, "explorer", found.actions, short.actions, run)


@dataclass(frozen=True, slots=True)
class _Retraced:
    """An act that is done where it was done before."""

    act: Act

    @property
    def kind(self) -> ActKind:
        return self.act.kind

    @property
    def value(self) -> str | None:
        return self.act.value

    def find(self, view: View) -> int:
        index = view.index_of(self.act.path)
        if index is None:
            raise LookupError(f"not on the page: {self.act}")
        return index


@cache
def walks_key() -> str:
    """Changes with everything that a first time depends on."""
    digest = hashlib.sha256(version("trac").encode() + eyes())
    folder = files("kgmem_bench")
    for name in _DEPENDS:
        digest.update(folder.joinpath(name).read_bytes())
    return digest.hexdigest()[:16]
