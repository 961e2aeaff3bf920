"""Limits of the layers around an application that does as it is told."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from kgmem_serve.http.access.limits import Limits
from kgmem_serve.http.access.work import limited
from kgmem_serve.http.callers import ANYBODY, Caller


class Told:
    """An application whose work ends when it is told so."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.begun = self.ended = self.most = 0
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        self.bodies.append(body)
        self.begun += 1
        self.most = max(self.most, self.begun - self.ended)
        await self.go.wait()
        self.ended += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})


def tried(
    limits: Limits,
    work: Callable[[httpx.AsyncClient, Told], Awaitable[Any]],
    caller: Caller = ANYBODY,
) -> Any:
    """What `work` gives for a client of an application within these limits."""

    async def main() -> Any:
        told = Told()
        inner = limited(told, limits)

        async def known(scope: Any, receive: Any, send: Any) -> None:
            scope.setdefault("state", {})["caller"] = caller
            await inner(scope, receive, send)

        transport = httpx.ASGITransport(known)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost"
        ) as client:
            return await work(client, told)

    return asyncio.run(asyncio.wait_for(main(), 20))


def test_so_many_work_and_so_many_wait() -> None:
    async def work(client: httpx.AsyncClient, told: Told) -> Any:
        asked = [asyncio.create_task(client.get("/")) for _ in range(6)]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        told.go.set()
        return await asyncio.gather(*asked), told.most

    answers, most = tried(Limits(workers=2, queue=3), work)

    assert sorted(one.status_code for one in answers) == [200] * 5 + [503]
    assert {one.headers["retry-after"] for one in answers if one.is_error} == {"1"}
    assert most == 2


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/v1/learn", 1_000, 200),
        ("/v1/learn", 1_001, 413),
        ("/v1/learn_from", 1_001, 200),
        ("/v1/learn_from", 5_001, 413),
    ],
)
@pytest.mark.parametrize("chunked", [False, True])
def test_a_long_body_is_refused(
    path: str, size: int, status: int, chunked: bool
) -> None:
    async def parts() -> Any:
        for begin in range(0, size, 400):
            yield b"x" * min(400, size - begin)

    async def work(client: httpx.AsyncClient, told: Told) -> Any:
        told.go.set()
        body = parts() if chunked else b"x" * size
        answer = await client.post(path, content=body)
        return answer, told.bodies

    answer, bodies = tried(Limits(body=1_000, upload=5_000), work)

    assert answer.status_code == status
    assert bodies == ([b"x" * size] if status == 200 else [])


def test_a_body_that_drips_is_refused_and_takes_no_place() -> None:
    async def drips() -> Any:
        while True:
            yield b"x"
            await asyncio.sleep(0.02)

    async def work(client: httpx.AsyncClient, told: Told) -> Any:
        told.go.set()
        slow = asyncio.create_task(client.post("/", content=drips()))
        await asyncio.sleep(0.05)
        return await client.get("/"), await slow

    quick, slow = tried(Limits(workers=1, body_seconds=0.2), work)

    assert quick.status_code == 200
    assert slow.status_code == 408


def test_all_bodies_together_have_a_bound() -> None:
    async def work(client: httpx.AsyncClient, told: Told) -> Any:
        first = asyncio.create_task(client.post("/", content=b"x" * 600))
        while not told.begun:
            await asyncio.sleep(0.01)
        second = await client.post("/", content=b"x" * 600)
        told.go.set()
        await first
        return second, await client.post("/", content=b"x" * 600)

    second, third = tried(Limits(bodies=1_000), work)

    assert (second.status_code, third.status_code) == (503, 200)


@pytest.mark.parametrize(
    ("caller", "statuses"),
    [
        (ANYBODY, [200] * 4),
        (Caller("ann", None, frozenset()), [200, 200, 429, 429]),
        (Caller("ann", None, frozenset(), per_minute=18), [200, 200, 200, 429]),
    ],
)
def test_a_key_has_so_many_requests(caller: Caller, statuses: list[int]) -> None:
    async def work(client: httpx.AsyncClient, told: Told) -> Any:
        told.go.set()
        return [await client.get("/") for _ in range(4)]

    answers = tried(Limits(per_minute=12), work, caller)

    assert [one.status_code for one in answers] == statuses
    assert all(
        int(one.headers["retry-after"]) >= 1
        for one in answers
        if one.status_code == 429
    )


def test_the_process_lives_also_where_all_places_are_taken() -> None:
    async def work(client: httpx.AsyncClient, told: Told) -> int:
        taken = asyncio.create_task(client.post("/v1/x"))
        while not told.begun:
            await asyncio.sleep(0.01)
        asyncio.get_running_loop().call_later(0.1, told.go.set)
        alive = await client.get("/health")
        await taken
        return alive.status_code

    assert tried(Limits(workers=1, queue=0), work) == 200
