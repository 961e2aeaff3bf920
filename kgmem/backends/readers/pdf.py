"""PDF with a text layer: page by page, wrapped lines put together again."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import BinaryIO

import pypdf
from pypdf.errors import DependencyError, FileNotDecryptedError

from kgmem.backends.readers.outline import DocumentPiece, outlined
from kgmem.backends.readers.wrapped import unwrapped
from kgmem.errors import InvalidInput, KgmemError
from kgmem.language.vocabulary import either
from kgmem.model.document import Block

log = logging.getLogger(__name__)
# What pypdf works around in a file is of no use to who reads the log.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)

MAX_PAGES = 20_000
MAX_PAGE_BYTES = 20_000_000
"""Drawing instructions of one page, unpacked; a page of text has some 10,000."""
MAX_PAGE_TEXTS = 20_000
"""Pieces of text on one page, which may be single letters. Their number counts squared:
so many take about a second."""

_PAGE_NUMBER = re.compile(
    rf"(?:(?:{either('document.page', spaced=True)})\s{{1,3}})?[-–—\s]{{0,4}}\d{{1,5}}"
    rf"[-–—\s]{{0,4}}(?:(?:{either('document.of_pages')}|/)\s{{0,3}}\d{{1,5}})?"
    rf"|(?:{either('ordinal.before', spaced=False)})\s{{0,3}}\d{{1,5}}\s{{0,3}}"
    rf"(?:{either('document.page', spaced=False)}).{{0,20}}",
    re.IGNORECASE,
)
_ENDS_SENTENCE = re.compile(r"[.!?:;。！？：；…][\"'”’」』)）]{0,3}$")
_NO_TITLE = re.compile(
    rf"(?:{either('document.untitled')}|.{{0,500}}\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|html?))",
    re.IGNORECASE,
)
"""What programs enter as title by themselves: `untitled`, the file it was made from."""


class PdfReader:
    """The text layer's paragraphs with their pages; headings are not told apart, and
    what repeats at the edges of pages is read once."""

    media = "pdf"

    def read(self, data: BinaryIO, *, name: str) -> Iterator[Block]:
        """Paragraph after paragraph; the document's title is the first heading."""
        with _told(name, "is no PDF that can be read"):
            pdf = pypdf.PdfReader(data)
            _unlock(pdf, name)
            count = len(pdf.pages)
            title = _title(pdf)
        if count > MAX_PAGES:
            raise InvalidInput(
                f"{name}: has {count:,} pages; split it, {MAX_PAGES:,} are read"
            )
        empty = (
            f"{name}: has no text on its {count} page{'s' * (count != 1)}, so it was "
            "probably scanned; run OCR first (such as `ocrmypdf in.pdf out.pdf`) and "
            "give the result"
        )
        return outlined(_pieces(pdf, name), title=title, empty=empty)


@contextmanager
def _told(name: str, what: str) -> Iterator[None]:
    """Whatever pypdf raises on a damaged or hostile file, as InvalidInput."""
    try:
        yield
    except KgmemError:
        raise
    except (FileNotDecryptedError, DependencyError) as error:  # a cipher it lacks
        raise InvalidInput(_encrypted(name)) from error
    except Exception as error:  # pypdf has no root for what a broken file can cause
        raise InvalidInput(
            f"{name}: {what} ({type(error).__name__}); open it in a viewer and save it "
            "again, or repair it (such as `qpdf in.pdf out.pdf`)"
        ) from error


def _unlock(pdf: pypdf.PdfReader, name: str) -> None:
    """Open a PDF that only restricts printing; one with a password is refused."""
    if pdf.is_encrypted and pdf.decrypt("") == pypdf.PasswordType.NOT_DECRYPTED:
        raise InvalidInput(_encrypted(name))


def _encrypted(name: str) -> str:
    return (
        f"{name}: is encrypted; save it without a password "
        "(such as `qpdf --decrypt --password=… in.pdf out.pdf`)"
    )


def _title(pdf: pypdf.PdfReader) -> str | None:
    title = pdf.metadata.title if pdf.metadata else None
    title = " ".join(str(title or "").split())
    return None if not title or _NO_TITLE.fullmatch(title) else title


def _pieces(pdf: pypdf.PdfReader, name: str) -> Iterator[DocumentPiece]:
    blank = 0
    before: list[str] = []
    for number, page in enumerate(pdf.pages, 1):
        with _told(name, f"has a damaged page {number}"):
            text = _text_of(page, f"{name}: page {number}")
        lines = _body(text.splitlines())
        blank += not lines
        for paragraph in _paragraphs(_without_margins(lines, before)):
            yield DocumentPiece(paragraph, page=number)
        before = lines
    if 0 < blank < len(pdf.pages):
        log.warning("%s: %d of %d pages have no text", name, blank, len(pdf.pages))


def _without_margins(lines: list[str], before: list[str]) -> list[str]:
    """A page's lines without a first and a last one that the page before has, too."""
    start = lines[:1] == before[:1]
    end = lines[-1:] == before[-1:]
    return lines[start : len(lines) - end]


def _text_of(page: pypdf.PageObject, what: str) -> str:
    """The page's lines; nothing, and a warning, for one that would take minutes."""
    contents = page.get_contents()
    drawing = contents.get_data() if contents is not None else b""
    texts = drawing.count(b"Tj") + drawing.count(b"TJ")
    if len(drawing) > MAX_PAGE_BYTES or texts > MAX_PAGE_TEXTS:
        log.warning("%s is too large a drawing, its text is left out", what)
        return ""
    return page.extract_text()


def _body(lines: list[str]) -> list[str]:
    """The lines, without white space around them and without the page's number."""
    body = [line.strip() for line in lines]
    while body and _is_margin(body[-1]):
        body.pop()
    while body and _is_margin(body[0]):
        del body[0]
    return body


def _is_margin(line: str) -> bool:
    return not line or _PAGE_NUMBER.fullmatch(line) is not None


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """A paragraph ends at a blank line, and where a sentence ends before the width
    ends the line."""
    for lines_together in _between_blanks(lines):
        held: list[str] = []
        for line in unwrapped(lines_together).split("\n"):
            held.append(line)
            if _ENDS_SENTENCE.search(line):
                yield "\n".join(held)
                held = []
        if held:
            yield "\n".join(held)


def _between_blanks(lines: list[str]) -> Iterator[list[str]]:
    for blank, group in groupby(lines, key=lambda line: not line):
        if not blank:
            yield list(group)
