"""Plain text, read line by line: paragraphs stand between blank lines."""

import logging
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from kgmem.backends.readers.outline import DocumentPiece, outlined
from kgmem.backends.readers.wrapped import unwrapped
from kgmem.errors import InvalidInput
from kgmem.model.document import Block
from kgmem.model.texts.text_lines import (
    BROKEN,
    TextLine,
    encoding_of,
    sample_of,
    text_lines,
)

log = logging.getLogger(__name__)

MAX_PARAGRAPH = 20_000
"""Characters of a paragraph; a longer one is cut at a line's end."""


class TextReader:
    """Paragraphs, without headings; a file of any size."""

    media = "text"

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        """Paragraph after paragraph."""
        return outlined(
            _paragraphs(_whole_words(lines_of(data, name))), empty=nothing_in(name)
        )


def nothing_in(name: str) -> str:
    """Says that a document is empty."""
    return f"{name}: holds no text; give a document that says something"


def not_text(name: str) -> str:
    """Says that a file is none of what is read."""
    return (
        f"{name}: is a binary file of another kind; documents are text, Markdown, "
        "HTML, PDF and DOCX: convert it to one of them"
    )


def lines_of(data: BinaryIO, name: str) -> Iterator[TextLine]:
    """The lines of a text file of any encoding; how much of it was no text is logged.

    Raises InvalidInput for a binary file.
    """
    encoding = encoding_of(sample_of(data))
    if encoding is None:
        raise InvalidInput(not_text(name))
    broken = 0
    for line in text_lines(data, encoding):
        broken += line.text.count(BROKEN)
        yield line
    note_broken(name, broken, encoding)


def note_broken(name: str, characters: int, encoding: str) -> None:
    """Log how many characters of a document became U+FFFD, if any."""
    if characters:
        log.warning("%s: %d characters can't be read as %s", name, characters, encoding)


def whole_text(data: BinaryIO, name: str, limit: int) -> str:
    """All of a text file; InvalidInput where it is longer than `limit` characters."""
    parts: list[str] = []
    length = 0
    for line in lines_of(data, name):
        parts.append(line.text + "\n" * (not line.goes_on))
        length += len(parts[-1])
        if length > limit:
            raise InvalidInput(
                f"{name}: is longer than {limit:,} characters; split it at its "
                "chapters, or save it as plain text, which may have any length"
            )
    return "".join(parts)


def _whole_words(lines: Iterable[TextLine]) -> Iterator[str]:
    """The lines and the pieces of long ones, which end at a space if they have one."""
    rest = ""
    for line in lines:
        text = rest + line.text
        at = text.rfind(" ") + 1 if line.goes_on else 0
        yield text[: at or len(text)].strip()
        rest = text[at:] if at else ""
    if rest:
        yield rest


def _paragraphs(lines: Iterable[str]) -> Iterator[DocumentPiece]:
    held: list[str] = []
    length = 0
    for line in lines:
        if line and length + len(line) <= MAX_PARAGRAPH:
            held.append(line)
            length += len(line)
            continue
        if held:
            yield DocumentPiece(unwrapped(held))
        held, length = ([line], len(line)) if line else ([], 0)
    if held:
        yield DocumentPiece(unwrapped(held))
