"""Several processes, as far as an index goes: projections of their own on one graph and
one Qdrant, which is qdrant-client's own double."""

import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from qdrant_client import QdrantClient

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.graph.rows import RunToStore, rows_of
from kgmem.graph.runs.forget import forget
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.index.seeds import find_seeds
from kgmem.model.keys.identity import task_id
from kgmem.model.trajectory import Trajectory
from kgmem.ports import Row, Vectors
from kgmem_servers.qdrant import QdrantIndex
from tests.doubles import WordEmbedder

HANGS = 30
"""Seconds after which a test is taken to hang."""


def key(task: str) -> str:
    return task_id("s", None, task)


@dataclass
class Servers:
    """A graph and a Qdrant; `process` opens them once more."""

    engine: ArcadeEngine
    client: QdrantClient
    holders: set[object] = field(default_factory=lambda: {"keeps the client open"})
    opened: list[Projection] = field(default_factory=list)

    def process(
        self, embedder: WordEmbedder | None = None, *, prefix: str = "kgmem"
    ) -> Projection:
        index = QdrantIndex(self.client, prefix=prefix, holders=self.holders)
        projection = Projection(
            GraphStore(self.engine), index, embedder or WordEmbedder(), shared=True
        )
        self.opened.append(projection)
        return projection

    def write(self, *tasks: str) -> list[Row]:
        """Runs of these tasks, committed; gives the points that wait."""
        runs = [
            RunToStore("s", Trajectory(task=task), f"run of {task}", datetime.now(UTC))
            for task in tasks
        ]
        return GraphStore(self.engine).write_runs([rows_of(r) for r in runs]).points

    def learn(self, process: Projection, *tasks: str) -> None:
        """By this process, with vectors that survive a power cut."""
        assert process.take_up(self.write(*tasks)).failure is None
        process.flush()

    def forget(self, process: Projection, task: str) -> None:
        forget(GraphStore(self.engine), "s", key(task), None)
        process.flush()

    def waiting(self) -> int:
        return len(GraphStore(self.engine).waiting())

    def collections(self) -> set[str]:
        """Their kind and generation."""
        names = [one.name for one in self.client.get_collections().collections]
        return {"_".join(name.split("_")[1:3]) for name in names}

    def wipe(self) -> None:
        for one in self.client.get_collections().collections:
            self.client.delete_collection(one.name)


@contextmanager
def local_qdrant() -> Iterator[QdrantClient]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Payload indexes have no effect")
        warnings.filterwarnings("ignore", "Local mode performs exact")
        client = QdrantClient(":memory:")
        yield client
        client.close()


def points(process: Projection) -> set[str]:
    return set(process.index.versions("experiences", "s"))


def found(process: Projection, text: str) -> list[str]:
    """Ids of the tasks that a recall finds, best first."""
    process.catch_up()
    vector = process.embed([text])[0].tolist()
    return [seed.task_id for seed in find_seeds(process, "s", text, vector)]


class Halted(WordEmbedder):
    """Stops in its first call until it is let go."""

    def __init__(self, model: str = "words-1") -> None:
        super().__init__(model)
        self.entered, self.go_on = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.entered.set()
        assert self.go_on.wait(HANGS)
        return super().embed(texts)


@contextmanager
def reindexing(process: Projection, model: str = "words-1") -> Iterator[None]:
    """While a reindex has read all there was and embeds it; ended at the exit."""
    embedder = Halted(model)
    with ThreadPoolExecutor() as pool:
        rebuilt = pool.submit(process.rebuild, embedder)
        assert embedder.entered.wait(HANGS)
        try:
            yield
        finally:
            embedder.go_on.set()
            rebuilt.result(HANGS)


def meanwhile(model: str, work: Callable[[], None]) -> WordEmbedder:
    """An embedder during whose first call `work` is done."""

    class Meanwhile(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if not self.calls:
                self.calls.append([])
                work()
            return super().embed(texts)

    return Meanwhile(model)
