"""Runs that clients record step by step: each step is durable when it is answered."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict

from kgmem import Learned, Step
from kgmem_serve.client.recorded import RecordedRuns
from kgmem_serve.http.callers import In, needs_role
from kgmem_serve.http.journal import Note
from kgmem_serve.http.once import Once
from kgmem_serve.wire.names import read


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class RecordedStep(_Body):
    """A step, and the task that it is taken for."""

    task: str
    step: Step
    app: str | None = None


class RecordedEnd(_Body):
    """The run as a whole, and the ids that its steps got."""

    trajectory: dict[str, Any]
    drafts: list[str] = []


async def _kept(request: Request) -> RecordedRuns:
    kept: RecordedRuns = request.app.state.recorded
    return kept


Kept = Annotated[RecordedRuns, Depends(_kept)]


def recordings() -> APIRouter:
    """`/v1/recordings`: a run is named by who records it."""
    router = APIRouter(
        prefix="/v1/recordings",
        tags=["recording"],
        dependencies=[Depends(needs_role("write"))],
    )

    @router.post("/{run}/steps")
    def append(kept: Kept, on: In, run: str, told: RecordedStep, once: Once) -> str:
        """Keep a step of a run that has not ended; its id."""
        work = kept.append
        return once(lambda: work(on, read(run), told.task, told.app, told.step))

    @router.put("/steps/{draft_id}")
    def replace(kept: Kept, on: In, draft_id: str, told: RecordedStep) -> None:
        """Put another step in the place of one."""
        kept.replace(on, read(draft_id), told.task, told.step)

    @router.post("/{run}/end")
    def end(kept: Kept, on: In, run: str, told: RecordedEnd, note: Note) -> Learned:
        """Learn the run; its steps are no drafts any more."""
        learned = kept.end(on, read(run), told.trajectory, told.drafts)
        note("learn", {}, learned)
        return learned

    return router
