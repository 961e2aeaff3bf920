"""What a batch job promises where several processes can use the graph."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from kgmem import JobRunning, Memory
from kgmem.generalize.flow import Generalize
from kgmem.generalize.patterns.build import Built
from kgmem.graph.lease import LEASE_MS, on_a_thread


def a_run(n: int) -> dict[str, Any]:
    return {
        "task": f"Search for item{n} in the shop",
        "app": "shop",
        "outcome": "success",
        "source_task_id": f"run-{n}",
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Query"},
                "value": f"item{n}",
            },
            {"action": "click", "target": {"role": "button", "name": "Go"}},
        ],
    }


class Beat:
    """Beats when it is told to."""

    def __init__(self) -> None:
        self.tick: Callable[[], None] = lambda: None
        self.every = 0.0

    @contextmanager
    def __call__(self, work: Callable[[], None], every: float) -> Iterator[None]:
        self.tick, self.every = work, every
        yield


class Clock:
    """A clock that is set."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Process:
    """As much of another process as a batch job is, on the same graph."""

    def __init__(self, memory: Memory, meanwhile: Callable[[], None] | None = None):
        assert memory._parts is not None
        self.beat, self.clock = Beat(), Clock()
        whole = memory._parts.generalize.workers

        def workers(batches: Iterable[Any], calibration: Any) -> Iterator[Built]:
            for built in whole(batches, calibration):
                if meanwhile:  # within the work on an app
                    meanwhile()
                yield built

        self.job: Generalize = replace(
            memory._parts.generalize,
            shared=True,
            locks={},
            workers=workers,  # type: ignore[arg-type]  # as much as is called of it
            beat=self.beat,
            clock=self.clock,
        )


def expires(memory: Memory, at: str) -> None:
    """Have the lease end at that moment of the graph's clock."""
    assert memory._parts is not None
    text = f"MATCH (m:Meta) WHERE m.owner IS NOT NULL SET m.expires_at = {at}"
    memory._parts.engine.write(lambda tx: tx.run(text))


def support(memory: Memory) -> list[int]:
    """Of the stored patterns."""
    rows = memory.cypher("MATCH (p:Pattern) RETURN p.support AS n")
    return [row["n"] for row in rows]


class TestLeases:
    @pytest.fixture(autouse=True)
    def _without_a_job_of_its_own(self, memory: Memory) -> None:
        assert memory._parts is not None
        memory._parts.background._after = 0

    @pytest.mark.parametrize("noticed", ["by the beat", "by the write"])
    def test_a_job_whose_right_was_lost_writes_nothing(
        self, memory: Memory, noticed: str
    ) -> None:
        memory.learn_many([a_run(n) for n in range(4)])
        quick = Process(memory)

        def takeover() -> None:
            expires(memory, "timestamp() - 1")
            quick.job(memory.space)
            if noticed == "by the beat":
                slow.beat.tick()

        slow = Process(memory, takeover)
        with pytest.raises(JobRunning, match="took over"):
            slow.job(memory.space)

        assert support(memory) == [4]
        assert memory.doctor().ok
        again = Process(memory)  # neither left a lease behind
        assert again.job(memory.space).tasks == 0

    def test_a_job_that_shows_life_keeps_its_right(self, memory: Memory) -> None:
        memory.learn_many([a_run(n) for n in range(4)])
        refused: list[str] = []

        def long() -> None:
            expires(memory, "timestamp() + 60000")
            slow.beat.tick()
            row = memory.cypher(
                "MATCH (m:Meta) WHERE m.owner IS NOT NULL "
                "RETURN m.expires_at - timestamp() AS left"
            )[0]
            refused.append(str(row["left"] > LEASE_MS / 2))
            with pytest.raises(JobRunning) as error:
                Process(memory).job(memory.space)
            refused.append(str(error.value))

        slow = Process(memory, long)
        slow.job(memory.space)

        assert refused[0] == "True"
        assert "another process learns" in refused[1]
        assert 0 < slow.beat.every <= LEASE_MS / 1000 / 2
        assert support(memory) == [4]

    def test_the_lease_is_renewed_by_itself(self, memory: Memory) -> None:
        memory.learn_many([a_run(n) for n in range(4)])
        renewed = threading.Event()
        renewals: list[int] = []

        def long() -> None:
            assert renewed.wait(30)

        job = Process(memory, long).job
        prolong = job.store.leases.prolong

        def counted(name: str, owner: str, ms: int) -> bool:
            renewals.append(ms)
            if len(renewals) == 2:
                renewed.set()
            return prolong(name, owner, ms)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("kgmem.graph.lease.LEASE_MS", 2_000)
            patched.setattr(job.store.leases, "prolong", counted)
            replace(job, beat=on_a_thread)(memory.space)

        assert renewed.is_set()
        assert support(memory) == [4]
