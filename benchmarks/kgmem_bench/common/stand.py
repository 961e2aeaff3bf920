"""A memory on a test stand: opened with a clock around its embedder."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kgmem import Memory, Settings
from kgmem.lab import EMBEDDING_CACHE as CACHE
from kgmem.lab import (
    CachedEmbedder,
    CypherEngine,
    Embedder,
    SimilarityScale,
    VectorIndex,
    Vectors,
    assemble,
    engine_of,
    index_of,
    offline_embedder,
)
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder

EmbedderName = Literal["synthetic", "offline"]
SPACE = "bench"
_NO_SERVICES = {
    f"{service}_{what}": None
    for service in ("embedding", "rerank", "chat")
    for what in ("base_url", "model")
}


class TimedEmbedder:
    """An embedder that adds up what it takes, by the clock and of the processor: that
    of the thread, as a batch job may run beside it."""

    def __init__(self, embedder: Embedder) -> None:
        self.model: str = embedder.model
        self.dimensions: int = embedder.dimensions
        self.calibration: SimilarityScale | None = embedder.calibration
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self._embedder = embedder

    def embed(self, texts: Sequence[str]) -> Vectors:
        """As the embedder's own."""
        start, cpu = time.perf_counter(), time.thread_time()
        try:
            return self._embedder.embed(texts)
        finally:
            self.seconds += time.perf_counter() - start
            self.cpu_seconds += time.thread_time() - cpu


@dataclass(frozen=True, slots=True)
class Stand:
    """An open memory and its instruments."""

    memory: Memory
    engine: CypherEngine
    index: VectorIndex
    embedder: TimedEmbedder
    open_seconds: float
    wait_for_job: Callable[[], None]
    """Returns when the batch job that learning started is done."""


def settings_for_bench(home: Path) -> Settings:
    """Embedded stores in `home`, no services, no answer given twice."""
    return Settings.load(
        home=home, graph="arcadedb", vectors="edge", cache_answers=0, **_NO_SERVICES
    )


def make_embedder(name: EmbedderName) -> Embedder:
    """The embedder of that name."""
    return SyntheticEmbedder() if name == "synthetic" else offline_embedder()[0]


@contextmanager
def stand(
    settings: Settings, embedder: Embedder, kind: type[Memory] = Memory
) -> Iterator[Stand]:
    """A memory over the settings' stores; closed in the end."""
    timed = TimedEmbedder(embedder)
    start = time.perf_counter()
    engine = engine_of(settings)
    try:
        index = index_of(settings)
        parts = assemble(settings, engine, index, CachedEmbedder(timed, size=CACHE))
    except BaseException:
        engine.close()
        raise
    seconds = time.perf_counter() - start
    with kind(parts, SPACE) as memory:
        yield Stand(memory, engine, index, timed, seconds, parts.background.wait)
