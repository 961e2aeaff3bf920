"""The protocol with a limit to how long the head of a request may take."""

import asyncio
import contextlib

import pytest
import uvicorn

from kgmem_serve.http.serving import patient

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def answered(scope, receive, send) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-length", b"2")],
        }
    )
    await send({"type": "http.response.body", "body": b"ok"})


async def told_to_who_drips(before: bytes) -> bytes:
    """What a server says to a client that sends this, and then a head bit by bit."""
    config = uvicorn.Config(
        answered, port=0, http=patient(0.2), lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(before)
    told = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(3):
            if before:
                told = await reader.readuntil(b"ok")
            for letter in REQUEST:
                writer.write(bytes([letter]))
                with contextlib.suppress(TimeoutError):
                    told += await asyncio.wait_for(reader.read(1_000), 0.05)
                if told.count(b"HTTP") > bool(before):
                    break
    server.should_exit = True
    with contextlib.suppress(ConnectionError):
        told += await reader.read()
    with contextlib.suppress(ConnectionError):
        writer.close()
        await writer.wait_closed()
    await serving
    return told


@pytest.mark.parametrize("before", [b"", REQUEST], ids=["first", "kept alive"])
def test_a_head_that_drips_is_refused(before: bytes) -> None:
    told = asyncio.run(told_to_who_drips(before))

    assert told.count(b" 200 OK") == (before != b"")
    assert told.count(b" 408 ") == 1
