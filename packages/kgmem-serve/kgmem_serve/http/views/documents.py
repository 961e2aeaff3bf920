"""Documents, and the parts of one with the facts that they state."""

from datetime import datetime

from fastapi import APIRouter, Query
from pydantic import BaseModel

from kgmem.ports import Row
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.facts import lists_of
from kgmem_serve.http.views.paging import (
    After,
    Limit,
    Paged,
    page_of,
    place_of,
    timed,
)


class DocumentLine(BaseModel):
    """A document."""

    document_id: str
    name: str
    source: str
    app: str | None
    media: str
    language: str | None
    chunks: int
    size: int
    status: str
    updated_at: datetime


class ChunkFact(BaseModel):
    """A fact that a part states."""

    fact_id: str
    text: str
    confidence: float
    known: bool


class DocumentChunk(BaseModel):
    """A part of a document."""

    chunk_id: str
    n: int
    page: int | None
    headings: list[str]
    text: str
    facts: list[ChunkFact]


def add_documents(router: APIRouter) -> None:
    """`/documents`, and the parts of one."""

    @router.get("/documents")
    def documents(
        memory: In,
        q: str | None = Query(None, max_length=500),
        limit: Limit = 50,
        after: After = None,
    ) -> Paged[DocumentLine]:
        """Documents by name, those with these words in name or source."""
        place = place_of(after, str, str)
        rows = lists_of(memory).documents(q, place, limit + 1)
        return page_of(rows, limit, _document, ["name", "document_id"])

    @router.get("/documents/{document_id}")
    def document(memory: In, document_id: str) -> DocumentLine:
        """One document."""
        return _document(lists_of(memory).document(document_id))

    @router.get("/documents/{document_id}/chunks")
    def chunks(
        memory: In, document_id: str, limit: Limit = 20, after: After = None
    ) -> Paged[DocumentChunk]:
        """Its parts in order, with the facts that they state."""
        (n,) = place_of(after, int) or (None,)
        rows = lists_of(memory).chunks(document_id, n, limit + 1)
        return page_of(rows, limit, _chunk, ["n"])


def _document(row: Row) -> DocumentLine:
    return DocumentLine(**timed(row, "updated_at"))


def _chunk(row: Row) -> DocumentChunk:
    facts = [
        ChunkFact(**one, known=one["retracted_at"] is None) for one in row["facts"]
    ]
    return DocumentChunk(**{**row, "headings": row["headings"] or [], "facts": facts})
