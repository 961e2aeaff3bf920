"""Small PDF files, written by hand."""

from collections.abc import Sequence

UNICODE_MAP = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
    b"1 begincodespacerange <0000> <ffff> endcodespacerange "
    b"1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap end end"
)
"""Each code of two bytes is its own character."""


def pdf(*pages: Sequence[str], title: str | None = None) -> bytes:
    """A page per list of lines, in a Chinese font if one of them is not Latin-1."""
    font = 3 + 2 * len(pages)
    kids = b" ".join(b"%d 0 R" % (3 + 2 * n) for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
    ]
    chinese = not all(line.isascii() for lines in pages for line in lines)
    for n, lines in enumerate(pages):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            b"/Contents %d 0 R /Resources << /Font << /F %d 0 R >> >> >>"
            % (4 + 2 * n, font)
        )
        shown = b"".join(_shown(line, chinese) + b" Tj T*\n" for line in lines)
        objects.append(_stream(b"BT /F 12 Tf 14 TL 72 720 Td\n" + shown + b"ET"))
    objects += _chinese_font(font) if chinese else [_LATIN_FONT]
    info = b""
    if title is not None:
        objects.append(
            b"<< /Title <feff%s> >>" % title.encode("utf-16-be").hex().encode()
        )
        info = b"/Info %d 0 R " % len(objects)
    return _file(objects, info)


def scanned_pdf() -> bytes:
    """A page that is a picture."""
    image = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
            b"/Resources << /XObject << /I 5 0 R >> >> >>",
            _stream(b"612 0 0 792 0 0 cm /I Do"),
            _stream(b"\0", image + b" /BitsPerComponent 8 "),
        ],
        b"",
    )


_LATIN_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def _chinese_font(number: int) -> list[bytes]:
    return [
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light "
        b"/Encoding /UniGB-UCS2-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>"
        % (number + 1, number + 2),
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo "
        b"<< /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>",
        _stream(UNICODE_MAP),
    ]


def _shown(line: str, chinese: bool) -> bytes:
    if chinese:
        return b"<%s>" % line.encode("utf-16-be").hex().encode()
    return b"(%s)" % line.encode("latin-1")


def _stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<< %s/Length %d >>\nstream\n%s\nendstream" % (more, len(data), data)


def _file(objects: Sequence[bytes], info: bytes) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R %s>>\n"
        b"startxref\n%d\n%%%%EOF\n" % (count, table, count, info, len(out))
    )
