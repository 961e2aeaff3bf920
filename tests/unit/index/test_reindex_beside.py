"""A reindex beside the work of other processes: nothing is missing in the new
generation, everyone finds it, and what is live is never dropped."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgmem.errors import JobRunning, ServiceError, VectorsUnavailable
from kgmem.graph.generations import REINDEX, Generations
from kgmem.graph.lease import GraphLeases
from kgmem.index import outbox_queue, rebuild, serving
from kgmem.operate.doctor import doctor
from kgmem.operate.repair import repair
from kgmem.ports import Vectors
from tests.doubles import WordEmbedder
from tests.unit.index.processes import (
    HANGS,
    Halted,
    Servers,
    found,
    key,
    meanwhile,
    points,
    reindexing,
)


def test_what_another_learns_is_in_the_new_generation(
    servers: Servers,
) -> None:
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse", "forgotten meanwhile")

    with reindexing(first):
        servers.learn(second, "learned meanwhile")
        servers.forget(second, "forgotten meanwhile")
        kept = servers.waiting()

    assert kept == 2
    assert first.generation.number == 2
    assert points(first) == {key("find a mouse"), key("learned meanwhile")}
    assert servers.waiting() == 0


def test_a_recall_beside_a_reindex_is_served_by_the_old(
    servers: Servers,
) -> None:
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse")

    with reindexing(first):
        answers = [found(one, "find a mouse") for one in (first, second)]
        numbers = [one.generation.number for one in (first, second)]
        aliased = servers.client.get_aliases().aliases

    assert answers == [[key("find a mouse")]] * 2
    assert numbers == [1, 1]
    assert all("_1_" in one.collection_name for one in aliased)
    aliased = servers.client.get_aliases().aliases
    assert all("_2_" in one.collection_name for one in aliased)


def test_a_recall_without_collections_asks_the_new(
    servers: Servers,
) -> None:
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse")
    first.rebuild()
    first.rebuild()  # now the first generation goes

    answer = found(second, "find a mouse")

    assert answer == [key("find a mouse")]
    assert second.generation.number == 3
    assert servers.collections() == {
        f"{name}_{n}" for name in ("experiences", "facts") for n in (2, 3)
    }


def test_a_learn_whose_collections_are_dropped_follows(servers: Servers) -> None:
    first, second = servers.process(), servers.process()
    first.rebuild()
    first.rebuild()

    second.take_up(servers.write("find a mouse"))
    second.flush()

    assert second.generation.number == 3
    assert points(first) == {key("find a mouse")}


def test_a_process_with_an_old_number_repairs_what_is_live(
    servers: Servers,
) -> None:
    first, stale = servers.process(), servers.process()
    servers.learn(first, "find a mouse")
    first.rebuild()
    first.index.delete("experiences", [key("find a mouse")])

    repair(stale.graph, stale)

    assert (stale.generation.number, first.generation.number) == (2, 2)
    assert points(first) == {key("find a mouse")}


def test_rows_that_an_old_generation_took_up_are_not_settled_for_the_new(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The switch is found by settling in the middle of a pass over the outbox."""
    monkeypatch.setattr(outbox_queue, "BATCH", 2)
    monkeypatch.setattr(outbox_queue, "SETTLE_AFTER", 2)
    first, second = servers.process(), servers.process()
    tasks = [f"task {n}" for n in range(6)]
    first.rebuild()
    rows = servers.write(*tasks)
    second.take_up(rows[:1])

    second.drain(force=True)
    second.flush()

    assert second.generation.number == 2
    assert points(second) == {key(task) for task in tasks}
    assert servers.waiting() == 0


def test_a_comparison_that_fails_is_told_and_the_switch_stays(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = servers.process()
    servers.learn(process, "find a mouse")

    def hangs(*_: object) -> None:
        raise VectorsUnavailable("Qdrant: listing versions failed: ReadTimeout")

    with monkeypatch.context() as patched:
        patched.setattr(rebuild, "mend", hangs)
        count = process.rebuild()
    problems = process.problems
    repair(process.graph, process)

    assert (count, process.generation.number) == (1, 2)
    assert "run `kgmem repair`" in problems[0]
    assert process.problems == []


def test_one_reindex_at_a_time(servers: Servers) -> None:
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse")

    with reindexing(first), pytest.raises(JobRunning, match="reindexes this memory"):
        second.rebuild()

    assert points(first) == {key("find a mouse")}


def expire(servers: Servers) -> None:
    """Have the lease run out, as that of a process that is dead or asleep."""
    servers.engine.write(
        lambda tx: tx.run("MATCH (m:Meta {meta_id: 'reindex'}) SET m.expires_at = 0")
    )


def test_a_reindex_that_was_taken_over_writes_nothing_live(servers: Servers) -> None:
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse")

    def taken_over() -> None:
        expire(servers)
        second.rebuild()

    with pytest.raises(JobRunning, match="took over"):
        first.rebuild(meanwhile("words-1", taken_over))

    assert second.generation.number == 2
    assert points(second) == {key("find a mouse")}
    assert found(first, "find a mouse") == [key("find a mouse")]


def test_what_was_settled_without_a_lease_is_found(
    servers: Servers,
) -> None:
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse", "forgotten meanwhile")

    def asleep() -> None:
        expire(servers)
        servers.learn(second, "learned meanwhile")
        servers.forget(second, "forgotten meanwhile")
        assert servers.waiting() == 0

    first.rebuild(meanwhile("words-1", asleep))

    assert points(first) == {key("find a mouse"), key("learned meanwhile")}


class Counting(WordEmbedder):
    """Fails after so many texts."""

    def __init__(self, model: str, last: int = 10**9) -> None:
        super().__init__(model)
        self.last, self.texts = last, 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.texts + len(texts) > self.last:
            raise ServiceError("the embedding service does not answer")
        self.texts += len(texts)
        return super().embed(texts)


def test_an_interrupted_reindex_goes_on_where_it_stopped(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "BATCH", 2)
    monkeypatch.setattr(rebuild, "IN_FLIGHT", 1)
    first = servers.process()
    tasks = sorted([f"task {one}" for one in "abcdefghi"], key=key)
    servers.learn(first, *tasks)
    with pytest.raises(ServiceError):
        first.rebuild(Counting("words-2", last=6))
    first.close()
    later, again = servers.process(), Counting("words-2")
    servers.forget(later, tasks[0])
    servers.learn(later, "learned in between")
    diagnosis = doctor(servers.engine, later.graph, later)
    told: list[tuple[int, int | None]] = []

    count = later.rebuild(again, lambda *done: told.append(done))

    messages = [one.message for one in diagnosis.findings]
    assert "a reindex for words-2 was interrupted" in messages
    assert later.unfinished() is None
    assert later.generation.number == 2
    assert again.texts == 4  # the last three, and what was learned in between
    assert (count, told[-1]) == (9, (9, 9))
    wanted = {*tasks[1:], "learned in between"}
    assert points(later) == {key(task) for task in wanted}


def test_a_process_with_another_embedder_is_told_and_goes_on_by_words(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LOOK_EVERY", 0.0)
    first, second = servers.process(), servers.process()
    servers.learn(first, "find a mouse")
    first.rebuild(WordEmbedder("words-2"))

    second.catch_up()
    taken = second.take_up(servers.write("learned by the other"))
    first.flush()

    assert "built with words-2, the embedder is words-1" in second.problems[0]
    assert taken.points == 0
    assert points(first) == {key("find a mouse"), key("learned by the other")}


def test_a_recall_does_not_wait_for_another_that_indexes(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "BUSY_FOR", 0.01)
    embedder = Halted()
    process = servers.process(embedder)
    servers.write("find a mouse")

    with ThreadPoolExecutor() as pool:
        drained = pool.submit(process.drain)
        assert embedder.entered.wait(HANGS)
        pool.submit(process.catch_up).result(HANGS / 3)
        embedder.go_on.set()
        drained.result(HANGS)

    assert points(process) == {key("find a mouse")}


def test_a_time_out_during_a_repair_starts_no_reindex(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = WordEmbedder()
    process = servers.process(embedder)
    servers.learn(process, "find a mouse")
    embedder.calls.clear()

    def hangs(*_: object) -> None:
        raise VectorsUnavailable("Qdrant: listing versions failed: ReadTimeout")

    monkeypatch.setattr(process.index, "versions", hangs)
    with pytest.raises(VectorsUnavailable, match="ReadTimeout"):
        repair(process.graph, process)

    assert embedder.calls == []
    assert servers.collections() == {"experiences_1", "facts_1"}


def test_a_dead_reindex_holds_nobody_up(
    servers: Servers,
) -> None:
    assert GraphLeases(servers.engine).lease(REINDEX, "dead", 60_000)
    first = servers.process()
    with pytest.raises(JobRunning):
        first.rebuild()

    Generations(servers.engine, shared=False).open("words-1", 64)

    assert first.rebuild() == 0
