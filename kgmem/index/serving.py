"""Which generation of the index serves, in this process and in the others.

Which one is in use says the graph: every process finds the switch when it settles what
it wrote, when a collection is gone, and every few seconds.
"""

import logging
import math
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress

from kgmem.errors import (
    JobRunning,
    KgmemError,
    MemoryClosed,
    StoreUnavailable,
    VectorsLost,
    VectorsUnavailable,
)
from kgmem.graph.counting import nodes_of, waiting_rows
from kgmem.graph.generations import Generations, IndexState
from kgmem.graph.points import KINDS
from kgmem.graph.store import GraphStore
from kgmem.index.embedding import embed
from kgmem.ports import Collection, Embedder, Generation, VectorIndex, Vectors

log = logging.getLogger(__name__)

LOOK_EVERY = 5.0
"""Seconds after which a recall asks the graph whether another process reindexed."""
BUSY_FOR = 0.5
"""Seconds that a recall waits for another thread that is indexing."""


class ServingIndex:
    """The index and the embedder that serve, as the graph names them."""

    def __init__(
        self,
        store: GraphStore,
        index: VectorIndex,
        embedder: Embedder,
        *,
        shared: bool = False,
    ) -> None:
        """`shared`: other processes may use the graph, too."""
        self.graph = store
        self._generations = Generations(store.engine, shared=shared)
        self.embedder = embedder
        self.index = index
        self._lock = threading.RLock()
        self._rebuilding = threading.Lock()
        """Held for all of a rebuild, before `_lock`: only `close` waits for it."""
        self._closed = False
        self._used = False
        """Could the index open the current generation?"""
        self._looked_at = 0.0
        self._failed_at = 0.0
        self.failure: str | None = None
        """Why the last pass failed; None if it did not."""
        self.mismatch: str | None = None
        """Why dense vectors can't be used; None if they can."""
        self.lacking: str | None = None
        """What the store lost, as was seen when it was opened; None if nothing."""
        self.elsewhere: str | None = None
        """Why other processes don't find what this one indexes; None if they do."""
        self.generation = self._opened()

    def _opened(self) -> Generation:
        """The generation that the graph names, in use if that can be."""
        state = self._generations.open(self.embedder.model, self.embedder.dimensions)
        self._looked_at = time.monotonic()
        self._compare_model(state.current)
        self._used = self._use(self.index, state.current)
        self._compare_store(state)
        return state.current

    def _compare_model(self, current: Generation) -> None:
        self.mismatch = None
        if current.model != self.embedder.model:
            self.mismatch = (
                f"the index was built with {current.model}, the embedder is "
                f"{self.embedder.model}: run `kgmem reindex`, or use that one"
            )
            log.warning(self.mismatch)

    def _compare_store(self, state: IndexState) -> None:
        """Tell where the graph's vectors are kept elsewhere than here."""
        if not self._used:
            return
        store, self.elsewhere = self.index.store, None
        if state.store is None or not self._generations.shared:
            if state.store != store:
                self._generations.claim(store)
        elif state.store != store:
            self.elsewhere = (
                f"the vectors of this memory are kept in another store ({state.store}) "
                f"than here ({store}): what one process learns, the others don't find "
                "by its meaning; give all of them one Qdrant (KGMEM_VECTORS=qdrant), "
                "or run `kgmem repair` to make this store the memory's own"
            )
            log.warning(self.elsewhere)

    def _use(self, index: VectorIndex, generation: Generation) -> bool:
        """Could the index open it?"""
        try:
            self._open(index, generation)
        except VectorsUnavailable as error:
            self._note(error)
            return False
        return True

    def _open(self, index: VectorIndex, generation: Generation) -> None:
        held = index.use(generation)
        self._compare_points([name for name, points in held.items() if not points])

    def _compare_points(self, empty: Sequence[Collection]) -> None:
        """Tell where the store lost what the graph has: nodes that neither have points
        nor wait for them."""
        self.lacking = None
        kinds = [kind for kind in KINDS.values() if kind.collection in empty]
        nodes = nodes_of(self.graph, kinds)
        if nodes and nodes > waiting_rows(self.graph):
            self.lacking = (
                f"the vector store has no points in {' and '.join(empty)}, the graph "
                f"has {nodes} nodes for them: it was wiped, or is another one; "
                "run `kgmem repair`"
            )
            log.warning(self.lacking)

    @property
    def problems(self) -> list[str]:
        """What keeps it from finding all that it should, each with its cure."""
        told = (self.mismatch, self.failure, self.lacking, self.elsewhere)
        return [problem for problem in told if problem]

    # reading ----------------------------------------------------------------------

    def vectors(
        self, space: str, task_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        """Vectors of the tasks that the index holds; none while it can't be read."""
        if self.mismatch:
            return {}
        index = self.index
        try:
            return index.dense("experiences", space, task_ids)
        except (StoreUnavailable, MemoryClosed) as error:
            if isinstance(error, MemoryClosed) and self.index is index:
                raise  # else a reindex put another one in its place
            log.warning("tasks are compared by their words alone: %s", error)
            return {}

    def embed(self, texts: Sequence[str], embedder: Embedder | None = None) -> Vectors:
        """float32 of shape (len(texts), dimensions). Raises ServiceError for
        anything that the embedder did wrong."""
        return embed(embedder or self.embedder, texts)

    # what other processes do ------------------------------------------------------

    def notice(self, generation: int) -> None:
        """The graph was seen to name this generation: take it up if it is another."""
        self._looked_at = time.monotonic()
        if generation != self.generation.number:
            self.look()

    def expect(self, generation: int) -> None:
        """The graph was seen to name this other generation: the next call looks."""
        log.info("the graph names generation %d of the index", generation)
        self._looked_at = -math.inf

    def look(self) -> bool:
        """Ask the graph which generation is in use, and take it up; True if it is
        another one than before. While another thread is indexing, it does it."""
        self._looked_at = time.monotonic()
        state = self._generations.state()
        if state is None or state.current == self.generation:
            return False
        if not self._lock_soon():
            return False
        try:
            if state.current != self.generation:
                self._take_over(state)
        finally:
            self._lock.release()
        return True

    def _look_now_and_then(self) -> None:
        """Where others share the graph, one of them may have reindexed."""
        due = time.monotonic() - self._looked_at > LOOK_EVERY
        if due and self._generations.shared:
            self.look()

    def _take_over(self, state: IndexState) -> None:
        """Another process switched to this generation, with all that waited."""
        self.check_open()
        log.info("the index is generation %d now", state.current.number)
        old, before, index = self.index, self.generation, self.index.beside()
        self.failure, self._failed_at = None, 0.0
        used = self._use(index, state.current)
        self.switch(state.current, index, self.embedder)
        self._used = used
        self._compare_model(state.current)
        self._compare_store(state)
        old.close()
        if old.exclusive:
            index.drop(before)

    def switch(
        self, generation: Generation, index: VectorIndex, embedder: Embedder
    ) -> None:
        """From here on the other index serves; the caller holds `lock`."""
        self.index, self.embedder, self.mismatch = index, embedder, None
        self.generation, self._used = generation, True

    def lost(self, error: VectorsLost) -> bool:
        """A collection was not there: True if the graph names another generation, which
        is in use now; else it is gone, and made anew by the next drain."""
        if self.look():
            return True
        self._used = False
        self._note(error)
        return False

    def reopen(self) -> None:
        """Take up the generation that the graph names, with collections made anew
        where they are gone. Raises VectorsUnavailable."""
        with self._lock:
            if not self.look():
                self._open(self.index, self.generation)
                self._used, self.failure = True, None

    def made_whole(self) -> None:
        """All that the graph has is here now: this store is the memory's own."""
        self.lacking = self.elsewhere = None
        self._generations.claim(self.index.store)

    @property
    def used(self) -> bool:
        """Could the index be opened?"""
        return self._used

    def require(self) -> None:
        """Raise VectorsUnavailable, with the reason, if the index could not be opened;
        the next drain tries again."""
        if not self._used:
            raise VectorsUnavailable(self.failure or "the vector store is not open yet")

    def check_open(self) -> None:
        """Raise MemoryClosed if it was closed."""
        if self._closed:
            raise MemoryClosed("the memory was closed; open it again")

    @property
    def lock(self) -> threading.RLock:
        """Held by whoever writes to the index, or puts another in its place."""
        return self._lock

    def unfinished(self) -> str | None:
        """The model of a reindex that was interrupted, and goes on when it is asked for
        again; None if there is none, or one runs."""
        state = self._generations.state()
        if state is None or state.building is None or state.rebuilding:
            return None
        return state.building.model

    def drop_previous(self) -> None:
        """Remove the generation that was in use before this one, unless a reindex
        runs, which does it itself."""
        state = self._generations.state()
        if state is None or state.previous is None or state.rebuilding:
            return
        with suppress(JobRunning), self._generations.lease(self._rebuilding):
            with closing(self.index.beside()) as beside:
                beside.drop(state.previous)
            self._generations.forget_previous()

    def _lock_soon(self) -> bool:
        """Was the lock taken, before a recall has waited too long?"""
        return self._lock.acquire(timeout=BUSY_FOR)

    def _note(self, error: KgmemError) -> str:
        """Keep why the index could not be used, and give it."""
        # Once for what lasts: the figures in the message change from try to try.
        level = logging.DEBUG if self.failure else logging.WARNING
        self.failure, self._failed_at = str(error), time.monotonic()
        log.log(level, "vectors wait in the outbox: %s", error)
        return self.failure
