"""`/v1/jobs`: begin, watch, cancel."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request
from fastapi.responses import StreamingResponse

from kgmem import InvalidInput, Memory
from kgmem.serving import Role
from kgmem_serve.http.callers import In, needed_for, needs_role
from kgmem_serve.http.jobs.running import (
    ENDED,
    Advance,
    JobStatus,
    RunningJob,
    RunningJobs,
)
from kgmem_serve.http.journal import Note
from kgmem_serve.wire.shapes import shape_of

NAMES: Mapping[str, Role] = {
    "generalize": "operate",
    "reindex": "operate",
    "learn_many": "write",
    "learn_from": "write",
}
"""Methods of Memory that can be jobs: each tells how far it is."""
LOOK_EVERY = 0.1
HEARTBEAT = 15.0
"""Seconds after which a stream says that it is still there."""


def jobs_of(request: Request) -> RunningJobs:
    """The jobs of the server."""
    found: RunningJobs = request.app.state.jobs
    return found


Jobs = Annotated[RunningJobs, Depends(jobs_of)]


def jobs() -> APIRouter:
    """`POST /v1/jobs/NAME`, `GET /v1/jobs/ID` and its events."""
    router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
    reads = [Depends(needs_role("read"))]
    for name, role in NAMES.items():
        _add(router, name, role)

    @router.get("", dependencies=reads)
    def listed(running: Jobs, memory: In) -> list[JobStatus]:
        """Jobs of this space since the server began, newest first."""
        return running.listed(memory.space)

    @router.get("/{job_id}", dependencies=reads)
    def status(running: Jobs, memory: In, job_id: str) -> JobStatus:
        """How far a job is."""
        return running.found(job_id, memory.space).status

    @router.delete("/{job_id}", dependencies=[Depends(needs_role("write"))])
    def cancel(running: Jobs, memory: In, job_id: str) -> JobStatus:
        """Have a job end with its next step; what it has written stays."""
        job = running.found(job_id, memory.space)
        job.cancel()
        return job.status

    @router.get("/{job_id}/events", dependencies=reads)
    async def events(
        request: Request, running: Jobs, memory: In, job_id: str
    ) -> StreamingResponse:
        """How far a job is, told while it runs: server-sent events `progress`, and at
        the end `done`, `failed` or `cancelled`."""
        job = running.found(job_id, memory.space)
        return StreamingResponse(_events(request, job), media_type="text/event-stream")

    return router


def _add(router: APIRouter, name: str, role: Role) -> None:
    shape = shape_of(getattr(Memory, name))
    arguments = shape.arguments

    def begin(
        memory: In,
        running: Jobs,
        note: Note,
        given: Annotated[arguments, Body(default_factory=dict)],  # type: ignore[valid-type]
    ) -> dict[str, str]:
        named = shape.given(given)
        if isinstance(named.get("source"), str):
            raise InvalidInput("source: give the content; a file is sent to learn_from")
        call = getattr(memory, name)
        return begun(running, memory, note, name, lambda on: call(**named, progress=on))

    router.add_api_route(
        f"/{name}",
        begin,
        methods=["POST"],
        status_code=202,
        operation_id=f"jobs_{name}",
        summary=shape.summary,
        description=shape.about,
        dependencies=needed_for(name, role),
    )


def begun(
    running: RunningJobs,
    memory: Memory,
    note: Note,
    name: str,
    work: Callable[[Advance], Any],
) -> dict[str, str]:
    """Begin this as a job; what it gives is its result, and is noted."""
    shape = shape_of(getattr(Memory, name))

    def noted(advance: Advance) -> Any:
        value = work(advance)
        note(f"jobs/{name}", {}, value)
        return json.loads(shape.sent(value))

    return {"job_id": running.begin(name, memory.space, noted).status.job_id}


async def _events(request: Request, job: RunningJob) -> AsyncIterator[str]:
    told, at = None, time.monotonic()
    while not request.app.state.readiness.stopping:
        status = job.status
        if status != told:
            kind = status.state if status.state in ENDED else "progress"
            yield f"event: {kind}\ndata: {status.model_dump_json()}\n\n"
            told, at = status, time.monotonic()
        elif time.monotonic() - at > HEARTBEAT:
            yield ": still here\n\n"
            at = time.monotonic()
        if status.state in ENDED:
            return
        await asyncio.sleep(LOOK_EVERY)
