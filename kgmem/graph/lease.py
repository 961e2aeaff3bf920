"""The right to do a job alone, held against threads and processes.

What other processes can see is a lease in the graph. A thread of its own prolongs it,
since a part of the work may take long; each write of the job makes sure of it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from uuid import uuid4

from kgmem.errors import JobRunning, StoreUnavailable
from kgmem.graph.query_files import query
from kgmem.ports import CypherEngine, Transaction

log = logging.getLogger(__name__)

LEASE_MS = 120_000
"""A job that shows no life for so long has died; another may start."""
WAIT_S = 600.0
"""How long a call waits for a job of the same process."""

Beat = Callable[[Callable[[], None], float], AbstractContextManager[object]]
"""Calls a function every so many seconds as long as it is entered."""


@contextmanager
def on_a_thread(work: Callable[[], None], every: float) -> Iterator[None]:
    """A `Beat` on a thread of its own."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(every):
            work()

    thread = threading.Thread(target=beat, name="kgmem-lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class GraphLeases:
    """Leases as Meta nodes of a graph, by their `meta_id`."""

    def __init__(self, engine: CypherEngine) -> None:
        self._engine = engine

    def lease(self, name: str, owner: str, ms: int) -> bool:
        """Take the right for `ms` milliseconds; False while another has it."""

        def work(tx: Transaction) -> bool:
            tx.run(query("lock_lease"), {"meta_id": name})
            params = {"meta_id": name, "owner": owner, "ms": ms}
            return bool(tx.run(query("take_lease"), params))

        return self._engine.write(work)

    def prolong(self, name: str, owner: str, ms: int) -> bool:
        """Keep the right for `ms` milliseconds from now; False if another took it."""
        return self._engine.write(lambda tx: self.hold(tx, name, owner, ms))

    def hold(self, tx: Transaction, name: str, owner: str, ms: int) -> bool:
        """The same within a transaction, until whose end nobody can take it."""
        params = {"meta_id": name, "owner": owner, "ms": ms}
        return bool(tx.run(query("hold_lease"), params))

    def release(self, name: str, owner: str) -> None:
        """Give the right up; of another's nothing happens."""
        params = {"meta_id": name, "owner": owner}
        self._engine.write(lambda tx: tx.run(query("drop_lease"), params))


class Lease:
    """The right to do a job; a context manager.

    Raises JobRunning where another job has it and, by `check` and `hold`, once another
    process took it over.
    """

    def __init__(
        self,
        store: GraphLeases | None,
        name: str,
        lock: threading.Lock,
        doing: str,
        *,
        beat: Beat = on_a_thread,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`store` is None where no other process can use the graph; `doing` is what
        another one does meanwhile, such as "learns the patterns of this space"."""
        self._store, self._name, self._lock = store, name, lock
        self._doing = doing
        self._owner = uuid4().hex
        self._beat, self._clock = beat, clock
        self._beating: AbstractContextManager[object] | None = None
        self._until = 0.0
        self._lost = False

    def __enter__(self) -> "Lease":
        if not self._lock.acquire(timeout=WAIT_S):
            raise JobRunning(f"this process {self._doing} already; wait for it")
        try:
            if self._store:
                self._take(self._store)
        except BaseException:
            self._lock.release()
            raise
        return self

    def _take(self, store: GraphLeases) -> None:
        if not store.lease(self._name, self._owner, LEASE_MS):
            raise JobRunning(
                f"another process {self._doing}; try again when it is done, or "
                f"{LEASE_MS // 1000} s after it died"
            )
        self._until = self._clock() + LEASE_MS / 1000
        self._beating = self._beat(self.renew, LEASE_MS / 4000)
        self._beating.__enter__()

    def __exit__(self, *_: object) -> None:
        try:
            if self._beating:
                self._beating.__exit__(None, None, None)
            if self._store:
                self._store.release(self._name, self._owner)
        finally:
            self._lock.release()

    def renew(self) -> None:
        """Show life; that another took over is noted for `check`."""
        if self._store is None or self._lost:
            return
        try:
            held = self._store.prolong(self._name, self._owner, LEASE_MS)
        except StoreUnavailable as error:
            log.warning("the lease of %r was not renewed: %s", self._name, error)
            self._lost = self._clock() >= self._until
            return
        self._lost = not held
        self._until = self._clock() + LEASE_MS / 1000

    def check(self) -> None:
        """Raise JobRunning if the right was lost."""
        if self._lost:
            raise self._taken()

    def hold(self, tx: Transaction) -> None:
        """Raise JobRunning if the right was lost, else keep it until the end of the
        transaction."""
        store = self._store
        if store and not store.hold(tx, self._name, self._owner, LEASE_MS):
            self._lost = True
            raise self._taken()

    def _taken(self) -> JobRunning:
        return JobRunning(
            f"this job showed no life for {LEASE_MS // 1000} s, and another process "
            "took over; what was written is whole, the rest is left to the other: "
            "try again when it is done"
        )
