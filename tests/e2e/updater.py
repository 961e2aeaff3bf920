"""A process that talks, folds and updates what is known of a person until it is killed.

`python updater.py FOLDER START`: after each update its number goes to stdout, one line
each, flushed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import Memory
from tests.doubles import WordEmbedder


def town(n: int) -> str:
    """Where the person lives by message n; another place each time."""
    return f"Town{chr(65 + n // 26 % 26)}{chr(97 + n % 26)}"


def main() -> None:
    folder, n = sys.argv[1], int(sys.argv[2])
    settings = {"home": folder, "fold_beyond": 4, "fold_keep": 2}
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        agent = memory.agent("a")
        conversation = agent.conversation("s")
        while True:
            text = f"I live in {town(n)}. Parcel {n} goes to shop {n % 7}."
            conversation.add("user", text, message_id=str(n))
            agent.update_with_pipeline(conversation)
            sys.stdout.write(f"{n}\n")
            sys.stdout.flush()
            n += 1


if __name__ == "__main__":
    main()
