"""A process that makes the links which learning left, slowly; it is killed meanwhile.

python -m tests.e2e.linker FOLDER
"""

import sys
import time

from kgmem import Memory
from kgmem.index import new_links, similar
from tests.doubles import WordEmbedder

new_links.LINK_LIMIT, similar.PAGE = 0, 4


def main(folder: str) -> None:
    """Learn, then link page by page; a line is printed after each."""
    settings = {"generalize_after": 0}
    with Memory.open(folder, embedder=WordEmbedder(), settings=settings) as memory:
        memory.learn_many([run(n) for n in range(40)])
        memory.flush()

        def told(done: int, _: int | None) -> None:
            sys.stdout.write(f"{done}\n")
            sys.stdout.flush()
            time.sleep(0.2)

        memory._open.link_similar(memory.space, progress=told)


def run(n: int) -> dict[str, object]:
    """The n-th run."""
    step = {"action": "click", "target": {"role": "button", "name": "Find"}}
    task = f"find mouse number {n}"
    return {"task": task, "app": "shop", "outcome": "success", "steps": [step]}


if __name__ == "__main__":
    main(sys.argv[1])
