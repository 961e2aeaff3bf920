"""A process that does what it is told with a memory on a server, a line of JSON each:
`python asked.py HOME` reads calls, `[[method, args, kwargs], …]`, each of what the one
before gave, and writes what the last one gave."""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from kgmem import Memory
from tests.doubles import WordEmbedder


def plain(value: Any) -> Any:
    """As JSON has it."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def main() -> None:
    settings = {"home": sys.argv[1], "generalize_after": 0}
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        for line in sys.stdin:
            given: Any = memory
            for method, args, kwargs in json.loads(line):
                given = getattr(given, method)(*args, **kwargs)
            sys.stdout.write(json.dumps(plain(given), default=str) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
