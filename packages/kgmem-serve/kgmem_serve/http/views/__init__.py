"""What the console's views read: lists in pages, and what is behind one thing."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header

from kgmem.serving import speak_here
from kgmem_serve.http.callers import needs_role
from kgmem_serve.http.views.activity import add_activity
from kgmem_serve.http.views.app_maps import add_app_maps
from kgmem_serve.http.views.documents import add_documents
from kgmem_serve.http.views.facts import add_facts
from kgmem_serve.http.views.patterns import add_patterns
from kgmem_serve.http.views.people import add_people
from kgmem_serve.http.views.questions import add_questions
from kgmem_serve.http.views.recalls import add_recalls
from kgmem_serve.http.views.runs import add_runs
from kgmem_serve.http.views.search import add_search
from kgmem_serve.http.views.session import add_session

ASKING = (add_session, add_activity, add_search, add_recalls, add_questions)
DOING = (add_runs, add_patterns, add_app_maps)
KNOWING = (add_facts, add_people, add_documents)


async def in_language(
    accept_language: Annotated[str | None, Header()] = None,
) -> None:
    """Reasons and errors in the language that the page is shown in. A coroutine, since
    what one sets holds for the request."""
    if accept_language:
        speak_here(accept_language[:2].lower())


def views() -> APIRouter:
    """`GET /v1/views/…`, for callers who may read."""
    needed = [Depends(in_language), Depends(needs_role("read"))]
    router = APIRouter(prefix="/v1/views", tags=["views"], dependencies=needed)
    for add in (*ASKING, *DOING, *KNOWING):
        add(router)
    return router
