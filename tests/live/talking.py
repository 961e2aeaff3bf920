"""A process that adds messages to one conversation, for `test_two_processes_talk.py`.

`python talking.py FOLDER NAME COUNT`: writes `ready`, waits for a line on standard
input, adds COUNT messages of its own and those that all share, and writes what each
was numbered, as JSON.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import Memory
from tests.doubles import WordEmbedder


def main() -> None:
    folder, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with Memory.connect(settings={"home": folder}, embedder=WordEmbedder()) as memory:
        conversation = memory.agent("a").conversation("shared")
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        numbered = []
        for n in range(count):
            own = conversation.add("user", f"{name} says {n}", message_id=f"{name}{n}")
            numbered.append(own.n)
            conversation.add("user", f"both say {n}", message_id=f"both{n}")
        sys.stdout.write(json.dumps(numbered) + "\n")


if __name__ == "__main__":
    main()
