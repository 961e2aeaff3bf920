"""A process that learns and generalizes in turns until it is killed.

`python generalizer.py FOLDER START`: a line on stdout before and after each job.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import Memory
from tests.doubles import WordEmbedder

KINDS = ("Search for {}", "Delete the note {}", "Share {} with everyone", "Pin {}")


def run_number(n: int) -> dict[str, object]:
    """Run `n` of one of the kinds, with a value of its own."""
    kind = KINDS[n % len(KINDS)]
    value = f"thing {chr(97 + n % 26)}{n}"
    return {
        "task": kind.format(value),
        "app": f"app{n % 3}",
        "outcome": "success",
        "source_task_id": f"run-{n}",
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": f"Field {n % len(KINDS)}"},
                "value": value,
            },
            {
                "action": "click",
                "target": {"role": "button", "name": f"Do {n % len(KINDS)}"},
            },
        ],
    }


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main() -> None:
    folder, n = sys.argv[1], int(sys.argv[2])
    settings = {"home": folder, "generalize_after": 0}
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        while True:
            memory.learn_many([run_number(n + k) for k in range(24)])
            n += 24
            say("begin")
            memory.generalize()
            say("end")


if __name__ == "__main__":
    main()
