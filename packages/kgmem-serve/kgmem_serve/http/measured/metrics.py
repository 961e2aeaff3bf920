"""How well the memory serves: for the console, and for Prometheus."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from kgmem import Metrics
from kgmem_serve.http.callers import In, needs_role
from kgmem_serve.http.measured.exposition import Exposition
from kgmem_serve.http.measured.telemetry import Served


def metrics() -> APIRouter:
    """`/v1/views/metrics` and `/metrics`, both of the space that is meant."""
    router = APIRouter(tags=["metrics"], dependencies=[Depends(needs_role("read"))])

    @router.get("/v1/views/metrics")
    def view(memory: In) -> Metrics:
        """What memory saved, how it finds, what it holds."""
        return memory.metrics()

    @router.get("/metrics", response_class=Response)
    def scraped(memory: In, request: Request) -> Response:
        """The same in Prometheus' text format."""
        registry = CollectorRegistry(auto_describe=False)
        registry.register(Exposition(memory.metrics()))
        served: Served = request.app.state.served
        text = generate_latest(registry) + generate_latest(served.registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    return router
