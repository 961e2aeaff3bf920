"""`kgmem serve` as a process of its own."""

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

import httpx

STARTED = "from kgmem.interfaces.cli import main; main()"


@dataclass
class ServedProcess:
    """A server that runs, and where."""

    process: subprocess.Popen[bytes]
    address: str
    log: Path

    def stop(self) -> int:
        """Tell it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        """As a power cut ends it."""
        self.process.kill()
        self.process.wait(60)


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def listening(
    words: Sequence[str], port: int, environment: Mapping[str, str]
) -> Iterator[None]:
    """A process that listens at its port; interrupted with the block."""
    process = subprocess.Popen(
        words, env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.1)
        else:
            raise AssertionError("the server does not answer")
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@contextmanager
def serving(
    home: Path, port: int | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[ServedProcess]:
    """A server that is ready; ended with the block."""
    port = port or free_port()
    told = {
        "KGMEM_EMBEDDING": "ngram",
        "KGMEM_GENERALIZE_AFTER": "0",
        **(settings or {}),
    }
    words = ["--home", str(home), "serve", "--port", str(port), "--no-demo"]
    log = home.parent / "serve.log"
    with log.open("ab") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", STARTED, *words, "--log-format", "json"],
            env={**os.environ, **told},
            stderr=file,
        )
    served = ServedProcess(process, f"http://127.0.0.1:{port}", log)
    try:
        _wait_until_ready(served)
        yield served
    finally:
        if process.poll() is None:
            served.kill()


def _wait_until_ready(served: ServedProcess) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until and served.process.poll() is None:
        try:
            if httpx.get(f"{served.address}/ready").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(served.log.read_text("utf-8")[-2_000:])
