"""A memory served over HTTP on this machine: the real application in a thread."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI

from kgmem import Memory
from kgmem.interfaces.http.app import create_app

STARTING = 30.0
"""Seconds that it may take."""


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """The address of an application, until the block ends."""
    config = uvicorn.Config(app, port=0, log_level="critical", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + STARTING
    while not server.started and thread.is_alive() and time.monotonic() < until:
        time.sleep(0.01)
    assert server.started, "it did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(STARTING)


@contextmanager
def served(memory: Memory) -> Iterator[Memory]:
    """The same memory, asked over HTTP."""
    with serving(create_app(memory)) as url, Memory.connect(url) as remote:
        yield remote


class Server:
    """One application in turn for several memories: to make one takes longer than a
    test."""

    def __init__(self) -> None:
        self._app: FastAPI | None = None
        self._running: Any = None
        self._url = ""

    @contextmanager
    def of(self, memory: Memory) -> Iterator[Memory]:
        """The memory, asked over HTTP."""
        if self._app is None:
            self._app = create_app(memory)
            self._running = serving(self._app)
            self._url = self._running.__enter__()
        self._app.state.memory = memory
        with Memory.connect(self._url, settings=memory.settings) as remote:
            yield remote

    def close(self) -> None:
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._app = self._running = None
