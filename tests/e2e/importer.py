"""Adds documents and facts to a memory until it is killed; says what is acknowledged.

python importer.py FOLDER START
"""

import itertools
import sys

from kgmem import Memory
from tests.doubles import WordEmbedder


def body(n: int) -> str:
    """A document with a few parts, a name of its own and one that all share."""
    parts = [
        f"## Part {part}\n\nStation {n} stands in Hamburg. Its platform {part} is "
        f"open. {'Trains leave every hour. ' * 12}"
        for part in range(6)
    ]
    return f"# Station {n}\n\n" + "\n\n".join(parts)


def tell(line: str) -> None:
    """What is acknowledged, before anything else is done."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(folder: str, start: int) -> None:
    with Memory.open(folder, embedder=WordEmbedder()) as memory:
        for n in itertools.count(start):
            memory.add_document(text=body(n), source=f"station-{n}.md")
            tell(f"document station-{n}.md")
            fact = memory.add_triple(f"Line {n}", "serves", f"Station {n}")
            tell(f"fact {fact}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
