"""What the graph says of the index: whose points it holds, which generation is in use,
which one is being filled, and which one was in use before.

Several processes share one graph. None of them may go by what it remembers: numbers are
given, and the switch is made, here alone, under a lease.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import uuid4

from kgmem.graph.lease import GraphLeases, Lease
from kgmem.graph.query_files import each, query
from kgmem.ports import CypherEngine, Generation, Row, Transaction

INDEX, MEMORY, REINDEX = "index", "memory", "reindex"
"""Meta nodes: the index's state, the memory's id, the lease of a reindex."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """The index as the graph knows it."""

    memory: str
    """The memory's id."""
    current: Generation
    building: Generation | None
    """What a reindex fills, or had filled in part when it was interrupted."""
    previous: Generation | None
    """What was in use before, as long as it is kept."""
    store: str | None
    """Which vector store holds the points; see `VectorIndex.store`."""
    rebuilding: bool
    """Does a reindex run now?"""

    def next_for(self, model: str, dimensions: int) -> Generation:
        """What a reindex for this model fills: what an interrupted one began, if it was
        for the same."""
        if (begun := self.building) and (begun.model, begun.dimensions) == (
            model,
            dimensions,
        ):
            return begun
        known = [g.number for g in (self.current, self.building, self.previous) if g]
        return Generation(max(known) + 1, model, dimensions, self.memory)


class Generations:
    """The generations of a graph's index."""

    def __init__(self, engine: CypherEngine, *, shared: bool = False) -> None:
        """`shared`: other processes may use the graph, too."""
        self._engine = engine
        self.shared = shared

    def state(self) -> IndexState | None:
        """None where no index was opened yet, or by an older kgmem."""
        rows = self._engine.read(query("index_state"))
        return _state(rows)

    def open(self, model: str, dimensions: int) -> IndexState:
        """The state; what lacks is made: an id, and a first generation for this
        model."""
        found = self.state()
        if found is None:
            found = self._engine.write(lambda tx: _made(tx, model, dimensions))
        if found.rebuilding and not self.shared:  # whoever did it is dead
            self._write("end_reindex")
        return found

    def lease(self, lock: threading.Lock) -> Lease:
        """The right to reindex; `lock` is that of this process."""
        leases = GraphLeases(self._engine)
        return Lease(leases, REINDEX, lock, "reindexes this memory")

    def begin(self, lease: Lease, generation: Generation) -> None:
        """From now on outbox rows stay, since this one needs them, too; the previous
        one counts as gone."""

        def work(tx: Transaction) -> None:
            lease.hold(tx)
            tx.run(query("begin_generation"), _named(generation))

        self._engine.write(work)

    def switch(
        self,
        lease: Lease,
        generation: Generation,
        store: str,
        done: Iterable[tuple[str, str]],
        *,
        keep_previous: bool,
    ) -> None:
        """From now on this generation is in use; outbox rows (id, stamp) that it took
        up are settled. Raises JobRunning if another process took over."""
        rows = _rows(done)

        def work(tx: Transaction) -> None:
            lease.hold(tx)
            tx.run(query("switch_generation"), {**_named(generation), "store": store})
            if not keep_previous:
                tx.run(query("forget_previous"))
            each(tx, "settle", rows)

        self._engine.write(work)

    def settle(self, number: int, done: Sequence[tuple[str, str]]) -> IndexState | None:
        """Remove outbox rows (id, stamp) that this generation made durable, unless
        another is in use or being filled, which needs them; a row that was renewed
        meanwhile stays. Gives what kept them; None if they are gone."""
        rows = _rows(done)

        def work(tx: Transaction) -> IndexState | None:
            state = _state(tx.run(query("index_state")))
            if state and (state.current.number != number or state.rebuilding):
                return state
            each(tx, "settle", rows)
            return None

        return self._engine.write(work)

    def claim(self, store: str) -> None:
        """From now on this vector store is the one that holds the points."""
        self._write("set_index_store", store=store)

    def forget_previous(self) -> None:
        """The generation before this one is gone."""
        self._write("forget_previous")

    def _write(self, name: str, **params: str) -> None:
        self._engine.write(lambda tx: tx.run(query(name), params))


def _made(tx: Transaction, model: str, dimensions: int) -> IndexState:
    for meta_id in (INDEX, MEMORY):  # writing makes another process wait here
        tx.run(query("lock_lease"), {"meta_id": meta_id})
    tx.run(query("give_memory_id"), {"memory_id": str(uuid4())})
    tx.run(query("give_generation"), {"model": model, "dimensions": dimensions})
    made = _state(tx.run(query("index_state")))
    assert made is not None, "both were given"
    return made


def _state(rows: Sequence[Row]) -> IndexState | None:
    if not rows or not rows[0]["generation"] or not rows[0]["memory_id"]:
        return None
    row = rows[0]
    current = _generation(row, "")
    assert current is not None, "it has a number"
    return IndexState(
        memory=row["memory_id"],
        current=current,
        building=_generation(row, "building_"),
        previous=_generation(row, "previous_"),
        store=row["store"],
        rebuilding=row["rebuilding"],
    )


def _generation(row: Row, prefix: str) -> Generation | None:
    number = row[f"{prefix}generation"]
    if number is None:
        return None
    model, dimensions = row[f"{prefix}model"], row[f"{prefix}dimensions"]
    return Generation(number, model, dimensions, row["memory_id"])


def _named(generation: Generation) -> Row:
    return {
        "generation": generation.number,
        "model": generation.model,
        "dimensions": generation.dimensions,
    }


def _rows(done: Iterable[tuple[str, str]]) -> list[Row]:
    return [{"outbox_id": key, "stamp": stamp} for key, stamp in done]
