"""The wire contract of agents that ask before they decide, and tell what they did."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from kgmem_serve.http.callers import In, needs_role
from kgmem_serve.http.journal import Note
from kgmem_serve.http.once import Once


class AgentQuery(BaseModel):
    """What an agent asks about: its task, and where it is."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    task_text: str
    url: str | None = None
    domain: str | None = None
    page_hint: str | None = None


class Retrieval(BaseModel):
    """What is asked before a decision."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    query: AgentQuery
    elements_brief: list[dict[str, Any]] | None = None


def contract() -> APIRouter:
    """`/v1/retrieve` and `/v1/writeback`."""
    router = APIRouter(tags=["contract"])

    @router.post(
        "/v1/retrieve",
        dependencies=[Depends(needs_role("read"))],
        response_model=dict[str, Any],
    )
    def retrieve(memory: In, asked: Retrieval) -> Any:
        """What is known that helps: warnings, similar runs, patterns."""
        query = asked.query
        found = memory.recall(
            query.task_text,
            url=query.url or None,
            domain=query.domain or None,
            page_hint=query.page_hint or None,
            elements=asked.elements_brief,
        )
        return JSONResponse(found.to_response())

    @router.post(
        "/v1/writeback",
        dependencies=[Depends(needs_role("write"))],
        response_model=bool,
    )
    def writeback(
        memory: In, unit: Annotated[dict[str, Any], Body()], once: Once, note: Note
    ) -> Any:
        """Keep a step or a session; true when it is durable. The body is the unit, or
        holds it as `unit`."""
        inner = unit.get("unit")
        told = inner if isinstance(inner, dict) and len(unit) == 1 else unit

        def work() -> bool:
            kept = memory.writeback(told)
            note("writeback", told)
            return kept

        return JSONResponse(once(work))

    return router
