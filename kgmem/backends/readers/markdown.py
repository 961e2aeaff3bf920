"""Markdown (CommonMark with tables): what it says, without the marks."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, BinaryIO

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kgmem.backends.readers.outline import DocumentPiece, Kind, outlined
from kgmem.backends.readers.text import nothing_in, whole_text
from kgmem.backends.readers.wrapped import flowing
from kgmem.model.document import Block

Say = Callable[[Token], str]
"""The words of a token."""

MAX_MARKDOWN = 10_000_000
"""Characters of a document; it is parsed as a whole, at about 2 MB a second."""
MAX_INLINE = 20_000
"""Characters of a paragraph in which marks are looked for; parsing them takes time
that grows with the square of their number."""

_FRONT = re.compile(r"\s*(---|\+\+\+)[ \t]*\n")
_FRONT_LINES = 200
_TITLE = re.compile(r"title[ \t]*[:=][ \t]*(.*\S)", re.IGNORECASE)


class MarkdownReader:
    """Blocks as the marks tell them; links give their text, comments are dropped."""

    media = "markdown"

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        """Block after block; the front matter's title is the first heading."""
        title, text = _front_matter(whole_text(data, name, MAX_MARKDOWN))
        return outlined(_pieces(text), title=title, empty=nothing_in(name))


def _front_matter(text: str) -> tuple[str | None, str]:
    """The title in the YAML or TOML at the start, and the text behind it."""
    fence = _FRONT.match(text)
    if not fence:
        return None, text
    title, at = None, fence.end()
    for line in islice(text[at:].split("\n", _FRONT_LINES), _FRONT_LINES):
        at += len(line) + 1
        if line.strip() == fence[1]:
            return title, text[at:]
        if found := _TITLE.match(line):
            title = found[1].strip("\"'")
    return None, text


def _pieces(text: str) -> Iterator[DocumentPiece]:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.core.ruler.disable(["inline", "text_join"])  # `_said` does what is needed
    links: dict[str, Any] = {}
    tokens = parser.parse(text, links)
    say = partial(_said, parser, links)
    at = 0
    while at < len(tokens):
        end = _end_of(tokens, at)
        yield from _piece(tokens[at:end], say)
        at = end


def _end_of(tokens: Sequence[Token], at: int) -> int:
    """Where the block that begins at `at` ends."""
    depth = 0
    for end in range(at, len(tokens)):
        depth += tokens[end].nesting
        if depth == 0:
            return end + 1
    return len(tokens)


def _piece(block: Sequence[Token], say: Say) -> Iterator[DocumentPiece]:
    first = block[0]
    if first.type == "heading_open":
        yield DocumentPiece(say(block[1]), "heading", int(first.tag[1:]))
    elif first.type in ("fence", "code_block"):
        yield DocumentPiece(first.content, "code")
    elif first.type == "html_block":
        yield from _html(first.content)
    elif first.type == "table_open":
        yield DocumentPiece("\n".join(_rows(block, say)), "table")
    elif first.type in ("bullet_list_open", "ordered_list_open"):
        yield DocumentPiece("\n".join(_items(block, say)), "list")
    else:
        said = (say(token) for token in block)
        kind: Kind = "quote" if first.type == "blockquote_open" else "paragraph"
        yield DocumentPiece("\n".join(text for text in said if text), kind)


def _html(markup: str) -> Iterator[DocumentPiece]:
    if markup.lstrip().startswith("<!--") and markup.rstrip().endswith("-->"):
        return
    from kgmem.backends.readers.html import pieces_of  # seldom needed

    yield from pieces_of(markup)


def _rows(block: Sequence[Token], say: Say) -> Iterator[str]:
    cells: list[str] = []
    for token in block:
        if token.type == "inline":
            cells.append(say(token))
        elif token.type == "tr_close":
            yield " | ".join(cells)
            cells = []


def _items(block: Sequence[Token], say: Say) -> Iterator[str]:
    """A line per item and per further paragraph of one, indented as deep as it is."""
    numbers: list[int | None] = []
    mark = ""
    for token in block:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            ordered = token.type.startswith("ordered")
            numbers.append(int(token.attrGet("start") or 1) if ordered else None)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            numbers.pop()
        elif token.type == "list_item_open":
            number = numbers[-1]
            mark = "- " if number is None else f"{number}. "
            numbers[-1] = None if number is None else number + 1
        elif said := say(token):
            yield "  " * (len(numbers) - 1) + mark + said
            mark = ""


def _said(parser: MarkdownIt, links: dict[str, Any], token: Token) -> str:
    """The words of a paragraph or code; nothing for a token that holds none."""
    if token.type in ("fence", "code_block"):
        return token.content.strip("\n")
    if token.type != "inline":
        return ""
    if len(token.content) > MAX_INLINE:
        return flowing(token.content)
    children: list[Token] = []
    parser.inline.parse(token.content, parser, links, children)
    lines = [""]
    for child in children:
        if child.type == "hardbreak" or child.content.lower().startswith("<br"):
            lines.append("")
        elif child.type != "html_inline":
            lines[-1] += "\n" if child.type == "softbreak" else child.content
    return "\n".join(line for line in map(flowing, lines) if line)
