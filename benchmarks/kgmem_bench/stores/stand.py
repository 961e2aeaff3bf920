"""A memory on a test stand: opened with clocks and a recorder in it."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from kgmem import Memory, Settings
from kgmem.errors import InvalidInput
from kgmem.lab import EMBEDDING_CACHE as CACHE
from kgmem.lab import (
    CachedEmbedder,
    CypherEngine,
    Embedder,
    VectorIndex,
    assemble,
    engine_of,
    ensure_new_schema,
    index_of,
    offline_embedder,
)
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.stores.clocks import RedactionClock, TimedEmbedder
from kgmem_bench.stores.floor import Recorder
from kgmem_bench.stores.learn_floor import Floor

GraphName = Literal["arcadedb", "neo4j"]
EmbedderName = Literal["synthetic", "offline"]
SPACE, FLOOR_SPACE = "bench", "floor"
_NO_SERVICES = {
    f"{service}_{what}": None
    for service in ("embedding", "rerank", "chat")
    for what in ("base_url", "model")
}


@dataclass(frozen=True, slots=True)
class Stand:
    """An open memory and its instruments."""

    memory: Memory
    engine: CypherEngine
    """Without the recorder before it."""
    index: VectorIndex
    embedder: TimedEmbedder
    redaction: RedactionClock
    recorder: Recorder
    open_seconds: float
    wait_for_job: Callable[[], None]
    """Returns when the batch job that learning started is done."""


def settings_for_bench(home: Path, graph: GraphName) -> Settings:
    """Stores in `home`, no services, no answer given twice; Neo4j by the environment's
    `KGMEM_NEO4J_*`."""
    return Settings.load(
        home=home, graph=graph, vectors="edge", cache_answers=0, **_NO_SERVICES
    )


def make_embedder(name: EmbedderName) -> Embedder:
    """The embedder of that name."""
    return SyntheticEmbedder() if name == "synthetic" else offline_embedder()[0]


@contextmanager
def stand(settings: Settings, embedder: Embedder) -> Iterator[Stand]:
    """A memory over the settings' stores; closed in the end."""
    timed, clock, recorder = (
        TimedEmbedder(embedder),
        RedactionClock(settings),
        Recorder(),
    )
    start = time.perf_counter()
    engine = engine_of(settings)
    try:
        index = index_of(settings)
        parts = assemble(
            settings,
            recorder.engine(engine),
            recorder.index(index),
            CachedEmbedder(timed, size=CACHE),
        )
    except BaseException:
        engine.close()
        raise
    seconds = time.perf_counter() - start
    learn = replace(parts.learn, new_redactor=clock.redactor)
    with Memory(replace(parts, learn=learn), SPACE) as memory:
        wait = parts.background.wait
        yield Stand(memory, engine, index, timed, clock, recorder, seconds, wait)


@contextmanager
def floor_stand(settings: Settings, embedder: Embedder) -> Iterator[Floor]:
    """Plain writes to stores in a folder of their own, which is removed; on a server,
    to a space of their own."""
    home = settings.home / "floor"
    apart = settings.model_copy(update={"home": home})
    with ExitStack() as opened:
        opened.callback(shutil.rmtree, home, ignore_errors=True)
        engine = engine_of(apart)
        opened.callback(engine.close)
        ensure_new_schema(engine)
        index = index_of(apart)
        opened.callback(index.close)
        if settings.graph != "arcadedb":
            opened.callback(_empty, settings, FLOOR_SPACE)
        yield Floor(engine, index, embedder, FLOOR_SPACE)


@contextmanager
def clean_graph(settings: Settings) -> Iterator[None]:
    """A server's graph for as long as the block runs, emptied in the end; nothing to
    do for a graph in a folder.

    Raises InvalidInput if it holds anything: measuring must not touch a memory.
    """
    if settings.graph == "arcadedb":
        yield
        return
    if _holds_anything(settings):
        raise InvalidInput(
            "the Neo4j database is not empty; the benchmark needs one of its own "
            "(KGMEM_NEO4J_DATABASE, or another server)"
        )
    try:
        yield
    finally:
        _empty(settings)


def _holds_anything(settings: Settings) -> bool:
    engine = engine_of(settings)
    try:
        rows = engine.read(
            "MATCH (n) WHERE NOT n:Meta OR n.meta_id = 'index' RETURN count(n) AS n"
        )
    finally:
        engine.close()
    return bool(rows[0]["n"])


def _empty(settings: Settings, space: str = SPACE) -> None:
    """Delete what was learned, also in the spaces named after this one, and which index
    it had, a batch at a time."""
    engine = engine_of(settings)
    some = (
        "MATCH (n) WHERE n.space STARTS WITH $space OR n.meta_id = 'index' "
        "WITH n LIMIT 5000 DETACH DELETE n RETURN count(*) AS n"
    )
    try:
        while engine.write(lambda tx: tx.run(some, {"space": space}))[0]["n"]:
            continue
    finally:
        engine.close()
