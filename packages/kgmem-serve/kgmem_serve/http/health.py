"""Whether the process lives, and whether its stores answer."""

import threading
import time
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from kgmem import KgmemError, Memory

FRESH = 2.0
"""Seconds for which one look at the stores holds: whoever asks more often costs them
nothing."""


class Readiness:
    """Do the stores answer?"""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._lock = threading.Lock()
        self._seen: tuple[float, list[str]] | None = None
        self.stopping = False

    def away(self) -> list[str]:
        """What does not answer: `graph`, `vectors`, or `stopping`."""
        if self.stopping:
            return ["stopping"]
        with self._lock:
            now = time.monotonic()
            if self._seen is None or now - self._seen[0] > FRESH:
                self._seen = now, self._looked()
            return self._seen[1]

    def _looked(self) -> list[str]:
        try:
            counted = self._memory.stats()
        except KgmemError:
            return ["graph"]
        return ["vectors"] if counted["points"] is None else []


def health() -> APIRouter:
    """`/health` and `/ready`, for whoever starts and watches the process."""
    router = APIRouter(tags=["health"])

    @router.head("/health", include_in_schema=False)
    @router.get("/health")
    async def alive() -> dict[str, str]:
        """The process answers."""
        return {"status": "ok"}

    @router.head("/ready", include_in_schema=False)
    @router.get("/ready", responses={503: {"description": "A store is away."}})
    def ready(request: Request) -> Any:
        """The stores answer."""
        readiness: Readiness = request.app.state.readiness
        away = readiness.away()
        told = {"status": "away" if away else "ok", "away": away}
        return JSONResponse(told, 503 if away else 200)

    return router
