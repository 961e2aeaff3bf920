"""A `kgmem serve` of its own process, and what it takes of the machine."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem_bench.serve import asking
from kgmem_bench.serve.asking import Waiting, together

STARTING = 60.0
AHEAD = 2.0
"""Seconds until all clients of a round are there, and some for each ten of them."""
PROGRAM = "from kgmem.interfaces.cli import main; main()"


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    port: int
    pid: int
    started: float
    """Seconds from its start to its first answer."""

    def cpu(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Memory that it holds."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024 / 1e6
        return float("nan")


@contextmanager
def serving(home: Path, settings: Mapping[str, str]) -> Iterator[Running]:
    """`kgmem serve` for the memory in this folder, until the block ends."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    began = time.perf_counter()
    command = [sys.executable, "-c", PROGRAM, "--home", str(home), "serve"]
    server = subprocess.Popen(
        [*command, "--port", str(port)],
        env={**os.environ, **settings},
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(port):
            if server.poll() is not None or time.perf_counter() - began > STARTING:
                raise RuntimeError("kgmem serve did not start")
            time.sleep(0.02)
        yield Running(port, server.pid, time.perf_counter() - began)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(STARTING)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def asked_by(
    clients: int,
    port: int,
    path: str,
    bodies: Sequence[Any],
    seconds: float,
    *,
    numbered: bool = False,
) -> Waiting:
    """What so many clients waited, each a process that asks one call after another."""
    order = {
        "port": port,
        "path": path,
        "bodies": list(bodies),
        "seconds": seconds,
        "numbered": numbered,
        "start": time.time() + AHEAD + clients / 10,
        "of": clients,
    }
    started = [
        _client({**order, "place": n, "client": f"{clients}-{n}-{order['start']}"})
        for n in range(clients)
    ]
    done = [json.loads(one.communicate()[0]) for one in started]
    return together([Waiting(one["seconds"], tuple(one["waited"])) for one in done])


def _client(order: dict[str, Any]) -> "subprocess.Popen[str]":
    client = subprocess.Popen(
        [sys.executable, "-I", str(asking.__file__)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdin is not None
    client.stdin.write(json.dumps(order))
    client.stdin.close()
    client.stdin = None  # communicate would flush it
    return client
