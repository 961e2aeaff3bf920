"""Two that share a memory and a Redis: each gives the other's answers, none too old."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis

from kgmem import Memory, Settings
from kgmem.index.projection import Drained, Projection
from kgmem.model.recollection import Recollection
from kgmem.wiring import assemble, engine_of, index_of
from tests.contracts.shared_space import bought, buying
from tests.doubles import WordEmbedder
from tests.servers import free_port
from tests.written_at_random import QUESTIONS, asked, refused, without_cache, writes

TASK = "Buy milk in the shop"
Opened = Callable[[], Memory]


@pytest.fixture
def emptied(redis_url: str) -> Iterator["redis.Redis"]:
    with closing(redis.Redis.from_url(redis_url)) as client:
        client.flushdb()
        yield client


@pytest.fixture
def opened(tmp_path: Path, redis_url: str, emptied: "redis.Redis") -> Iterator[Opened]:
    """Opens the memory once more, as another process would: on one graph."""
    settings = Settings.load(
        home=tmp_path,
        generalize_after=0,
        redis_url=redis_url,
        redis_timeout=2,
        cache_answers=0,
    )
    yield from opening(settings)


def opening(settings: Settings) -> Iterator[Opened]:
    engine, index = engine_of(settings), index_of(settings)
    engine.shared = True
    memories: list[Memory] = []

    def one_more() -> Memory:
        parts = assemble(settings, engine, index, WordEmbedder())
        memories.append(Memory(parts, "default"))
        return memories[-1]

    yield one_more
    for memory in memories:
        memory._open.answers.close()
    index.close()
    engine.close()


def kept_in(client: "redis.Redis", n: int) -> list[bytes]:
    """The keys, once there are so many: nobody waits for them to be kept."""
    for _ in range(10_000):
        keys = client.keys()
        assert isinstance(keys, list)
        if len(keys) >= n:
            return keys
    raise AssertionError(f"{n} answers were not kept")


def l2(memory: Memory) -> tuple[int, int]:
    use = memory.metrics().caches["L2"]
    return use.hits, use.misses


def test_what_one_was_answered_the_other_is_given(
    opened: Opened, emptied: "redis.Redis"
) -> None:
    one, other = opened(), opened()
    bought(one)
    first = one.recall(TASK, app="shop")
    [key] = kept_in(emptied, 1)

    again = other.recall(TASK, app="shop")

    assert l2(other) == (1, 0)
    assert again.stages[0].reason == "L2"
    assert again.plan is not None
    assert first.plan is not None
    assert again.plan.plan_id != first.plan.plan_id
    same = {"stages": (), "plan": None}
    assert again.model_copy(update=same) == first.model_copy(update=same)
    assert 3_500 < emptied.ttl(key) <= 3_600  # type: ignore[operator]


def test_an_answer_is_the_same_after_it_was_kept_as_text(opened: Opened) -> None:
    memory = opened()
    bought(memory)
    memory.add_fact("Milk costs 2 euros.")
    found = memory.recall(TASK, app="shop")

    again = Recollection.model_validate_json(found.model_dump_json())

    assert again == found


def test_what_the_other_writes_makes_it_an_old_one(
    opened: Opened, emptied: "redis.Redis"
) -> None:
    one, other = opened(), opened()
    bought(one)
    one.recall(TASK, app="shop")
    kept_in(emptied, 1)

    other.learn(buying("milk", works=False))

    assert one.recall(TASK, app="shop").stages[0].name == "embed"


def test_fact_whose_vector_comes_later_is_in_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for opened in opening(Settings.load(home=tmp_path, generalize_after=0)):
        one, other = opened(), opened()
        bought(one)
        other.recall(TASK, app="shop")
        with monkeypatch.context() as late:
            late.setattr(Projection, "take_up", lambda *_: Drained(0))
            one.add_fact("Milk costs 2 euros.")
        other.recall(TASK, app="shop")
        one._open.projection.drain(force=True)

        told = [other.recall(TASK, app="shop") for _ in range(2)]

        assert told[1].stages[0].name == "cache"
        assert [len(found.facts) for found in told] == [1, 1]


@pytest.mark.parametrize(
    "value",
    [b"", b"not JSON", b"[]", b'{"of": "another"}', b"\xff\xfe", b'{"found": {}}'],
)
def test_what_is_none_of_ours_is_no_answer(
    opened: Opened, emptied: "redis.Redis", value: bytes
) -> None:
    one, other = opened(), opened()
    bought(one)
    expected = asked(one, TASK)
    [key] = kept_in(emptied, 1)
    emptied.set(key, value)

    assert asked(other, TASK) == expected
    assert l2(other)[0] == 0


def test_nothing_with_a_secret_goes_there(
    opened: Opened, emptied: "redis.Redis"
) -> None:
    memory = opened()
    bought(memory)
    memory.recall("Buy milk with card 4111 1111 1111 1111", app="shop")
    memory.recall(TASK, app="shop")

    [key] = kept_in(emptied, 1)

    value = emptied.get(key)
    assert isinstance(value, bytes)
    assert b"4111 1111" not in value
    assert emptied.dbsize() == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_no_answer_is_older_than_the_last_write(opened: Opened, seed: int) -> None:
    two, fresh = (opened(), opened()), without_cache(opened())
    chosen = random.Random(seed)

    for _, write in zip(range(25), writes(chosen), strict=False):
        refused(write, chosen.choice(two))

        task = chosen.choice(QUESTIONS)
        expected = asked(fresh, task)
        for one in (*two, *two):
            assert asked(one, task) == expected
    assert sum(l2(one)[0] for one in two) > 10


def test_a_redis_that_is_gone_is_told_and_costs_no_more(
    tmp_path: Path,
) -> None:
    settings = Settings.load(
        home=tmp_path,
        redis_url=f"redis://127.0.0.1:{free_port()}/0",
        generalize_after=0,
    )
    for opened in opening(settings):
        memory = opened()
        bought(memory)
        for n in range(8):
            assert memory.recall(f"Buy {n} eggs in the shop", app="shop").stages

        told = memory.metrics()

    assert told.breakers == {"redis": "open"}
    assert told.caches["L2"].failures >= 5
    assert told.caches["L2"].hits == 0
