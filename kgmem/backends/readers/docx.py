"""DOCX (Word, WPS): paragraphs, headings, lists and tables in their order."""

import re
import zipfile
from collections.abc import Iterator
from itertools import groupby
from typing import Any, BinaryIO

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn

from kgmem.backends.readers.outline import TITLE, DocumentPiece, outlined, table_lines
from kgmem.backends.readers.text import nothing_in
from kgmem.errors import InvalidInput
from kgmem.language.vocabulary import either
from kgmem.model.document import Block

MAX_UNPACKED = 300_000_000
"""Bytes of all parts together: a small archive can hold far more than memory."""
MAX_XML = 60_000_000
"""Bytes of one part of text; as a tree it takes some ten times as much memory."""
MAX_PARTS = 10_000

_HEADING = re.compile(rf"(?:{either('document.heading')})\s?([1-9])", re.IGNORECASE)
_TITLE = re.compile(either("document.title"), re.IGNORECASE)
_LIST = re.compile(either("document.list"), re.IGNORECASE)
_BREAKS = {
    qn("w:tab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
}
_TEXT = qn("w:t")
_P, _TBL, _SDT, _SDT_CONTENT = map(qn, ("w:p", "w:tbl", "w:sdt", "w:sdtContent"))
_PROPERTIES = qn("w:pPr")
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
"""The same content again, for older programs."""


class DocxReader:
    """The document's body; comments, notes, headers and footers are left out, and
    nothing that it refers to is fetched."""

    media = "docx"

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        """Block after block; the document's title is the first heading."""
        _check_size(data, name)
        try:
            document = docx.Document(data)
            title = document.core_properties.title
            pieces = list(_pieces(document))
        except Exception as error:  # python-docx raises whatever lxml and zipfile do
            raise InvalidInput(
                f"{name}: is no DOCX that can be read ({type(error).__name__}); open "
                "it in Word and save it again as .docx"
            ) from error
        return outlined(pieces, title=title, empty=nothing_in(name))


def _check_size(data: BinaryIO, name: str) -> None:
    """Raises InvalidInput for what is no archive and for one that unpacks to too much.

    zipfile never unpacks more of a part than its entry declares.
    """
    data.seek(0)
    try:
        with zipfile.ZipFile(data) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise InvalidInput(
            f"{name}: is no DOCX file or a damaged one; save it again as .docx"
        ) from error
    xml = max((p.file_size for p in parts if p.filename.endswith(".xml")), default=0)
    unpacked = sum(part.file_size for part in parts)
    if xml > MAX_XML or unpacked > MAX_UNPACKED or len(parts) > MAX_PARTS:
        raise InvalidInput(
            f"{name}: unpacks to {unpacked:,} bytes, {xml:,} of them one text; "
            f"{MAX_UNPACKED:,} and {MAX_XML:,} are read: split the document"
        )
    data.seek(0)


def _pieces(document: Document) -> Iterator[DocumentPiece]:
    """Items of a list that follow one another are one piece."""
    styles = _Styles(document)
    found = (_piece(item, styles) for item in _content(document.element.body))
    for kind, group in groupby(found, key=lambda piece: piece.kind):
        if kind == "list":
            yield DocumentPiece("\n".join(item.text for item in group), "list")
        else:
            yield from group


def _content(parent: Any) -> Iterator[Any]:
    """Paragraphs and tables, those in content controls too."""
    waiting = [iter(parent)]
    while waiting:
        for child in waiting[-1]:
            if child.tag in (_P, _TBL):
                yield child
            elif child.tag in (_SDT, _SDT_CONTENT):
                waiting.append(iter(child))
                break
        else:
            waiting.pop()


class _Styles:
    """Names of paragraphs' styles, read once: for each paragraph, python-docx goes
    through all styles again, which takes a millisecond or more."""

    def __init__(self, document: Document) -> None:
        paragraphs = WD_STYLE_TYPE.PARAGRAPH
        default = document.styles.default(paragraphs)
        self._default = (default.name if default is not None else None) or ""
        self._names = {
            style.style_id: style.name or ""
            for style in document.styles
            if style.type == paragraphs
        }

    def name(self, paragraph: Any) -> str:
        """The name of the paragraph's style; the default's where it has none."""
        return self._names.get(paragraph.style, self._default)


def _piece(item: Any, styles: _Styles) -> DocumentPiece:
    if item.tag == _TBL:
        return DocumentPiece("\n".join(table_lines(_rows(item))), "table")
    text = _text_in(item).strip()
    style = styles.name(item)
    if (heading := _level(style)) is not None:
        return DocumentPiece(text, "heading", heading)
    numbering = item.pPr.numPr if item.pPr is not None else None
    if text and (numbering is not None or _LIST.match(style)):
        level = numbering.ilvl if numbering is not None else None
        return DocumentPiece(
            "  " * (level.val if level is not None else 0) + f"- {text}", "list"
        )
    return DocumentPiece(text)


def _level(style: str) -> int | None:
    """Of a heading's style; None for another one."""
    if heading := _HEADING.fullmatch(style.strip()):
        return int(heading[1])
    return TITLE if _TITLE.fullmatch(style.strip()) else None


def _rows(table: Any) -> Iterator[list[tuple[str, int, int]]]:
    """The cells of each row, those of a table within a table as text of its cell; one
    that goes on from above says what that one does."""
    above: dict[int, str] = {}
    for row in table.tr_lst:
        cells: list[tuple[str, int, int]] = []
        for cell in row.tc_lst:
            at = sum(columns for _, columns, _ in cells)
            if cell.vMerge != "continue":
                above[at] = " ".join(_text_in(cell).split())
            cells.append((above.get(at, ""), cell.grid_span, 1))
        yield cells


def _text_in(element: Any) -> str:
    """The words of a paragraph or cell: links, fields, text boxes and insertions too,
    deleted text not."""
    said: list[str] = []
    waiting = [element]
    while waiting:
        inner = waiting.pop()
        if inner.tag == _TEXT:
            said.append(inner.text or "")
        elif inner.tag in _BREAKS:
            said.append(_BREAKS[inner.tag])
        elif inner.tag not in (_FALLBACK, _PROPERTIES):
            if inner.tag == _P and said:
                said.append("\n")
            waiting.extend(reversed(inner))
    return "".join(said)
