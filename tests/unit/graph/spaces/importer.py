"""A process that imports until so many lines are done, and is killed then.

`python importer.py HOME FILE LINES`
"""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from kgmem import Memory
from tests.doubles import WordEmbedder


def main() -> None:
    home, file, most = sys.argv[1], sys.argv[2], int(sys.argv[3])

    def die(done: int, total: int | None) -> None:
        if done >= most or total is None:
            os.kill(os.getpid(), signal.SIGKILL)

    with Memory.open(home, embedder=WordEmbedder()) as memory:
        memory.import_from(file, progress=die)


if __name__ == "__main__":
    main()
