"""Documents, and the parts of one with the facts that they state."""

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import NotFound
from kgmem.ports import Row
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Moment,
    Page,
    Paged,
    PagedQuery,
    Words,
    by_name,
    store_of,
    words_of,
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
    updated_at: Moment


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


def _chunk(row: Row) -> DocumentChunk:
    facts = [{**one, "known": one["retracted_at"] is None} for one in row["facts"]]
    return DocumentChunk.model_validate(
        {**row, "headings": row["headings"] or [], "facts": facts}
    )


DOCUMENTS = PagedQuery(
    "viewed_documents", DocumentLine.model_validate, by_name("document_id")
)
CHUNKS = PagedQuery("viewed_chunks", _chunk, [("n", "after", int)])


def add_documents(router: APIRouter) -> None:
    """`/documents`, and the parts of one."""

    @router.get("/documents")
    def documents(memory: In, page: Page, q: Words = None) -> Paged[DocumentLine]:
        """Documents by name, those with these words in name or source."""
        return DOCUMENTS.page(memory, page, words=words_of(q))

    @router.get("/documents/{document_id}")
    def document(memory: In, document_id: str) -> DocumentLine:
        """One document."""
        asked = {"space": memory.space, "document_id": document_id}
        rows = store_of(memory).read("document", **asked)
        if not rows:
            raise NotFound(f"no document {document_id} in space {memory.space!r}")
        return DocumentLine.model_validate(rows[0]["document"])

    @router.get("/documents/{document_id}/chunks")
    def chunks(memory: In, document_id: str, page: Page) -> Paged[DocumentChunk]:
        """Its parts in order, with the facts that they state."""
        return CHUNKS.page(memory, page, document_id=document_id)
