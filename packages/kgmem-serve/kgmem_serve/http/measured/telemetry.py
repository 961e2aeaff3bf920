"""What is told of each request: a span, a count by its route, and how long it took."""

import time

from prometheus_client import CollectorRegistry, Counter, Histogram

from kgmem.serving import BOUNDS, request_span
from kgmem_serve.http.access.requests import App, Message, Receive, Scope, Send

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
CARRIED = frozenset({b"traceparent", b"tracestate", b"baggage"})
"""Headers that name the caller's span."""


class Served:
    """Requests by method, route and status, and their seconds by route; thread-safe."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._counts = Counter(
            "kgmem_http_requests", "Requests", labels, registry=self.registry
        )
        self._times = Histogram(
            "kgmem_http_request_seconds",
            "Seconds of requests",
            ("route",),
            buckets=BOUNDS,
            registry=self.registry,
        )

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """One more."""
        self._counts.labels(method, route, str(status)).inc()
        self._times.labels(route).observe(seconds)


class Telemetry:
    """Counts and spans around an application."""

    def __init__(self, app: App, served: Served) -> None:
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
