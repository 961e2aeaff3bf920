"""A memory served over HTTP on this machine: the real application in a thread."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest
import uvicorn
from fastapi import FastAPI

from kgmem import Memory
from kgmem_serve.client import RemoteMemory
from kgmem_serve.http.app import create_app
from kgmem_serve.http.callers import OpenSpaces

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


class OverHttp(RemoteMemory):
    """One in the suites: what reaches into the stores of a memory is skipped for it."""

    @property
    def _open(self) -> NoReturn:
        _skip_for_tests(sys._getframe(1))
        return super()._open

    @property
    def _parts(self) -> NoReturn:
        _skip_for_tests(sys._getframe(1))
        return super()._open


def _skip_for_tests(caller: FrameType) -> None:
    if Path(caller.f_code.co_filename).is_relative_to(Path(__file__).parent):
        pytest.skip("it reaches into the stores, which are the server's")


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
        self._app.state.spaces = OpenSpaces(memory)
        with Memory.connect(self._url, settings=memory.settings) as remote:
            remote.__class__ = OverHttp
            yield remote

    def close(self) -> None:
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._app = self._running = None
