"""`kgmem mcp` as a process of its own, and `kgmem serve` for several clients."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from kgmem import Memory
from tests.e2e.serving import free_port, listening

pytestmark = pytest.mark.slow

STARTED = "from kgmem.interfaces.cli import main; main()"
RUN = {
    "task": "Rename the file to notes.txt",
    "app": "files",
    "outcome": "success",
    "steps": [{"action": "click", "target": {"role": "button", "name": "Rename"}}],
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A closed memory that holds one run in its own space."""
    folder = tmp_path / "home"
    settings = {"embedding": "ngram"}
    with Memory.open(folder, space="office", settings=settings) as memory:
        memory.learn(RUN)
    return folder


def command(home: Path, *options: str) -> list[str]:
    place = ["--home", str(home), "--space", "office"]
    return [sys.executable, "-c", STARTED, *place, "mcp", *options]


def environment() -> dict[str, str]:
    return {**os.environ, "KGMEM_EMBEDDING": "ngram"}


def over_stdio(home: Path, work: Callable[[Client], Awaitable[Any]]) -> Any:
    program, *arguments = command(home)
    server = StdioServerParameters(command=program, args=arguments, env=environment())

    async def main() -> Any:
        async with Client(server) as client:
            return await work(client)

    return asyncio.run(main())


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """The address of the protocol on a server over HTTP."""
    port = free_port()
    place = ["--home", str(home), "--space", "office"]
    words = [sys.executable, "-c", STARTED, *place, "serve", "--port", str(port)]
    with listening(words, port, environment()):
        yield f"http://127.0.0.1:{port}/mcp"


async def recalled(client: Client, task: str = str(RUN["task"])) -> Any:
    answer = await client.call_tool("recall", {"task": task, "app": "files"})
    return answer.structured_content


def test_over_standard_input(home: Path) -> None:
    found = over_stdio(home, recalled)

    assert found["route"] == "direct_replay"
    with Memory.open(home, settings={"embedding": "ngram"}) as memory:
        assert memory.stats()["experiences"] == 0  # it is another space


def test_a_client_that_vanishes_ends_its_server(home: Path) -> None:
    process = subprocess.Popen(
        command(home),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/li')
    process.stdin.flush()

    _, said = process.communicate(timeout=60)  # closes its standard input

    assert process.returncode == 0, said
    assert over_stdio(home, recalled)["route"] == "direct_replay"


def test_over_http_for_ten_clients_of_which_one_vanishes(home: Path) -> None:
    async def one(address: str, n: int) -> str:
        async with Client(address) as client:
            begun = await client.call_tool(
                "record_step", {"task": f"Close window {n}", "action": "click"}
            )
            run_id = begun.structured_content["run_id"]
            if n == 0:
                return "vanished"
            ending = {"run_id": run_id, "outcome": "success"}
            done = await client.call_tool("finish_task", ending)
            await recalled(client)
            return str(done.structured_content["status"])

    async def main(address: str) -> list[str]:
        return await asyncio.gather(*(one(address, n) for n in range(10)))

    with serving(home) as address:
        ended = asyncio.run(main(address))

    assert ended == ["vanished", *["stored"] * 9]
    with Memory.open(home, space="office", settings={"embedding": "ngram"}) as memory:
        assert memory.stats()["experiences"] == 11
        found = memory.recall("Close window 0", top_n=11).experiences
        (left,) = [one for one in found if one.task == "Close window 0"]
        assert left.outcome == "unknown"
