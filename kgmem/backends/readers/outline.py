"""What a reader finds, piece by piece, as blocks that know their headings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from kgmem.errors import InvalidInput
from kgmem.model.document import Block

Kind = Literal["heading", "paragraph", "list", "table", "code", "quote"]

TITLE = 0
"""The level of a document's title, above that of every heading."""
MAX_HEADING = 500
"""Characters; what is marked as a heading and longer is a paragraph."""
MAX_COLUMNS = 100
"""So many columns at most a cell counts for."""
_SOFT_HYPHEN = "\u00ad"
"""Where a word may be broken; no letter of it."""
MAX_BLOCK = 500_000
"""Characters; more is cut, at a line's end or a space if there is one."""


class DocumentPiece(NamedTuple):
    """Some text of a document, in its order."""

    text: str
    kind: Kind = "paragraph"
    level: int = 1
    """Of a heading: 0 the title, 1 the highest."""
    page: int | None = None


def outlined(
    pieces: Iterable[DocumentPiece], *, title: str | None = None, empty: str
) -> Iterator[Block]:
    """Each piece that is not blank, with the headings it stands under.

    `title` is what the format itself calls the document; it becomes the first
    heading, unless the text begins with a heading of the highest level. Raises
    InvalidInput(empty) if there is no piece.
    """
    found: Iterator[DocumentPiece] = (p for piece in pieces for p in _tidy(piece))
    first = next(found, None)
    if first is None:
        raise InvalidInput(empty)
    above: list[tuple[int, str]] = []
    if title and not (first.kind == "heading" and first.level <= 1):
        found = chain([first], found)
        first = DocumentPiece(_one_line(title)[:MAX_HEADING], "heading", TITLE)
    for piece in chain([first], found):
        if piece.kind == "heading":
            while above and above[-1][0] >= piece.level:
                above.pop()
            if above and above[-1][1] == piece.text:
                continue  # the title again
        yield _block(piece, above)
        if piece.kind == "heading":
            above.append((piece.level, piece.text))


def table_lines(rows: Iterable[Sequence[tuple[str, int, int]]]) -> Iterator[str]:
    """A line for each row that says something, of cells with their columns and rows: a
    cell that goes over several rows stands in each of them."""
    over: dict[int, tuple[str, int]] = {}
    for row in rows:
        line: list[str] = []
        for text, columns, height in row:
            _from_above(line, over)
            for n in range(min(columns, MAX_COLUMNS)):
                said = "" if n else text
                if height > 1:
                    over[len(line)] = said, height - 1
                line.append(said)
        _from_above(line, over)
        if any(text for text, _, _ in row):
            yield " | ".join(line)


def _from_above(line: list[str], over: dict[int, tuple[str, int]]) -> None:
    while (at := len(line)) in over:
        text, left = over.pop(at)
        if left > 1:
            over[at] = text, left - 1
        line.append(text)


def _block(piece: DocumentPiece, above: list[tuple[int, str]]) -> Block:
    return Block(
        text=piece.text,
        headings=tuple(text for _, text in above),
        page=piece.page,
        kind=piece.kind,
    )


def _tidy(piece: DocumentPiece) -> Iterator[DocumentPiece]:
    """The piece without white space around it, as one or more of bounded length."""
    text = piece.text.replace(_SOFT_HYPHEN, "")
    text = text.strip("\n").rstrip() if piece.kind == "code" else text.strip()
    if piece.kind == "heading":
        text = _one_line(text)
        if len(text) > MAX_HEADING:
            piece = piece._replace(kind="paragraph")
    while len(text) > MAX_BLOCK:
        at = max(text.rfind("\n", 0, MAX_BLOCK), text.rfind(" ", 0, MAX_BLOCK)) + 1
        yield piece._replace(text=text[: at or MAX_BLOCK].rstrip())
        text = text[at or MAX_BLOCK :].lstrip()
    if text.strip():
        yield piece._replace(text=text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
