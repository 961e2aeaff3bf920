"""Documents, and the parts of one with the facts that they state."""

from fastapi import APIRouter

from kgmem import NotFound
from kgmem.ports import Row
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.paging import (
    Page,
    Paged,
    PagedQuery,
    Words,
    by_name,
    line_of,
    store_of,
    words_of,
)


def _chunk(row: Row) -> Row:
    """A part of a document, with the facts that it states."""
    facts = [
        {**fact, "known": fact.pop("retracted_at") is None}
        for fact in map(dict, row["facts"])
    ]
    return {**row, "headings": row["headings"] or [], "facts": facts}


DOCUMENTS = PagedQuery("viewed_documents", by_name("document_id"))
CHUNKS = PagedQuery("viewed_chunks", [("n", "after", int)], _chunk)


def add_documents(router: APIRouter) -> None:
    """`/documents`, and the parts of one."""

    @router.get("/documents")
    def documents(memory: In, page: Page, q: Words = None) -> Paged:
        """Documents by name, those with these words in name or source."""
        return DOCUMENTS.page(memory, page, words=words_of(q))

    @router.get("/documents/{document_id}")
    def document(memory: In, document_id: str) -> Row:
        """One document."""
        asked = {"space": memory.space, "document_id": document_id}
        rows = store_of(memory).read("document", **asked)
        if not rows:
            raise NotFound(f"no document {document_id} in space {memory.space!r}")
        return line_of(rows[0]["document"])

    @router.get("/documents/{document_id}/chunks")
    def chunks(memory: In, document_id: str, page: Page) -> Paged:
        """Its parts in order, with the facts that they state."""
        return CHUNKS.page(memory, page, document_id=document_id)
