"""Standard output as the wire: in order, whole, and never waited for in the loop."""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator

import pytest

from kgmem_agents.mcp.output import Wire, wire

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the SDK's own there")

Pipe = tuple[int, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """(reading end, writing end); a test may have closed the writing one."""
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


async def say(out: Wire, *texts: str) -> None:
    for text in texts:
        await out.write(text)
    await out.flush()


def test_a_message_is_written_whole_and_in_order(pipe: Pipe) -> None:
    reading, writing = pipe

    asyncio.run(say(Wire(writing), '{"name": "茶"}', "\n", "second\n"))

    assert os.read(reading, 100).decode() == '{"name": "茶"}\nsecond\n'


def test_a_slow_reader_holds_nobody_else_up(pipe: Pipe) -> None:
    reading, writing = pipe
    long = "x" * 1_000_000
    found: list[bytes] = []

    def read_all() -> None:
        while part := os.read(reading, 65_536):
            found.append(part)

    async def main() -> None:
        talking = asyncio.create_task(say(Wire(writing), long))
        await asyncio.sleep(0)  # the pipe is full; the loop goes on all the same
        await asyncio.sleep(0)
        assert not talking.done()
        reader = threading.Thread(target=read_all)
        reader.start()
        await talking
        os.close(writing)
        reader.join()

    asyncio.run(main())

    assert b"".join(found).decode() == long


def test_what_is_printed_meanwhile_goes_to_standard_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with wire() as out:
        assert out is not None
        os.write(1, b"stray\n")
        asyncio.run(say(out, "message\n"))
    os.write(1, b"after\n")

    printed = capfd.readouterr()
    assert printed.out == "message\nafter\n"
    assert printed.err == "stray\n"
