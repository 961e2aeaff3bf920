"""The application: all that a served memory answers to."""

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles

from kgmem.interfaces.http.callers import OpenSpaces
from kgmem.interfaces.http.calls import calls
from kgmem.interfaces.http.contract import contract
from kgmem.interfaces.http.failures import tell_failures
from kgmem.interfaces.http.health import Readiness, health
from kgmem.interfaces.http.metrics import metrics
from kgmem.interfaces.http.telemetry import Served, Telemetry
from kgmem.memory import Memory
from kgmem.version import __version__

STATIC = Path(str(files("kgmem.interfaces.http") / "static"))
"""The console: plain modules that a browser loads as they are."""


def create_app(memory: Memory) -> FastAPI:
    """An application that answers anybody for this memory, which stays its caller's.
    What may be reached by others stands behind `behind_access`."""
    app = FastAPI(
        title="kgmem",
        version=__version__,
        description="A memory of how tasks in apps and on web sites were done.",
        docs_url="/docs",
        redoc_url=None,
    )
    app.state.memory = memory
    app.state.served = Served()
    app.add_middleware(Telemetry, served=app.state.served)
    app.state.spaces = OpenSpaces(memory)
    app.state.readiness = Readiness(memory)
    tell_failures(app)
    app.include_router(health())
    app.include_router(contract())
    app.include_router(calls())
    app.include_router(metrics())

    @app.get("/", include_in_schema=False)
    def home() -> RedirectResponse:
        return RedirectResponse("/console/")

    app.mount("/console", StaticFiles(directory=STATIC, html=True), name="console")
    return app
