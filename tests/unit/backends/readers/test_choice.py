"""Which reader reads what, and what is read by none."""

import subprocess
import sys
from pathlib import Path

import pytest

from kgmem.backends.readers import reader_for, reader_of
from kgmem.errors import InvalidInput


@pytest.mark.parametrize(
    ("name", "first", "media"),
    [
        ("a.md", b"text", "markdown"),
        ("A.MARKDOWN", b"text", "markdown"),
        ("a.txt", b"# not a heading here", "text"),
        ("a.log", b"2024-05-31 started", "text"),
        ("a", b"text", "text"),
        ("", b"\n\n## Heading\n", "markdown"),
        ("notes", "# 标题\n".encode("gb18030"), "markdown"),
        ("a.html", b"text", "html"),
        ("a.htm", b"<p>text", "html"),
        ("a.txt", b"\xef\xbb\xbf<!DOCTYPE  html>\n<html>", "html"),
        ("a", b'<?xml version="1.0"?>\n<html xmlns="x">', "html"),
        ("a.pdf", b"no PDF at all", "pdf"),
        ("a.txt", b"%PDF-1.7\n\xe2\xe3", "pdf"),
        ("a", b"\r\njunk %PDF-1.4", "pdf"),
        ("a.docx", b"no archive", "docx"),
        ("a.bin", b"PK\x03\x04\x14\x00", "docx"),
    ],
)
def test_content_counts_more_than_a_name(name: str, first: bytes, media: str) -> None:
    assert reader_for(name, first).media == media


@pytest.mark.parametrize(
    ("name", "first", "error"),
    [
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", r"a\.doc: is an old Office"),
        (
            "a.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01",
            r"a\.png: is a binary file",
        ),
        ("a.md", bytes(range(256)) * 9, r"a\.md: is a binary file"),
        ("a.md", b"", r"a\.md: is empty"),
        ("", b" \n", "the document: is empty"),
    ],
)
def test_what_is_not_read_has_a_cure(name: str, first: bytes, error: str) -> None:
    with pytest.raises(InvalidInput, match=error):
        reader_for(name, first)


def test_a_file_is_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text("<html><p>a", encoding="utf-8")

    assert reader_of(path, path.name).media == "html"
    with pytest.raises(InvalidInput, match="can't be read: No such file"):
        reader_of(tmp_path / "none", "none")


@pytest.mark.slow
def test_the_libraries_are_loaded_when_they_are_needed() -> None:
    code = (
        "import sys, kgmem.backends.readers as r; r.reader_for('a.txt', b'a');"
        "print({'lxml', 'pypdf', 'docx', 'markdown_it'}"
        " & set(sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout.strip() == "set()", done.stderr
