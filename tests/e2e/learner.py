"""A process that learns until it is killed, and says what was acknowledged.

`python learner.py FOLDER START`: each acknowledged run's id goes to stdout, one line
each, flushed. With KGMEM_GRAPH=neo4j it learns there.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import Memory
from tests.doubles import WordEmbedder


def run_number(n: int) -> dict[str, object]:
    """Run `n`: its words, its shared and its own elements."""
    return {
        "task": f"Order item {n} in shop {n % 7}",
        "app": f"shop{n % 7}",
        "outcome": "failure" if n % 5 == 0 else "success",
        "source_task_id": f"run-{n}",
        "steps": [
            {"action": "click", "target": {"role": "textbox", "name": "Search"}},
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Search"},
                "value": f"item {n}",
            },
            {"action": "click", "target": {"role": "button", "name": f"Row {n % 50}"}},
        ],
    }


def main() -> None:
    folder, start = sys.argv[1], int(sys.argv[2])
    settings = {"home": folder}
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        n = start
        while True:
            if n % 4 == 3:
                batch = [run_number(n + k) for k in range(3)]
                memory.learn_many(batch)
                done = range(n, n + 3)
            else:
                memory.learn(run_number(n))
                done = range(n, n + 1)
            for one in done:
                sys.stdout.write(f"run-{one}\n")
            sys.stdout.flush()
            n += len(done)


if __name__ == "__main__":
    main()
