"""The projection: outbox rows become points, stay until they are durable, and no
failure of the index or the embedder looks like one of learning."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.errors import (
    MemoryClosed,
    ServiceError,
    VectorsUnavailable,
)
from kgmem.graph import migrate
from kgmem.graph.points import CHUNK, put_outbox
from kgmem.graph.rows import RunToStore, rows_of
from kgmem.graph.runs.forget import forget
from kgmem.graph.store import GraphStore
from kgmem.index import new_links, outbox_queue
from kgmem.index import projection as module
from kgmem.index.projection import Projection
from kgmem.index.rebuild import FOLLOWED
from kgmem.index.seeds import find_seeds
from kgmem.index.similar import LinkSimilar
from kgmem.model.keys.identity import chunk_id, task_id
from kgmem.model.trajectory import Trajectory
from kgmem.ports import Collection, Row, VectorPoint, Vectors
from tests.copies import copied
from tests.doubles import SwitchableEmbedder, WordEmbedder
from tests.unit.index.processes import HANGS, Halted, reindexing

T = TypeVar("T")


class FailingIndex(EdgeIndex):
    """An Edge index whose parts can be made to fail."""

    failing: str | None = None
    flushes = 0

    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None:
        self._check("upsert")
        super().upsert(collection, points)

    def delete(self, collection: Collection, point_ids: Sequence[str]) -> None:
        self._check("delete")
        super().delete(collection, point_ids)

    def flush(self) -> None:
        self._check("flush")
        self.flushes += 1
        super().flush()

    def _check(self, what: str) -> None:
        if self.failing == what:
            raise VectorsUnavailable(f"{what} does not work")


@dataclass
class Stand:
    """A graph and an index in a folder, opened by hand."""

    folder: Path
    engine: ArcadeEngine
    store: GraphStore

    def projection(
        self, embedder: WordEmbedder | None = None, *, eager: bool = False
    ) -> Projection:
        index = FailingIndex(self.folder / "vectors")
        return Projection(
            self.store, index, embedder or SwitchableEmbedder(), eager_flush=eager
        )

    def write(self, *tasks: str, space: str = "s") -> list[Row]:
        """Runs of these tasks, committed; gives the points that wait."""
        runs = [
            RunToStore(
                space, Trajectory(task=task), f"run of {task}", datetime.now(UTC)
            )
            for task in tasks
        ]
        return self.store.write_runs([rows_of(run) for run in runs]).points

    def forget(self, task: str) -> None:
        forget(self.store, "s", key(task), None)

    def waiting(self) -> list[str]:
        return [row.op for row in self.store.waiting()]


def key(task: str) -> str:
    return task_id("s", None, task)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A graph, and beside it the folder of an empty index: both are slow to make."""
    folder = tmp_path_factory.mktemp("shared")
    with closing(ArcadeEngine(folder / "graph")) as engine:
        migrate.ensure_new(engine)
        stand = Stand(folder, engine, GraphStore(engine))
        stand.projection().close()
        yield stand


@pytest.fixture
def stand(tmp_path: Path, shared: Stand) -> Stand:
    shared.engine.write(
        lambda tx: tx.run("MATCH (n) WHERE n.meta_id IS NULL DETACH DELETE n")
    )
    shared.engine.write(lambda tx: tx.run("MATCH (n:Meta {meta_id: 'index'}) DELETE n"))
    copied(shared.folder / "vectors", tmp_path / "vectors")
    return Stand(tmp_path, shared.engine, GraphStore(shared.engine))


@pytest.fixture
def made(stand: Stand) -> Iterator[Projection]:
    projection = stand.projection()
    yield projection
    projection.index.failing = None  # type: ignore[attr-defined]
    projection.close()


def points(projection: Projection) -> set[str]:
    return set(projection.index.versions("experiences", "s"))


def found(projection: Projection, text: str) -> list[str]:
    """Ids of the tasks that a search finds."""
    vector = projection.embed([text])[0].tolist()
    return [seed.task_id for seed in find_seeds(projection, "s", text, vector)]


# --- the outbox ------------------------------------------------------------------


def test_row_stays_until_its_point_is_flushed(stand: Stand, made: Projection) -> None:
    rows = stand.write("find a mouse")

    taken = made.take_up(rows)
    before = stand.waiting()
    made.flush()

    assert (taken.points, taken.failure) == (1, None)
    assert before == ["upsert"]
    assert stand.waiting() == []
    assert points(made) == {key("find a mouse")}


def test_what_a_dead_process_left_is_taken_up_by_the_next(stand: Stand) -> None:
    stand.write("find a mouse", "find a house")  # and died before it was indexed
    projection = stand.projection()

    projection.catch_up()

    assert points(projection) == {key("find a mouse"), key("find a house")}
    projection.close()
    assert stand.waiting() == []


# --- renewed rows ----------------------------------------------------------------


def test_row_renewed_before_it_is_settled_stays(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse"))
    stand.forget("find a mouse")  # the same row, another stamp

    made._settle()

    assert stand.waiting() == ["delete"]


def test_delete_then_upsert_leaves_the_point(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse"))
    made.flush()
    stand.forget("find a mouse")
    rows = stand.write("find a mouse")

    made.take_up(rows)
    made.flush()

    assert points(made) == {key("find a mouse")}
    assert stand.waiting() == []


def test_upsert_then_delete_leaves_none(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse"))
    stand.forget("find a mouse")

    made.flush()

    assert points(made) == set()
    assert stand.waiting() == []


# --- failures --------------------------------------------------------------------


@pytest.mark.parametrize("part", ["upsert", "flush"])
@pytest.mark.parametrize("eager", [True, False])
def test_failing_index_leaves_the_rows_and_says_why(
    stand: Stand, part: str, eager: bool
) -> None:
    projection = stand.projection(eager=eager)
    index: Any = projection.index
    index.failing = part

    taken = projection.take_up(stand.write("find a mouse"))
    first = projection.failure
    index.failing = None
    projection.flush()

    fails = part == "upsert" or eager
    assert taken.failure == first == (f"{part} does not work" if fails else None)
    assert projection.failure is None
    assert stand.waiting() == []
    assert points(projection) == {key("find a mouse")}
    projection.close()


def test_failed_delete_waits(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse"))
    made.flush()
    stand.forget("find a mouse")
    index: Any = made.index
    index.failing = "delete"

    with pytest.raises(VectorsUnavailable, match="delete does not work"):
        made.flush()
    index.failing = None
    made.flush()

    assert points(made) == set()
    assert stand.waiting() == []


def test_after_a_failure_recalls_wait_before_they_try_again(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = SwitchableEmbedder()
    embedder.down = True
    projection = stand.projection(embedder)
    clock = [1_000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
    projection.take_up(stand.write("find a mouse"))
    embedder.down = False

    projection.catch_up()
    at_once = points(projection)
    clock[0] += module.RETRY_AFTER + 0.1
    projection.catch_up()

    assert at_once == set()
    assert points(projection) == {key("find a mouse")}
    assert projection.failure is None
    projection.close()


class OddEmbedder(WordEmbedder):
    """Gives what it is told to give, or raises it."""

    def __init__(self, gives: Any) -> None:
        super().__init__()
        self.gives = gives

    def embed(self, texts: Sequence[str]) -> Vectors:
        if isinstance(self.gives, Exception):
            raise self.gives
        made: Vectors = self.gives
        return made


@pytest.mark.parametrize(
    "gives",
    [
        np.full((1, 64), np.nan, dtype=np.float32),
        np.zeros((1, 3), dtype=np.float32),
        np.zeros((2, 64), dtype=np.float32),
        [[1.0], [1.0, 2.0]],
        RuntimeError("out of memory"),
        None,
    ],
)
def test_nonsense_of_an_embedder_waits_and_is_named(stand: Stand, gives: Any) -> None:
    projection = stand.projection(OddEmbedder(gives))

    taken = projection.take_up(stand.write("find a mouse"))

    assert "the embedder words-1" in str(taken.failure)
    assert stand.waiting() == ["upsert"]
    with pytest.raises(ServiceError):
        projection.embed(["find"])
    projection.close()


def test_learned_while_another_indexes_is_not_forgotten(
    stand: Stand, made: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A learner that commits right after the outbox was read finds the index busy."""
    read = stand.store.waiting
    late: list[Any] = []

    def waiting(limit: int = 512, space: str | None = None) -> Any:
        rows = read(limit, space)
        if not rows and not late:
            learner = threading.Thread(
                target=lambda: late.append(made.take_up(stand.write("the late one")))
            )
            learner.start()
            learner.join()
        return rows

    monkeypatch.setattr(stand.store, "waiting", waiting)
    made.drain()

    made.catch_up()

    assert late[0].failure == "the index is busy"
    assert points(made) == {key("the late one")}


def test_closing_with_a_broken_index_leaves_the_rows(
    stand: Stand, caplog: pytest.LogCaptureFixture
) -> None:
    projection = stand.projection()
    projection.take_up(stand.write("find a mouse"))
    index: Any = projection.index
    index.failing = "flush"

    with caplog.at_level(logging.WARNING):
        projection.close()

    assert "stay in the outbox" in caplog.text
    assert stand.waiting() == ["upsert"]


# --- links -----------------------------------------------------------------------


def linked(stand: Stand) -> list[set[str]]:
    rows = stand.engine.read(
        "MATCH (a:Task)-[:SIMILAR_TO]->(b:Task) RETURN a.text AS a, b.text AS b"
    )
    return [{row["a"], row["b"]} for row in rows]


def job(stand: Stand, made: Projection) -> LinkSimilar:
    return LinkSimilar(stand.store, lambda: made.index, lambda: made.embedder)


def test_a_large_space_leaves_links_to_the_job_and_others_do_not(
    stand: Stand, made: Projection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_links, "LINK_LIMIT", 2)
    made.take_up(stand.write("sell a car", "find a grey mouse", "find a white mouse"))
    made.take_up(stand.write("rent a flat", "rent a big flat", space="other"))
    made.flush()
    before = linked(stand)

    done = job(stand, made)("s"), job(stand, made)("other")

    assert before == [{"rent a flat", "rent a big flat"}]
    assert done == (3, 0)
    assert {"find a grey mouse", "find a white mouse"} in linked(stand)
    assert job(stand, made).waiting("s") == 0


# --- generations -----------------------------------------------------------------


def test_other_model_is_a_mismatch_that_keeps_rows_waiting(stand: Stand) -> None:
    stand.projection(WordEmbedder("words-1")).close()
    projection = stand.projection(WordEmbedder("words-2"))

    taken = projection.take_up(stand.write("find a mouse"))

    assert projection.mismatch is not None
    assert "kgmem reindex" in projection.mismatch
    assert taken.failure == projection.mismatch
    assert stand.waiting() == ["upsert"]
    assert projection.generation.model == "words-1"
    projection.close()


def test_rebuild_switches_and_clears_the_mismatch(stand: Stand) -> None:
    first = stand.projection(WordEmbedder("words-1"))
    first.take_up(stand.write("find a mouse", "find a house"))
    first.close()
    told: list[tuple[int, int | None]] = []
    projection = stand.projection(WordEmbedder("words-2"))

    count = projection.rebuild(progress=lambda *done: told.append(done))

    assert (count, told) == (2, [(2, 2)])
    assert projection.mismatch is None
    assert (projection.generation.number, projection.generation.model) == (2, "words-2")
    assert found(projection, "find a house")[0] == key("find a house")
    projection.close()
    again = stand.projection(WordEmbedder("words-2"))
    assert again.mismatch is None
    assert len(points(again)) == 2
    again.close()


def test_old_generation_serves_until_the_switch(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse"))
    seen: list[Any] = []

    class Watched(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            seen.append((found(made, "find a mouse"), made.embedder.model))
            return super().embed(texts)

    made.rebuild(Watched("words-2"))

    assert seen == [([key("find a mouse")], "words-1")]
    assert made.embedder.model == "words-2"


def test_rebuild_drops_an_interrupted_one(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse", "find a house"))
    made.flush()
    failing = SwitchableEmbedder("words-2")
    failing.down = True
    with pytest.raises(ServiceError):
        made.rebuild(failing)
    after_failure = (made.generation.number, made.embedder.model, points(made))
    stand.forget("find a house")
    failing.down = False

    count = made.rebuild(failing)

    assert after_failure[:2] == (1, "words-1")
    assert len(after_failure[2]) == 2
    assert count == 1
    assert points(made) == {key("find a mouse")}


def beside(work: Callable[[], T]) -> T:
    """What another thread gets of it; fails where it has to wait."""
    pool = ThreadPoolExecutor()
    try:
        return pool.submit(work).result(HANGS / 3)
    finally:
        pool.shutdown(wait=False)


@pytest.mark.parametrize("model", ["words-1", "words-2"])
def test_nobody_waits_for_a_rebuild(stand: Stand, made: Projection, model: str) -> None:
    made.take_up(stand.write("find a mouse", "forgotten meanwhile"))
    made.flush()

    with reindexing(made, model):
        taken = beside(lambda: made.take_up(stand.write("learned meanwhile")))
        stand.forget("forgotten meanwhile")
        beside(lambda: made.drain(force=True))
        beside(made.catch_up)
        beside(made.link)
        beside(made.flush)
        served = beside(lambda: found(made, "learned meanwhile"))
        old = points(made), made.generation.number

    assert taken.failure is None
    assert served[0] == key("learned meanwhile")
    assert old == ({key("find a mouse"), key("learned meanwhile")}, 1)
    assert made.generation.number == 2
    assert points(made) == {key("find a mouse"), key("learned meanwhile")}
    made.flush()
    assert stand.waiting() == []


def test_a_failed_rebuild_keeps_what_is_new(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("find a mouse"))

    class Broken(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            made.take_up(stand.write("learned meanwhile"))
            raise ServiceError("the embedding service does not answer")

    with pytest.raises(ServiceError):
        made.rebuild(Broken("words-2"))

    assert found(made, "learned meanwhile")[0] == key("learned meanwhile")
    made.flush()
    assert stand.waiting() == []


def test_what_outruns_a_rebuild_follows_it(stand: Stand, made: Projection) -> None:
    made.take_up(stand.write("task 0"))
    count = iter(range(1, 3 * FOLLOWED))

    class Meanwhile(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if made.generation.number == 1 and (n := next(count, None)):
                stand.write(f"task {n}")
            return super().embed(texts)

    made.rebuild(Meanwhile("words-2"))

    assert points(made) == {key(f"task {n}") for n in range(next(count))}
    assert len(points(made)) > FOLLOWED


def test_closing_stops_a_rebuild(stand: Stand) -> None:
    projection = stand.projection()
    projection.take_up(stand.write("find a mouse"))
    embedder = Halted("words-2")
    with ThreadPoolExecutor() as pool:
        rebuilt = pool.submit(projection.rebuild, embedder)
        assert embedder.entered.wait(HANGS)
        closed = pool.submit(projection.close)
        while not projection._closed:
            pass
        embedder.go_on.set()

        with pytest.raises(MemoryClosed):
            rebuilt.result(HANGS)
        closed.result(HANGS)

    again = stand.projection()
    assert (again.generation.number, points(again)) == (1, {key("find a mouse")})
    again.close()


# --- restoring -------------------------------------------------------------------


def test_long_documents_do_not_hold_up_a_recall(stand: Stand) -> None:
    projection = stand.projection()
    rows = [
        {"point_id": chunk_id("d", str(n)), "space": "s", "created_at": n}
        for n in range(outbox_queue.CAUGHT_UP + 1)
    ]
    stand.engine.write(lambda tx: put_outbox(tx, CHUNK, rows))

    projection.catch_up()
    waiting = len(stand.waiting())
    projection.drain()
    projection.flush()

    assert waiting == len(rows)
    assert stand.waiting() == []
    projection.close()


def test_a_recall_takes_up_what_waits_of_its_own_space(stand: Stand) -> None:
    runs = [
        RunToStore(
            space, Trajectory(task="open it"), f"run of {space}", datetime.now(UTC)
        )
        for space in ("ours", "theirs")
    ]
    stand.store.write_runs([rows_of(run) for run in runs])
    embedder = SwitchableEmbedder()
    made = stand.projection(embedder, eager=True)

    made.catch_up("ours")

    assert [row.space for row in stand.store.waiting()] == ["theirs"]
    made.catch_up("theirs")
    assert stand.store.waiting() == []
    made.close()
