"""Spaces of which a search found no fact a moment ago: none is asked at once again."""

import time
from collections.abc import Iterable

from kgmem.graph.changes import Change
from kgmem.graph.points import FACT
from kgmem.ports import VectorPoint

LOOK_AGAIN = 5.0
"""Seconds for which a space is taken to have no facts, once none was found."""


class FactlessSpaces:
    """When a search found none of their facts, by space."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def may_have(self, space: str) -> bool:
        """False where a search found no fact of the space a moment ago, and none came
        since: of one that another process noted, the vector is there within LOOK_AGAIN
        seconds."""
        since = self._since.get(space)
        return since is None or time.monotonic() - since > LOOK_AGAIN

    def add(self, space: str) -> None:
        """A search found no fact of the space."""
        self._since[space] = time.monotonic()

    def note(self, change: Change) -> None:
        """Facts may have come, here or in another process."""
        if change.touches("facts"):
            self._since.pop(change.space, None)

    def note_points(self, points: Iterable[VectorPoint]) -> None:
        """Those of them that are facts have come."""
        for point in points:
            if point.kind == FACT.name:
                self._since.pop(point.space, None)
