"""A process that uses a memory on a disk with little room, and tells how it went.

`python crowded.py FOLDER BEFORE [AFTER]`: BEFORE and AFTER are the kilobytes that are
left when the memory is opened, and from the second run on that it learns.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import KgmemError, Memory
from tests.doubles import WordEmbedder
from tests.e2e.workers import ordering

RUNS = 4


def fill(folder: Path, left: int) -> None:
    """Leave so many bytes."""
    filler = folder / "filler"
    filler.unlink(missing_ok=True)
    size = shutil.disk_usage(folder).free - left
    if size > 0:
        with filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, size)


def told(folder: Path, after: int | None) -> dict[str, Any]:
    with Memory.open(folder / "memory", embedder=WordEmbedder()) as memory:
        start = memory.stats()["experiences"]
        learned = []
        for n in range(start, start + RUNS):
            try:
                learned.append(memory.learn(ordering(n)).vectors)
            except KgmemError as error:
                learned.append(str(error))
            if after is not None:
                fill(folder, after)
        recalled = memory.recall(str(ordering(1)["task"]), app="shop1")
        return {
            "degraded": memory.capabilities()["degraded"],
            "learned": learned,
            "stages": {s.name: s.reason for s in recalled.stages if s.reason},
            "findings": [[one.message, one.cure] for one in memory.doctor().findings],
        }


def main() -> None:
    folder, before = Path(sys.argv[1]), int(sys.argv[2])
    after = int(sys.argv[3]) * 1_000 if len(sys.argv) > 3 else None
    fill(folder, before * 1_000)
    json.dump(told(folder, after), sys.stdout)


if __name__ == "__main__":
    main()
