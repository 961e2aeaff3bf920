"""Files that clients send, and files that they are given."""

import asyncio
import json
import re
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, BackgroundTasks, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, JSONResponse

from kgmem import ImportReport, InvalidInput, Outcome, SourceReport
from kgmem.serving import Added
from kgmem_serve.http.callers import In, needs_role
from kgmem_serve.http.jobs.routes import Jobs, begun
from kgmem_serve.http.jobs.running import Advance
from kgmem_serve.http.journal import Note
from kgmem_serve.wire.names import read

REPORT = "Kgmem-Report"
"""The header with the receipt of what is in the body."""
PART = 64 << 10
UNSAFE = re.compile(r"[^\w.\- ]+")
LONGEST = 200
"""Of a file's name, in bytes: file systems take 255."""


def files() -> APIRouter:
    """`/v1/add_document`, `/v1/learn_from`, `/v1/import`, `/v1/export`, and that of an
    agent."""
    router = APIRouter(prefix="/v1", tags=["files"])

    @router.post("/add_document", dependencies=[Depends(needs_role("write"))])
    async def add_document(
        request: Request,
        memory: In,
        note: Note,
        name: str | None = None,
        source: str | None = None,
        app: str | None = None,
    ) -> Added:
        """Take in a document: the body is the file of this `name`, or a text."""
        most = int(memory.settings.max_document_mb * 1_000_000)
        async with _received(request, name or "text", most) as path:
            if name is None:
                text = path.read_bytes().decode("utf-8", "replace")
                given: tuple[Any, ...] = (None, text, source, app)
            else:
                given = (path, None, source or name, app)
            added = await run_in_threadpool(memory._added, *given)
        await run_in_threadpool(note, "add_document", {}, added)
        return added

    @router.post("/learn_from", dependencies=[Depends(needs_role("write"))])
    async def learn_from(
        request: Request,
        memory: In,
        note: Note,
        running: Jobs,
        name: str = "runs.json",
        format: str = "auto",
        task: str | None = None,
        app: str | None = None,
        outcome: Outcome | None = None,
        wait: bool = True,
    ) -> Any:
        """Learn the runs in a file of another program: the body, or the field `file` of
        a form. Without `wait` it becomes a job: 202 with its `job_id`."""
        learn = partial(
            memory.learn_from, format=format, task=task, app=app, outcome=outcome
        )
        async with AsyncExitStack() as held:
            path = await held.enter_async_context(_received(request, name, None))

            def work(advance: Advance | None = None) -> SourceReport:
                return learn(path, progress=advance)

            if wait:
                report = await run_in_threadpool(work)
                await run_in_threadpool(note, "learn_from", {}, report.report)
                return report
            kept = held.pop_all()  # the file stays until the job has ended
        loop = asyncio.get_running_loop()

        def to_the_end(advance: Advance) -> SourceReport:
            try:
                return work(advance)
            finally:
                asyncio.run_coroutine_threadsafe(kept.aclose(), loop)

        told = begun(running, memory, note, "learn_from", to_the_end)
        return JSONResponse(told, 202)

    @router.post("/import", dependencies=[Depends(needs_role("operate"))])
    async def take_up(
        request: Request, memory: In, note: Note, name: str
    ) -> ImportReport:
        """Take up an export of this space, which is the body."""
        async with _received(request, name, None) as path:
            report = await run_in_threadpool(memory.import_from, path)
        await run_in_threadpool(note, "import", {}, report)
        return report.model_copy(update={"path": name})

    @router.get("/export", dependencies=[Depends(needs_role("operate"))])
    def export(memory: In, packed: bool = False) -> FileResponse:
        """All of this space as a file."""
        name = "memory.jsonl.gz" if packed else "memory.jsonl"

        def write(path: Path) -> object:
            report = memory.export_to(path)
            return report.model_dump(mode="json", exclude={"path"})

        return _sent(name, write)

    @router.get("/agents/{agent_id}/export", dependencies=[Depends(needs_role("read"))])
    def export_agent(memory: In, agent_id: str, packed: bool = False) -> FileResponse:
        """All that is kept of an agent and its person, as JSON Lines."""
        name = "agent.jsonl.gz" if packed else "agent.jsonl"
        return _sent(name, memory.agent(read(agent_id)).export_to)

    return router


@asynccontextmanager
async def _received(
    request: Request, name: str, most: int | None
) -> AsyncIterator[Path]:
    """The body as a file of this name, until the block ends. Raises InvalidInput for
    more than `most` bytes."""
    with tempfile.TemporaryDirectory(prefix="kgmem-") as folder:
        path = Path(folder) / _safe(name)
        size = 0
        with path.open("wb") as file:
            async for part in _parts(request):
                size += len(part)
                if most is not None and size > most:
                    raise InvalidInput(f"{name}: more than {most:,} bytes")
                file.write(part)
        yield path


async def _parts(request: Request) -> AsyncIterator[bytes]:
    """The body; of a form, its field `file`."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        async for part in request.stream():
            yield part
        return
    async with request.form(max_files=1, max_fields=20) as form:
        sent = form.get("file")
        if sent is None or isinstance(sent, str):
            raise InvalidInput("file: the form has no such file")
        while part := await sent.read(PART):
            yield part


def _safe(name: str) -> str:
    """A name that stays in its folder, with its ending."""
    plain = UNSAFE.sub("_", Path(name.replace("\\", "/")).name).strip(" .")
    return plain.encode()[-LONGEST:].decode(errors="ignore").strip(" .") or "file"


def _sent(name: str, write: Callable[[Path], object]) -> FileResponse:
    """A file of this name as `write` makes it, with the receipt that it gives."""
    folder = Path(tempfile.mkdtemp(prefix="kgmem-"))
    try:
        report = write(folder / name)
    except BaseException:
        rmtree(folder, ignore_errors=True)
        raise
    after = BackgroundTasks()
    after.add_task(rmtree, folder, ignore_errors=True)
    return FileResponse(
        folder / name,
        filename=name,
        headers={REPORT: quote(json.dumps(report))},
        background=after,
    )
