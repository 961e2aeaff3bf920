"""A cache in Redis costs a bounded time, whatever Redis does."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress

import pytest
import redis

from kgmem.backends.breaker import Breaker
from kgmem.backends.caches.redis import LARGEST, RedisTexts
from kgmem.errors import ConfigurationError
from tests.servers import free_port

TIMEOUT = 0.05


@pytest.fixture
def client(redis_url: str) -> Iterator["redis.Redis"]:
    """An emptied Redis, looked at beside what is tried."""
    with closing(redis.Redis.from_url(redis_url)) as client:
        client.flushdb()
        yield client
        client.config_set("maxmemory", "0")


def texts(url: str) -> RedisTexts:
    return RedisTexts.at(url, timeout=TIMEOUT, ttl=3_600)


def eventually(told: Callable[[], object]) -> bool:
    """Is it so within ten seconds?"""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if told():
            return True
        time.sleep(0.01)
    return False


def test_what_is_kept_is_given_for_an_hour(
    client: "redis.Redis", redis_url: str
) -> None:
    with closing(RedisTexts.at(redis_url, timeout=1, ttl=3_600)) as kept:
        kept.put("key", b"value")

        assert eventually(lambda: kept.get("key") == b"value")
        assert kept.get("other") is None
        assert 3_590 < client.ttl("key") <= 3_600  # type: ignore[operator]
        assert kept.failures == 0


def test_what_is_too_large_is_not_kept(client: "redis.Redis", redis_url: str) -> None:
    with closing(texts(redis_url)) as kept:
        kept.put("key", bytes(LARGEST + 1))
        time.sleep(0.1)

    assert client.dbsize() == 0


def test_one_that_is_full_or_holds_something_else_is_still_asked(
    client: "redis.Redis", redis_url: str
) -> None:
    client.lpush("list", "a")
    client.set("there", b"value")
    client.config_set("maxmemory", "1")

    with closing(RedisTexts.at(redis_url, timeout=1, ttl=3_600)) as kept:
        kept.put("key", b"value")

        assert eventually(lambda: kept.failures == 1)
        assert kept.get("list") is None
        assert kept.get("there") == b"value"
        assert kept.condition().position == "closed"


# Servers that are no good -------------------------------------------------------------


def answering(answer: Callable[[socket.socket], None], stack: ExitStack) -> str:
    """The address of a server that answers so."""
    server = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
    open_ones: list[socket.socket] = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                one, _ = server.accept()
                open_ones.append(one)
                threading.Thread(target=_calm(answer), args=(one,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    stack.callback(lambda: [one.close() for one in open_ones])
    return f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def _calm(answer: Callable[[socket.socket], None]) -> Callable[[socket.socket], None]:
    def quiet(one: socket.socket) -> None:
        with suppress(OSError):
            answer(one)

    return quiet


def _silent(_: socket.socket) -> None:
    time.sleep(5)


def _dripping(one: socket.socket) -> None:
    one.sendall(b"$1000\r\n")
    for _ in range(150):
        one.sendall(b"x")
        time.sleep(0.02)


def _http(one: socket.socket) -> None:
    one.recv(1_000)
    one.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def _hanging_up(one: socket.socket) -> None:
    one.close()


ANSWERS = {
    "silent": _silent,
    "dripping": _dripping,
    "another protocol": _http,
    "hanging up": _hanging_up,
}


@pytest.fixture(params=["nobody there", *ANSWERS, "another password"])
def no_good(request: pytest.FixtureRequest) -> Iterator[str]:
    with ExitStack() as stack:
        if request.param == "nobody there":
            yield f"redis://127.0.0.1:{free_port()}/0"
        elif request.param == "another password":
            url: str = request.getfixturevalue("redis_url")
            yield url.replace("redis://", "redis://kgmem:wrong@")
        else:
            yield answering(ANSWERS[request.param], stack)


def test_one_that_is_no_good_is_soon_left_alone_and_costs_little(no_good: str) -> None:
    with closing(texts(no_good)) as kept:
        start = time.monotonic()
        found = [kept.get(f"key {n}") for n in range(30)]
        took = time.monotonic() - start

        assert set(found) == {None}
        assert took < 30 * TIMEOUT + 1
        assert kept.failures > 0
        start = time.monotonic()
        for n in range(100):
            kept.get(f"key {n}")
            kept.put(f"key {n}", b"value")
        assert time.monotonic() - start < 100 * TIMEOUT


def test_one_that_comes_back_is_asked_again(redis_url: str) -> None:
    now = [0.0]
    breaker = Breaker(lambda: now[0], failures=1)
    client = redis.Redis.from_url(redis_url)
    kept = RedisTexts(client, timeout=1, ttl=60, breaker=breaker)
    ticket = breaker.enter()
    assert ticket is not None
    breaker.fail(ticket, "down")

    with closing(kept):
        kept.put("key", b"while it is left alone")
        now[0] = 31.0
        kept.get("whatever")
        kept.put("key", b"value")

        assert eventually(lambda: kept.get("key") == b"value")
        assert kept.condition().position == "closed"


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_REDIS_URL"):
        texts("localhost:6379")


def test_who_waits_while_it_is_closed_is_told_nothing() -> None:
    free, told = threading.Event(), list[bytes | None]()

    class Slow:
        def get(self, _: str) -> None:
            free.wait(2)

        def close(self) -> None:
            free.set()

    kept = RedisTexts(Slow(), timeout=2, ttl=1)  # type: ignore[arg-type]
    waiting = [
        threading.Thread(target=lambda: told.append(kept.get("a"))) for _ in range(4)
    ]
    for one in waiting:
        one.start()
    assert eventually(lambda: kept._pool._work_queue.qsize() == 2)

    kept.close()

    for one in waiting:
        one.join()
    assert told == [None] * 4
