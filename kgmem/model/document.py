"""What documents are read into: blocks, chunks, and what is known of a document."""

from datetime import datetime
from typing import Literal

from kgmem.model.base import Count, Text, Value


class Block(Value):
    """One piece of a document as it is laid out, such as a paragraph or a table."""

    text: Text
    headings: tuple[str, ...] = ()
    """The headings that it stands under, the outermost first."""
    page: int | None = None
    """Of a document that has pages; the first is 1."""
    kind: Literal["heading", "paragraph", "list", "table", "code", "quote"] = (
        "paragraph"
    )


class Chunk(Value):
    """A part of a document, as long as one vector can stand for."""

    n: Count
    """Its place in the document, from 0."""
    text: Text
    headings: tuple[str, ...] = ()
    page: int | None = None


class Document(Value):
    """A document that is kept."""

    document_id: str
    name: str
    """Its own title, else the name of its file."""
    source: str
    """Where it comes from: what was given as source, or the path."""
    app: str | None = None
    media: str
    """`markdown`, `text`, `html`, `pdf` or `docx`."""
    language: str
    chunks: Count
    size: Count
    """Bytes of the file, or of the text as UTF-8."""
    content_hash: str
    status: Literal["indexing", "ready"]
    created_at: datetime
    updated_at: datetime


class Added(Value):
    """What became of one document that was given."""

    source: str
    document_id: str
    status: Literal["stored", "updated", "duplicate"]
    """`duplicate`: it is there as it is."""
    chunks: Count
    vectors: Literal["ready", "pending"]


class DocumentError(Value):
    """Why a file was not taken."""

    source: str
    error: str


class DocumentReport(Value):
    """What became of several documents."""

    items: tuple[Added, ...]
    errors: tuple[DocumentError, ...]
    seconds: float
