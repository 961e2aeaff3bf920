"""A process that talks until it is killed, and says what was acknowledged.

`python talker.py FOLDER START`: each acknowledged message's text goes to stdout, one
line each, flushed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import Memory
from tests.doubles import WordEmbedder


def main() -> None:
    folder, n = sys.argv[1], int(sys.argv[2])
    settings = {"home": folder}
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        conversation = memory.agent("a").conversation("s")
        while True:
            text = f"Item {n} goes to shop {n % 7}"
            conversation.add("user", text, message_id=str(n))
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
            n += 1


if __name__ == "__main__":
    main()
