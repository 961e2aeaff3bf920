"""HTML: what a reader of the page sees, block by block."""

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any, BinaryIO

from lxml import etree
from lxml.html import HTMLParser, document_fromstring

from kgmem.backends.readers.attributes import bounded
from kgmem.backends.readers.outline import DocumentPiece, outlined, table_lines
from kgmem.backends.readers.text import note_broken, nothing_in
from kgmem.backends.readers.wrapped import flowing
from kgmem.errors import InvalidInput
from kgmem.model.document import Block
from kgmem.model.texts.text_lines import BROKEN, encoding_of, sample_of

MAX_HTML = 20_000_000
"""Bytes; as a tree a page takes some twenty times as much memory."""

MAX_INDENT = 8
"""Levels of a list that are shown as such."""

_CHARSET = re.compile(
    rb"""<(?:meta\s[^>]{0,200}?charset|\?xml\s[^>]{0,200}?encoding)\s{0,9}=\s{0,9}["']?\s{0,9}"""
    rb"(utf-?8|gb\w{0,9}|big5[\w-]{0,9}|(?:windows|iso|cp|euc|koi8|shift)[\w-]{0,20})",
    re.IGNORECASE,
)
_HEAD = 4096
"""Bytes at a page's start in which its encoding may stand (HTML says 1024)."""
_HIDING = re.compile(
    r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden", re.IGNORECASE
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNREAD = _words(
    "button canvas datalist embed iframe input nav noembed noframes noscript "
    "object option script select style svg template textarea"
)
"""What is not shown, or is no part of what the page says."""
_BLOCKS = _words(
    "address article aside blockquote body caption center dd details dialog div dl dt "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html "
    "legend li main menu ol p pre search section summary table tbody td tfoot th thead "
    "tr ul"
)
"""What begins on a line of its own."""
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
"""Byte order marks, which count more than what the page declares."""
_HIDDEN = "hidden-element"
_BREAK = "\x0b"
"""Stands for `br` until white space is folded; HTML does not allow it in a page."""
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252"}
"""What pages mean that declare the first (WHATWG Encoding)."""
_LISTS = frozenset({"ul", "ol", "menu", "dl"})
_RICH = (*_HEADINGS, "table", "pre")
"""A list or table that holds one of these is there for the layout."""


class HtmlReader:
    """What the page shows, but for its navigation; nothing it refers to is fetched."""

    media = "html"

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        """Block after block; the page's title is the first heading."""
        data.seek(0)
        markup = data.read(MAX_HTML + 1)
        if len(markup) > MAX_HTML:
            raise InvalidInput(
                f"{name}: is larger than {MAX_HTML:,} bytes; split it, or save the "
                "page as plain text"
            )
        root = _parsed(_text_of(markup, name), name)
        empty = (
            f"{nothing_in(name)} (a page that a script fills has to be saved from the "
            "browser when it has loaded)"
        )
        return outlined(_pieces(root), title=root.findtext("head/title"), empty=empty)


def pieces_of(markup: str, name: str = "HTML") -> Iterator[DocumentPiece]:
    """What a part of a page says."""
    return _pieces(_parsed(markup, name))


def _text_of(markup: bytes, name: str) -> str:
    """The page as text: by its byte order mark, its `meta` tag, else by its bytes."""
    declared = _CHARSET.search(markup, 0, _HEAD)
    if declared and not markup.startswith(_MARKS):
        told = declared[1].decode().lower()
        with suppress(LookupError, UnicodeError):  # it says something else than it is
            return markup.decode(_WIDER.get(told, told))
    encoding = encoding_of(sample_of(BytesIO(markup)))
    if encoding is None:
        raise InvalidInput(f"{name}: is a binary file, no HTML; give the page itself")
    text = markup.decode(encoding, "replace")
    note_broken(name, text.count(BROKEN), encoding)
    return text


def _parsed(markup: str, name: str) -> Any:
    """The page's tree without what is not read.

    Nothing is fetched and no entity is defined by the page: libxml2's HTML parser knows
    neither. `huge_tree` keeps it from dropping long texts without a word.
    """
    parser = HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        few = bounded(markup).encode("utf-8", "replace")
        root = document_fromstring(few, parser=parser)
    except etree.ParserError:  # nothing but comments, for one
        return document_fromstring("<p></p>")
    if any(entry.level >= etree.ErrorLevels.FATAL for entry in parser.error_log):
        raise InvalidInput(
            f"{name}: its elements are nested too deeply; save the page as plain text"
        )
    for element in root.iter(etree.Element):
        if element.tag not in ("html", "body") and _is_hidden(element):
            element.tag = _HIDDEN
    etree.strip_elements(root, _HIDDEN, with_tail=False)
    return root


def _is_hidden(element: Any) -> bool:
    return (
        element.tag in _UNREAD
        or "hidden" in element.attrib
        or element.get("aria-hidden") == "true"
        or element.get("role") == "navigation"
        or _HIDING.search(element.get("style", "")[:1000]) is not None
    )


def _pieces(root: Any) -> Iterator[DocumentPiece]:
    """The blocks of a page's body in their order; text between them is a paragraph."""
    body = root.find("body")
    if body is None:
        return
    for_layout = _ancestors(body, _RICH)
    said: list[str] = []
    quotes = 0
    walk = etree.iterwalk(body, events=("start", "end"))
    for event, element in walk:
        tag = element.tag
        if tag in _BLOCKS and (text := _flowing(said)):
            yield DocumentPiece(text, "quote" if quotes else "paragraph")
        if tag in _BLOCKS:
            said = []
        if tag == "blockquote":
            quotes += 1 if event == "start" else -1
        if event == "end":
            said.append(element.tail or "")
        elif tag in _BLOCKS and (whole := _whole(element, for_layout)):
            yield from whole
            walk.skip_subtree()
        else:
            said.append(_BREAK if tag == "br" else element.text or "")
    if text := _flowing(said):
        yield DocumentPiece(text)


def _ancestors(root: Any, tags: Iterable[str]) -> Container[Any]:
    """The elements that hold one of `tags`."""
    found: set[Any] = set()
    for element in root.iter(*tags):
        for ancestor in element.iterancestors():
            if ancestor in found:
                break
            found.add(ancestor)
    return found


def _whole(element: Any, for_layout: Container[Any]) -> list[DocumentPiece]:
    """What an element is by itself; nothing for one that holds other blocks."""
    tag = element.tag
    if tag in _HEADINGS:
        return [DocumentPiece(_text_in(element), "heading", _HEADINGS[tag])]
    if tag == "pre":
        return [DocumentPiece("".join(element.itertext()), "code")]
    if tag in _LISTS and element not in for_layout:
        return [DocumentPiece("\n".join(_items(element)), "list")]
    if tag == "table" and element not in for_layout:
        captions = [
            DocumentPiece(_text_in(caption)) for caption in element.iter("caption")
        ]
        lines = table_lines(_cells(row) for row in element.iter("tr"))
        return [*captions, DocumentPiece("\n".join(lines), "table")]
    return []


def _cells(row: Any) -> list[tuple[str, int, int]]:
    return [
        (_text_in(cell), _count(cell, "colspan"), _count(cell, "rowspan"))
        for cell in row.iterchildren("td", "th")
    ]


def _count(cell: Any, name: str) -> int:
    told = cell.get(name, "")[:5].strip()
    return max(1, int(told)) if told.isdecimal() else 1


def _items(top: Any) -> Iterator[str]:
    """A line per item or line within one, indented as deep as its list is."""
    numbers: list[int | None] = []
    mark, said = "", [""]
    for event, element in etree.iterwalk(top, events=("start", "end")):
        tag = element.tag
        if tag in _BLOCKS or tag == "br":
            if text := _flowing(said):
                yield "  " * min(len(numbers) - 1, MAX_INDENT) + mark + text
                mark = ""
            said = []
        if event == "end":
            if tag in _LISTS:
                numbers.pop()
            if element is not top:
                said.append(element.tail or "")
            continue
        if tag in _LISTS:
            numbers.append(1 if tag == "ol" else None)
        elif tag in ("li", "dt") and numbers:
            number = numbers[-1]
            mark = "- " if number is None else f"{number}. "
            numbers[-1] = None if number is None else number + 1
        said.append(element.text or "")


def _text_in(element: Any) -> str:
    """Its words on one line; blocks within it are apart."""
    said = [element.text or ""]
    for event, inner in etree.iterwalk(element, events=("start", "end")):
        if inner is element:
            continue
        said.append(" " if inner.tag in _BLOCKS or inner.tag == "br" else "")
        said.append((inner.text if event == "start" else inner.tail) or "")
    return flowing("".join(said))


def _flowing(said: Iterable[str]) -> str:
    lines = (flowing(line) for line in "".join(said).split(_BREAK))
    return "\n".join(line for line in lines if line)
