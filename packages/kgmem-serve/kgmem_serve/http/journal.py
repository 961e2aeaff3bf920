"""What is written into the journal, and who may read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from kgmem_serve.http.access.journal import (
    Journal,
    JournalPage,
    what_changed,
)
from kgmem_serve.http.callers import In, caller_of, needs_role


@dataclass(frozen=True, slots=True)
class Noting:
    """Notes what one request did."""

    journal: Journal
    caller: str
    space: str
    request_id: str | None

    def __call__(self, call: str, given: Mapping[str, Any], answer: Any = None) -> None:
        """As safe as the change when it returns."""
        what = what_changed(given, answer)
        self.journal.add(self.caller, self.space, call, what, self.request_id)


async def _noting(request: Request) -> Noting:
    journal: Journal = request.app.state.journal
    request_id = getattr(request.state, "request_id", None)
    space = request.state.space  # of the memory, which calls take before this
    return Noting(journal, caller_of(request).name, space, request_id)


Note = Annotated[Noting, Depends(_noting)]


def journal() -> APIRouter:
    """`/v1/journal`."""
    router = APIRouter(tags=["journal"])

    @router.get("/v1/journal", dependencies=[Depends(needs_role("operate"))])
    def read(
        request: Request,
        memory: In,
        limit: Annotated[int, Query(ge=1, le=1_000)] = 50,
        after: str | None = None,
    ) -> JournalPage:
        """Who changed what in this space, the newest first; `next` of a page is the
        `after` of the one that follows."""
        kept: Journal = request.app.state.journal
        return kept.page(memory.space, limit, after)

    return router
