"""How well the memory serves: for the console, and for Prometheus."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from kgmem.interfaces.http.callers import In, needs_role
from kgmem.interfaces.http.measured.exposition import Exposition
from kgmem.model.metrics import Metrics


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
        registry.register(request.app.state.served)
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return router
