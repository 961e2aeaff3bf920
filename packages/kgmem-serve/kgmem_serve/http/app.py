"""The application: all that a served memory answers to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files as installed
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles

from kgmem import Memory, __version__
from kgmem_serve.client.recorded import RecordedRuns
from kgmem_serve.http.access.journal import Journal
from kgmem_serve.http.callers import OpenSpaces
from kgmem_serve.http.calls import calls
from kgmem_serve.http.contract import contract
from kgmem_serve.http.failures import tell_failures
from kgmem_serve.http.files import files
from kgmem_serve.http.health import Readiness, health
from kgmem_serve.http.jobs.routes import jobs
from kgmem_serve.http.jobs.running import RunningJobs
from kgmem_serve.http.journal import journal
from kgmem_serve.http.measured.metrics import metrics
from kgmem_serve.http.measured.telemetry import Served, Telemetry
from kgmem_serve.http.once import Answers, TellsStart
from kgmem_serve.http.protocol import ProtocolServers
from kgmem_serve.http.recordings import recordings
from kgmem_serve.http.views import views
from kgmem_serve.http.who import who

STATIC = Path(str(installed("kgmem_serve.http") / "static"))
"""The console: plain modules that a browser loads as they are."""
PARTS = (
    health, contract, calls, files, jobs, journal, metrics, views, who, recordings,
)  # fmt: skip


class ConsoleFiles(StaticFiles):
    """Files that a browser keeps, and asks each time whether they are still so."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        """The file, or that it has not changed."""
        answer = super().file_response(*args, **named)
        answer.headers["cache-control"] = "no-cache"
        return answer


def create_app(memory: Memory) -> FastAPI:
    """An application that answers anybody for this memory, which stays its caller's.
    What may be reached by others stands behind `behind_access`."""
    app = FastAPI(
        title="kgmem",
        version=__version__,
        description="A memory of how tasks in apps and on web sites were done.",
        docs_url=None,  # that page loads from elsewhere; the console has one
        redoc_url=None,
        lifespan=_served,
    )
    app.state.memory = memory
    app.state.spaces = OpenSpaces(memory)
    app.state.readiness = Readiness(memory)
    app.state.answers = Answers()
    app.state.jobs = RunningJobs()
    app.state.recorded = RecordedRuns()
    app.state.journal = Journal.of(memory.settings)
    app.state.served = Served()
    app.add_middleware(TellsStart, start=app.state.answers.start)
    app.add_middleware(Telemetry, served=app.state.served)
    tell_failures(app)
    for part in _routers():
        app.router.routes.extend(part.routes)

    @app.get("/", include_in_schema=False)
    def home() -> RedirectResponse:
        return RedirectResponse("/console/")

    @app.get("/docs", include_in_schema=False)
    def described() -> RedirectResponse:
        return RedirectResponse("/console/#/calls")

    app.state.protocol = ProtocolServers()
    app.router.add_route("/mcp", app.state.protocol, include_in_schema=False)
    app.mount("/console", ConsoleFiles(directory=STATIC, html=True), name="console")
    return app


@cache
def _routers() -> list[APIRouter]:
    """What keeps nothing of an application: many may have their routes. Included as
    routers, all would be made anew for the first request of each application."""
    return [part() for part in PARTS]


@asynccontextmanager
async def _served(app: FastAPI) -> AsyncIterator[None]:
    """While the application answers; what was begun is done when it ends."""
    try:
        yield
    finally:
        await app.state.protocol.close()
        await run_in_threadpool(app.state.jobs.close)
        app.state.journal.close()
