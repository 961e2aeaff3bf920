"""What the explorer found on each seed of a task, kept in a folder: it is frozen, so a
later run on the same machine need not explore again."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from kgmem_bench.common.report import plain
from kgmem_bench.miniwob.controls import demonstrate
from kgmem_bench.miniwob.episodes import MiniwobEpisode, Stage
from kgmem_bench.miniwob.tasks import CONTROLS
from kgmem_bench.pages import explorer
from kgmem_bench.pages.driver import eyes
from kgmem_bench.pages.episode import trajectory
from kgmem_bench.pages.explorer import explore
from kgmem_bench.pages.shorten import shorten

APP = "pages"
"""The app that all pages belong to, as far as a memory is told."""
_FROZEN = (
    *("explorer.py", "choices.py", "asked.py", "shorten.py"),
    *("driver.py", "episode.py"),
)


@dataclass(frozen=True, slots=True)
class Explored:
    """What came of exploring one seed."""

    seed: int
    text: str
    """Of the task."""
    actions: int
    """To the first success, or until it gave up."""
    episodes: int
    shortening: int
    """Actions that making the path shorter took besides."""
    run: dict[str, Any] | None
    """The path as a trajectory; None if none was found."""

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Of the path."""
        return self.run["steps"] if self.run else []


@cache
def frozen_key() -> str:
    """Changes with everything that an exploration depends on."""
    folder = files("kgmem_bench.pages")
    digest = hashlib.sha256(version("miniwob").encode() + eyes())
    for name in _FROZEN:
        digest.update(folder.joinpath(name).read_bytes())
    return f"{explorer.VERSION}-{digest.hexdigest()[:12]}"


def explored(
    stage: Stage,
    folder: Path,
    task: str,
    seeds: Sequence[int],
    tell: Callable[[Explored], None],
) -> dict[int, Explored]:
    """What was found on these seeds, by seed; explored now where `folder` does not
    hold it yet, and kept there."""
    file = folder / f"{task}.json"
    known = _read(file)
    for seed in seeds:
        if seed not in known:
            known[seed] = _explore(stage.episode(task, seed))
            tell(known[seed])
            _write(file, known)
    return {seed: known[seed] for seed in seeds}


def _explore(episode: MiniwobEpisode) -> Explored:
    """A control task is shown, not explored."""
    if episode.page_name in CONTROLS:
        walked = demonstrate(episode, episode.page_name)
        n = len(walked.path)
        run = trajectory(episode.task, APP, walked.path) if walked.succeeded else None
        return Explored(episode.seed, episode.task, n, 1, 0, run)
    found = explore(episode)
    if found.path is None:
        return Explored(
            episode.seed, episode.task, found.actions, found.episodes, 0, None
        )
    short = shorten(episode, found.path)
    return Explored(
        episode.seed,
        episode.task,
        found.actions,
        found.episodes,
        short.actions,
        trajectory(episode.task, APP, short.path),
    )


def _read(file: Path) -> dict[int, Explored]:
    if not file.exists():
        return {}
    held = json.loads(file.read_text(encoding="utf-8"))
    if held["key"] != frozen_key():
        return {}
    return {one["seed"]: Explored(**one) for one in held["explored"]}


def _write(file: Path, known: dict[int, Explored]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    held = {"key": frozen_key(), "explored": [plain(one) for one in known.values()]}
    file.write_text(json.dumps(held, ensure_ascii=False), encoding="utf-8")
