"""DOCX as blocks."""

import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from kgmem.backends.readers.docx import MAX_XML
from kgmem.errors import InvalidInput
from kgmem.model.document import Block
from tests.growth import growth

Read = Callable[[str, str | bytes], list[Block]]


def saved(document: Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def repacked(data: bytes, name: str, content: bytes) -> bytes:
    """The archive with another content of one part."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
    return out.getvalue()


def test_merged_cell_stands_in_each_of_its_rows(read: Read) -> None:
    document = docx.Document()
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        (table.cell(0, 0), table.cell(0, 1), table.cell(1, 1)),
        ("Norway", "Card", "Transfer"),
        strict=True,
    ):
        cell.text = text
    table.cell(0, 0).merge(table.cell(1, 0))

    [block] = read("a.docx", saved(document))

    assert block.text.splitlines() == ["Norway | Card", "Norway | Transfer"]


def test_headings_paragraphs_lists_and_tables_in_their_order(read: Read) -> None:
    document = docx.Document()
    document.add_heading("退款政策", 0)
    document.add_paragraph("Five days.\nAt most.")
    document.add_heading("Steps", 1)
    document.add_paragraph("Open the page", style="List Number")
    document.add_paragraph("Click", style="List Number")
    document.add_paragraph("")
    document.add_heading("Prices", 2)
    table = document.add_table(2, 2)
    for cell, text in zip(
        (cell for row in table.rows for cell in row.cells),
        ("Name", "Price", "A\nB", "3"),
        strict=True,
    ):
        cell.text = text
    document.add_paragraph("End.")

    blocks = read("a.docx", saved(document))

    top, steps = ("退款政策",), ("退款政策", "Steps")
    prices = (*steps, "Prices")
    assert blocks == [
        Block(text="退款政策", kind="heading"),
        Block(text="Five days.\nAt most.", headings=top),
        Block(text="Steps", headings=top, kind="heading"),
        Block(text="- Open the page\n- Click", headings=steps, kind="list"),
        Block(text="Prices", headings=steps, kind="heading"),
        Block(text="Name | Price\nA B | 3", headings=prices, kind="table"),
        Block(text="End.", headings=prices),
    ]


def test_insertions_links_and_controls_are_text_deletions_not(
    read: Read,
) -> None:
    document = docx.Document()
    for content in (
        "<w:p {}><w:pPr><w:tabs><w:tab w:val='left' w:pos='9'/></w:tabs></w:pPr>"
        "<w:r><w:t xml:space='preserve'>Five </w:t></w:r>"
        "<w:ins w:id='1' w:author='a'><w:r><w:t>working</w:t></w:r></w:ins>"
        "<w:del w:id='2' w:author='a'><w:r><w:delText>old</w:delText></w:r></w:del>"
        "<w:hyperlink><w:r><w:t xml:space='preserve'> days</w:t></w:r></w:hyperlink>"
        "</w:p>",
        "<w:sdt {}><w:sdtContent><w:p><w:r><w:t>In a</w:t><w:tab/><w:t>form</w:t></w:r>"
        "</w:p></w:sdtContent></w:sdt>",
    ):
        document.element.body.insert(
            len(document.element.body) - 1, parse_xml(content.format(nsdecls("w")))
        )

    assert [b.text for b in read("a.docx", saved(document))] == [
        "Five working days",
        "In a\tform",
    ]


def test_what_is_no_docx_is_refused(read: Read) -> None:
    spreadsheet = repacked(
        saved(docx.Document()), "[Content_Types].xml", b"<Types xmlns='x'/>"
    )

    for data in (b"no archive", b"PK\x03\x04 torn", spreadsheet):
        with pytest.raises(InvalidInput, match=r"a\.docx: is no DOCX"):
            read("a.docx", data)


def test_an_archive_that_unpacks_to_too_much_is_refused(read: Read) -> None:
    bomb = repacked(
        saved(docx.Document()), "word/document.xml", b"<a/>" * (MAX_XML // 4 + 1)
    )

    assert len(bomb) < 1_000_000
    with pytest.raises(InvalidInput, match=r"unpacks to .* bytes.*split the document"):
        read("a.docx", bomb)


def with_entities(definitions: str, text: str) -> bytes:
    xml = (
        f"<!DOCTYPE a [{definitions}]><w:document {nsdecls('w')}><w:body><w:p><w:r>"
        f"<w:t>a</w:t><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    )
    return repacked(saved(docx.Document()), "word/document.xml", xml.encode())


def test_no_file_is_read_for_an_entity(read: Read) -> None:
    data = with_entities('<!ENTITY f SYSTEM "file:///etc/hostname">', "&f;")

    assert read("a.docx", data) == [Block(text="a")]


def test_entities_that_multiply_are_refused(read: Read) -> None:
    levels = (f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    data = with_entities('<!ENTITY e0 "lol">' + "".join(levels), "&e9;")

    with pytest.raises(InvalidInput, match="is no DOCX that can be read"):
        read("a.docx", data)


def tables(depth: int) -> bytes:
    start, end = b"<w:tbl><w:tr><w:tc>", b"</w:tc></w:tr></w:tbl>"
    paragraph = b"<w:p><w:r><w:t>deep</w:t></w:r></w:p>"
    return (
        f"<w:document {nsdecls('w')}><w:body>".encode()
        + start * depth
        + paragraph
        + end * depth
        + b"</w:body></w:document>"
    )


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_tables_nested_without_end_are_refused(read: Read, depth: int) -> None:
    data = repacked(saved(docx.Document()), "word/document.xml", tables(depth))

    with pytest.raises(InvalidInput, match="can be read"):
        read("a.docx", data)


@pytest.mark.slow
def test_a_paragraph_of_very_many_runs_takes_time_as_its_length(read: Read) -> None:
    def of_runs(count: int) -> bytes:
        runs = b"<w:r><w:t>ab </w:t></w:r>" * count
        content = f"<w:document {nsdecls('w')}><w:body><w:p>".encode() + runs
        content += b"</w:p></w:body></w:document>"
        return repacked(saved(docx.Document()), "word/document.xml", content)

    few, many = of_runs(5_000), of_runs(50_000)

    times = growth(lambda: read("a.docx", few), lambda: read("a.docx", many))

    (block,) = read("a.docx", many)
    assert len(block.text) == 3 * 50_000 - 1
    assert times < 30
