"""Runs the application until it is told to stop."""

import asyncio
import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from kgmem import KgmemError, Memory
from kgmem_serve.http.access.layers import Access, behind_access
from kgmem_serve.http.app import create_app

log = logging.getLogger(__name__)

ENDING = (signal.SIGINT, signal.SIGTERM)
TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


def run(memory: Memory, access: Access, host: str, port: int) -> None:
    """Serve until SIGTERM or Ctrl-C; what was begun is done when it returns."""
    settings = memory.settings
    app = create_app(memory)
    config = uvicorn.Config(
        behind_access(app, access),
        host=host,
        port=port,
        http=patient(settings.serve_body_seconds),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=max(1, round(settings.serve_stop_seconds)),
    )
    with _signals_end_the_server_alone():
        StoppingServer(config, app).run()
    try:
        memory.flush()
    except KgmemError as error:  # the graph has it all: the next opening goes on
        log.warning("vectors have to wait: %s", error)


@contextmanager
def _signals_end_the_server_alone() -> Iterator[None]:
    """uvicorn stops on a signal, and then raises it again: that would end the process
    before the stores are released."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.signal(one, signal.SIG_IGN) for one in ENDING}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class StoppingServer(uvicorn.Server):
    """Ends its long streams when it stops, so that only work is waited for."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: Any = None) -> None:
        """Take nothing more in, and return when what was begun is done."""
        self._app.state.readiness.stopping = True
        ending = asyncio.create_task(self._app.state.protocol.close())
        await super().shutdown(sockets)
        await ending


def patient(seconds: float) -> type[H11Protocol]:
    """The protocol with a limit to how long the head of a request may take: from when
    the connection is made, and for later ones from their first byte; until that one
    uvicorn waits `timeout_keep_alive`."""

    class PatientProtocol(H11Protocol):
        _head: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._expect_head()

        def data_received(self, data: bytes) -> None:
            if self._head is None and not self._has_head():
                self._expect_head()
            super().data_received(data)
            if self._has_head():
                self._forget_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget_head()
            super().connection_lost(exc)

        def _expect_head(self) -> None:
            self._head = self.loop.call_later(seconds, self._too_slow)

        def _forget_head(self) -> None:
            if self._head is not None:
                self._head.cancel()
                self._head = None

        def _has_head(self) -> bool:
            return self.cycle is not None and not self.cycle.response_complete

        def _too_slow(self) -> None:
            if not self._has_head() and not self.transport.is_closing():
                self.transport.write(TOO_SLOW)
                self.transport.close()

    return PatientProtocol
