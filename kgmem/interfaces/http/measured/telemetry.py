"""What is told of each request: a span, a count by its route, and how long it took."""

import threading
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import Any

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from kgmem.model.metrics import BOUNDS
from kgmem.operate.metrics.counters import Durations
from kgmem.spans import request_span

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
CARRIED = frozenset({b"traceparent", b"tracestate", b"baggage"})
"""Headers that name the caller's span."""


class Served(Collector):
    """Requests by method, route and status; thread-safe."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, str], int] = {}
        self._times: dict[str, Durations] = {}
        self._lock = threading.Lock()

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """One more."""
        key = method, route, str(status)
        with self._lock:
            self._counts[key] = self._counts.get(key, 0) + 1
            self._times.setdefault(route, Durations()).add(seconds)

    def collect(self) -> Iterator[Metric]:
        """The same for Prometheus."""
        labels = ("method", "route", "status")
        counted = CounterMetricFamily("kgmem_http_requests", "Requests", labels=labels)
        times = HistogramMetricFamily(
            "kgmem_http_request_seconds", "Seconds of requests", labels=("route",)
        )
        with self._lock:
            for key, n in self._counts.items():
                counted.add_metric(key, n)
            for route, one in self._times.items():
                timing = one.timing()
                bounds = (*map(str, BOUNDS), "+Inf")
                within = (*timing.within, timing.count)
                buckets = list(zip(bounds, within, strict=True))
                times.add_metric((route,), buckets, timing.seconds)
        yield counted
        yield times


class Telemetry:
    """Counts and spans around an application."""

    def __init__(self, app: ASGIApp, served: Served) -> None:
        self._app, self._served = app, served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else "other"
        start, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with request_span(method, _carried(scope)) as spanned:
            try:
                await self._app(scope, receive, noted)
            finally:
                route = _route(scope)
                self._served.add(method, route, status, time.perf_counter() - start)
                if spanned is not None:
                    spanned.update_name(f"{method} {route}")
                    spanned.set_attribute("http.route", route)
                    spanned.set_attribute("http.response.status_code", status)


def _route(scope: Scope) -> str:
    """The route as it is declared: what is called holds names of agents and ids."""
    found = getattr(scope.get("route"), "path", None) or scope.get("root_path")
    return str(found or "none")


def _carried(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in scope["headers"]
        if name in CARRIED
    }
