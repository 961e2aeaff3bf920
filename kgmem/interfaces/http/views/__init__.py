"""What the console's views read: lists in pages, and what is behind one thing."""

from fastapi import APIRouter

from kgmem.interfaces.http.views.session import add_session


def views() -> APIRouter:
    """`GET /v1/views/…`."""
    router = APIRouter(prefix="/v1/views", tags=["views"])
    add_session(router)
    return router
