"""What the Model Context Protocol adds to a call: `kgmem mcp` beside the SDK.

The server tells how long the memory took for each answer; what the official client
waits beyond that, on standard input and output, is the protocol's. A bare server,
whose tool waits just as long, tells how much of it is the protocol's own. (Measured in
another process, the same call would differ by what is in the processor's caches.)
"""

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from kgmem import Memory
from kgmem_bench.common.report import Check, checks_table, machine, machine_line, table
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.protocol.bare_server import TOOK

RUNS = 500
MOST_MORE_MS = 3.0
MOST_OWN_MS = 1.0
EMBEDDING = "ngram"
"""It takes next to no time, so that the protocol is what is seen."""
BARE = "kgmem_bench.protocol.bare_server"
ANSWER = 2_000
"""Characters of a bare answer."""
STARTED = "from kgmem.interfaces.cli import main; main()"


@dataclass(frozen=True, slots=True)
class CallTimes:
    """Medians of one sort of call, in ms."""

    call: str
    memory: float
    """The call of the SDK, within the server."""
    client: float
    """From the client's call to its answer."""
    more: float
    """Median of the differences,"""
    bare: float
    """and of a bare server's that takes as long."""

    @property
    def medians(self) -> tuple[float, ...]:
        """In the order of the table."""
        return self.memory, self.client, self.more, self.bare


@dataclass(frozen=True, slots=True)
class McpResult:
    """The protocol beside the SDK."""

    benchmark: str
    machine: dict[str, Any]
    runs: int
    rounds: int
    calls: tuple[CallTimes, ...]


def bench_mcp(rounds: int = 200) -> McpResult:
    """Recalls and searches over the protocol."""
    facts = machine()
    home = Path(tempfile.mkdtemp(prefix="kgmem-bench-"))
    made = SyntheticRuns()
    try:
        with Memory.open(home, settings={"embedding": EMBEDDING}) as memory:
            memory.learn_many([made.run(n) for n in range(RUNS)])
        tasks = [str(made.run(n % RUNS)["task"]) for n in range(rounds)]
        calls = asyncio.run(_measured(home, tasks))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return McpResult("mcp", facts, RUNS, rounds, calls)


async def _measured(home: Path, tasks: list[str]) -> tuple[CallTimes, ...]:
    own = _server("-c", STARTED, "--home", str(home), "mcp")
    async with Client(own) as client:
        await client.list_tools()
        asked = [
            await _timed(client, "recall", [{"task": text} for text in tasks]),
            await _timed(client, "search", [{"query": text} for text in tasks]),
        ]
    async with Client(_server("-m", BARE)) as client:
        await client.list_tools()
        return tuple(
            [
                CallTimes(
                    call,
                    statistics.median(within),
                    statistics.median(waited),
                    _more(within, waited),
                    _more(*await _waiting(client, within)),
                )
                for call, (within, waited) in zip(
                    ("recall", "search"), asked, strict=True
                )
            ]
        )


Times = tuple[list[float], list[float]]
"""Of each call, in ms: the work itself, and what the client waited."""


def _server(*arguments: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=list(arguments),
        env={**os.environ, "KGMEM_EMBEDDING": EMBEDDING},
    )


async def _timed(client: Client, tool: str, given: list[dict[str, Any]]) -> Times:
    """The second round counts: what a first call loads is no cost of the protocol."""
    for arguments in given:
        await client.call_tool(tool, arguments)
    within, waited = [], []
    for arguments in given:
        began = time.perf_counter()
        answer = await client.call_tool(tool, arguments)
        waited.append((time.perf_counter() - began) * 1_000)
        within.append(float((answer.meta or {})[TOOK]))
    return within, waited


async def _waiting(client: Client, within: list[float]) -> Times:
    return await _timed(
        client, "wait", [{"ms": ms, "text": "x" * ANSWER} for ms in within]
    )


def _more(within: list[float], waited: list[float]) -> float:
    return statistics.median(
        whole - part for whole, part in zip(waited, within, strict=True)
    )


def checks(result: McpResult) -> list[Check]:
    """What the protocol adds, beside what it may."""
    found = []
    for one in result.calls:
        own = one.more - one.bare
        whole = f"{one.call}: MCP over the SDK"
        found += [
            Check(whole, one.more, MOST_MORE_MS, "ms", "low", "required"),
            Check(f"{one.call}: of it kgmem's", own, MOST_OWN_MS, "ms", "low", "aim"),
        ]
    return found


def to_markdown(result: McpResult) -> str:
    """The tables of a result."""
    rows = [[one.call, *(f"{ms:.2f}" for ms in one.medians)] for one in result.calls]
    return "\n".join(
        [
            "# Benchmark: the protocol beside the SDK",
            "",
            machine_line(result.machine),
            "",
            f"{result.runs} runs; {result.rounds} calls of each sort by the official "
            "client on standard input and output; medians in ms.",
            "",
            table(
                ["call", "SDK within the server", "client", "more", "bare server"], rows
            ),
            "",
            checks_table(checks(result)),
            "",
        ]
    )
