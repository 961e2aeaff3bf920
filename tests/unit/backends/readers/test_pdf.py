"""PDF as blocks."""

import io
import logging
import time
import zlib
from collections.abc import Callable

import pypdf
import pytest

from kgmem.backends.readers.pdf import MAX_PAGE_TEXTS
from kgmem.errors import InvalidInput
from kgmem.model.document import Block
from tests.unit.backends.readers.pdfs import (
    _LATIN_FONT,
    _file,
    _stream,
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


def test_what_stands_at_the_edge_of_each_page_is_read_once(read: Read) -> None:
    pages = [["Handbook", text, "Acme Inc.", str(n)] for n, text in enumerate("abc", 1)]

    blocks = read("a.pdf", pdf(*pages))

    assert [b.text for b in blocks] == ["Handbook\na\nAcme Inc.", "b", "c"]


def test_chinese_lines_are_joined_without_a_space(read: Read) -> None:
    first = "退款将在申请通过之后的五个工作日之内退回到原来的支付账户当"
    second = "中，如果超过五个工作日没有到账，请联系我们的客服人员核实。"

    blocks = read("a.pdf", pdf([first, second, "第 1 页 共 9 页"]))

    assert blocks == [Block(text=first + second, page=1)]


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


def with_forms(count: int, *, back_to: int | None = None) -> bytes:
    """A page that draws a form ten times, which draws the next one ten times, and so
    on; the last one has a word, or draws the form `back_to` again."""
    head = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
        _stream(b"BT /F 12 Tf 72 720 Td (Start) Tj ET /X Do"),
        _LATIN_FONT,
    ]
    drawn, word = b"/X Do " * 10, b"BT /F 12 Tf (a) Tj ET"
    last = word if back_to is None else drawn
    forms = [
        _stream(
            drawn if number < count - 1 else last,
            b"/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /Font "
            b"<< /F 5 0 R >> /XObject << /X %d 0 R >> >> "
            % (7 + number if number < count - 1 else 6 + (back_to or 0)),
        )
        for number in range(count)
    ]
    return _file([*head, *forms], b"")


@pytest.mark.parametrize("back_to", [None, 0, 5])
@pytest.mark.slow
def test_forms_within_forms_take_seconds(read: Read, back_to: int | None) -> None:
    data = with_forms(14, back_to=back_to)
    start = time.process_time()

    (block,) = read("a.pdf", data)

    assert block.text.startswith("Start")
    assert time.process_time() - start < 30
