"""How long the calls of a memory take."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class CallClock:
    """Seconds of each call, by its name."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)

    @contextmanager
    def timing(self, name: str) -> Iterator[None]:
        """Notes what the block takes."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name].append(time.perf_counter() - start)

    def milliseconds(self) -> Mapping[str, list[float]]:
        """The same in milliseconds, to a hundredth."""
        return {
            name: [round(1000 * one, 2) for one in taken]
            for name, taken in self.seconds.items()
        }
