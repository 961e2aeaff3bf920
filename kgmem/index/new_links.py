"""Links of new tasks to their neighbours, as they arrive."""

from collections.abc import Iterable, Sequence

from kgmem.graph.points import TASK
from kgmem.graph.store import GraphStore
from kgmem.index.similar import nearest
from kgmem.ports import Embedder, VectorIndex, VectorPoint

LINK_AFTER = 32
"""New points that are linked to their neighbours together, or what there is of them
at a flush: one by one, links would double the cost of learning a run."""
LINK_LIMIT = 20_000
"""Up to so many tasks of a space new ones are linked as they arrive (each costs one
exact search); beyond, links are left to the batch job."""


class NewLinks:
    """New tasks that wait to be linked."""

    def __init__(self, store: GraphStore) -> None:
        self._graph = store
        self._waiting: list[VectorPoint] = []
        self._room: dict[str, int] = {}
        """By space, how many more tasks are linked as they arrive."""

    def add(self, points: Iterable[VectorPoint]) -> None:
        """Those of the points that are tasks wait from now on."""
        self._waiting += [point for point in points if point.kind == TASK.name]

    @property
    def due(self) -> bool:
        """Are there enough of them to link them together?"""
        return len(self._waiting) >= LINK_AFTER

    def forget(self) -> None:
        """They are not linked here: their vectors are of another model."""
        self._waiting.clear()

    def write(self, index: VectorIndex, embedder: Embedder) -> None:
        """SIMILAR_TO edges from new tasks to their nearest neighbours, at the next
        try where this one fails."""
        points, self._waiting = self._waiting, []
        try:
            self._link_to_nearest(points, index, embedder)
        except BaseException:
            self._waiting = points + self._waiting
            raise

    def _link_to_nearest(
        self, points: Sequence[VectorPoint], index: VectorIndex, embedder: Embedder
    ) -> None:
        calibration = embedder.calibration
        if calibration is None or not points:
            return
        by_space: dict[str, list[VectorPoint]] = {}
        for point in points:
            by_space.setdefault(point.space, []).append(point)
        later: list[str] = []
        for space, theirs in by_space.items():
            if self._has_room(space, len(theirs)):
                vectors = {one.point_id: one.dense for one in theirs}
                self._graph.link_similar(nearest(index, calibration, space, vectors))
            else:
                later += [one.point_id for one in theirs]
        if later:
            self._graph.write("leave_unlinked", ids=later)

    def _has_room(self, space: str, more: int) -> bool:
        """Is the space still small enough to link what arrives?"""
        if space not in self._room:
            known = self._graph.read(
                "tasks_of_space", space=space, limit=LINK_LIMIT + more + 1
            )
            self._room[space] = LINK_LIMIT - known[0]["n"] + more
        self._room[space] -= more
        return self._room[space] >= 0
