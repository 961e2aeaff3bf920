"""Documents as blocks: one reader per format, chosen by content and name."""

import re
from pathlib import Path, PurePath

from kgmem.backends.readers.text import TextReader, not_text
from kgmem.errors import InvalidInput
from kgmem.extras import needs
from kgmem.model.texts.text_lines import encoding_of
from kgmem.ports import DocumentReader

FIRST = 4096
"""Bytes of a document's start that `reader_for` asks for."""

_HTML = re.compile(
    r"\s*(?:<\?xml.{0,200}?\?>\s*)?<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_MARKDOWN = re.compile(r"\s*#{1,6}[ \t]+\S")
_MARKDOWN_NAMES = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_HTML_NAMES = frozenset({".html", ".htm", ".xhtml"})
_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The container of Word 97 and of office files with a password."""


def reader_of(data: Path | bytes, name: str) -> DocumentReader:
    """The reader for a file or for bytes; see `reader_for`."""
    if isinstance(data, bytes):
        return reader_for(name, data[:FIRST])
    try:
        with data.open("rb") as file:
            return reader_for(name, file.read(FIRST))
    except OSError as error:
        raise InvalidInput(f"{data}: can't be read: {error.strerror}") from error


def reader_for(name: str, first: bytes) -> DocumentReader:
    """The reader of a document by its first bytes and its name, which may be empty.

    What a file is counts more than how it is called. Raises InvalidInput for an empty
    file and for a format that is not read, MissingExtra where its package is missing.
    """
    if not first.strip():
        raise InvalidInput(f"{name or 'the document'}: is empty; give one with text")
    suffix = PurePath(name).suffix.lower()
    if b"%PDF-" in first[:1024] or suffix == ".pdf":
        with needs("documents", f"{name or 'the document'}: to read PDF"):
            from kgmem.backends.readers.pdf import PdfReader

        return PdfReader()
    if first.startswith(b"PK\x03\x04") or suffix == ".docx":
        with needs("documents", f"{name or 'the document'}: to read DOCX"):
            from kgmem.backends.readers.docx import DocxReader

        return DocxReader()
    if first.startswith(_OFFICE):
        raise InvalidInput(
            f"{name}: is an old Office file, or one with a password; save it as .docx "
            "or PDF without a password"
        )
    return _text_reader(name, suffix, first)


def _text_reader(name: str, suffix: str, first: bytes) -> DocumentReader:
    encoding = encoding_of(first)
    if encoding is None:
        raise InvalidInput(not_text(name))
    start = first.decode(encoding, "replace")
    if suffix in _HTML_NAMES or _HTML.match(start):
        with needs("documents", f"{name or 'the document'}: to read HTML"):
            from kgmem.backends.readers.html import HtmlReader

        return HtmlReader()
    if suffix in _MARKDOWN_NAMES or (not suffix and _MARKDOWN.match(start)):
        from kgmem.backends.readers.markdown import MarkdownReader

        return MarkdownReader()
    return TextReader()
