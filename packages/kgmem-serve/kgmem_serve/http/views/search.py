"""Hits of a search, each with why it was found."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from kgmem_serve.http.callers import In
from kgmem_serve.http.views.reasons import reasons

HitKind = Literal["chunk", "fact", "task", "message", "event", "profile"]
USUAL: tuple[HitKind, ...] = ("task", "fact", "message", "chunk")


FLOOR = 0.05
"""The least score of what is shown: of a calibrated one that is nothing in 19 of 20
cases."""


class AskedSearch(BaseModel):
    """What to look for. In a body, as what a recall is asked."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    query: Annotated[str, Field(min_length=1, max_length=4_000)]
    kinds: list[HitKind] = Field(default_factory=lambda: list(USUAL), max_length=6)
    app: Annotated[str, Field(max_length=2_000)] | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


def add_search(router: APIRouter) -> None:
    """`/search`."""

    @router.post("/search")
    def search(memory: In, asked: AskedSearch) -> dict[str, Any]:
        """What answers the query, best first, with the parts of each score and its
        reasons."""
        found = memory.search(
            asked.query,
            kinds=asked.kinds,
            app=asked.app,
            top_n=asked.limit,
            min_score=FLOOR,
        )
        return {"hits": [{"hit": hit, "why": reasons(hit.why)} for hit in found]}
