"""PDF as blocks."""

import io
import logging
import zlib
from collections.abc import Callable

import pypdf
import pytest

from kgmem.backends.readers.pdf import MAX_PAGE_TEXTS
from kgmem.errors import InvalidInput
from kgmem.model.document import Block
from tests.unit.backends.readers.pdfs import (
    pdf,
    scanned_pdf,
)

Read = Callable[[str, str | bytes], list[Block]]

LINES = [
    "Refunds arrive within five working days after the request was ac-",
    "cepted by our team. They go to the account that was used for the",
    "payment. We do not refund shipping.",
    "Exchanges are possible, too, within thirty days after the delivery",
    "of the goods.",
    "- by mail",
    "- in a shop",
    "- 3 -",
]


def test_paragraphs_have_their_page_and_no_line_ends_of_the_width(read: Read) -> None:
    blocks = read("a.pdf", pdf(LINES, ["Second page.", "Page 2 of 2"]))

    assert blocks == [
        Block(
            text="Refunds arrive within five working days after the request was "
            "accepted by our team. They go to the account that was used for the "
            "payment. We do not refund shipping.",
            page=1,
        ),
        Block(
            text="Exchanges are possible, too, within thirty days after the delivery "
            "of the goods.",
            page=1,
        ),
        Block(text="- by mail\n- in a shop", page=1),
        Block(text="Second page.", page=2),
    ]


@pytest.mark.parametrize("data", [scanned_pdf(), pdf([])])
def test_a_scan_is_refused_with_the_cure(read: Read, data: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"has no text on its 1 page, so.*run OCR"):
        read("a.pdf", data)


def test_pages_without_text_are_told(
    read: Read, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        read("a.pdf", pdf(["Five days."], [], []))

    assert caplog.messages == ["a.pdf: 2 of 3 pages have no text"]


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.4\nnothing that a PDF needs",
        pdf(LINES)[:300],
        pdf(LINES).replace(b"/Kids [3 0 R]", b"/Kids [2 0 R]"),
        pdf(LINES).replace(b"Tf 14 TL", b"Tf ((( TL"),
    ],
)
def test_a_damaged_file_is_refused_without_noise(
    read: Read, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidInput, match=r"a\.pdf: (is no PDF|has a damaged page 1)"):
        read("a.pdf", data)
    assert not caplog.records


def encrypted(password: str, owner: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(["Five days."])))
    writer.encrypt(password, owner_password=owner, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_password_is_asked_to_be_taken_off(read: Read) -> None:
    cipher_it_lacks = pdf(LINES).replace(
        b"trailer\n<<",
        b"trailer\n<< /Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /O (a) "
        b"/U (b) /P -4 >> /ID [<00> <00>]",
    )

    for data in (encrypted("secret", "owner"), cipher_it_lacks):
        with pytest.raises(InvalidInput, match="is encrypted; save it without a pass"):
            read("a.pdf", data)


def with_drawing(drawing: bytes) -> bytes:
    """A page that is drawn so; the drawing is packed."""
    data, packed = pdf(["Five days."]), zlib.compress(drawing)
    start = data.index(b"<< /Length")
    end = data.index(b"endstream", start)
    head = b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(packed)
    return data[:start] + head + packed + b"\n" + data[end:]


def test_a_page_that_unpacks_to_too_much_is_refused(read: Read) -> None:
    with pytest.raises(InvalidInput, match="has a damaged page 1"):
        read("a.pdf", with_drawing(b"q Q " * 40_000_000))


def test_a_page_that_would_take_minutes_is_left_out_and_told(
    read: Read, caplog: pytest.LogCaptureFixture
) -> None:
    page = b"BT /F 12 Tf 14 TL " + b"(a) Tj T*\n" * (MAX_PAGE_TEXTS + 1) + b"ET"

    with pytest.raises(InvalidInput, match="no text"):
        read("a.pdf", with_drawing(page))

    assert "a.pdf: page 1 is too large a drawing" in caplog.text
