"""Plain text, and what is common to all readers."""

import io
import logging
import tracemalloc
from collections.abc import Callable

import pytest

from kgmem.backends.readers.outline import MAX_BLOCK, DocumentPiece, outlined
from kgmem.backends.readers.text import TextReader
from kgmem.errors import InvalidInput
from kgmem.model.document import Block

Read = Callable[[str, str | bytes], list[Block]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_text_of_any_encoding(read: Read, encoding: str) -> None:
    text = "退款在五个工作日内到账。\r\n\r\n请在订单页面申请。"

    blocks = read("a.txt", text.encode(encoding))

    assert [b.text for b in blocks] == text.split("\r\n\r\n")


def test_broken_bytes_are_shown_and_counted(
    read: Read, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        blocks = read("a.txt", "退款五天到账\n".encode() * 9 + b"\xff\xfe\n")

    assert blocks[0].text.endswith("\ufffd\ufffd")
    assert caplog.messages == ["a.txt: 2 characters can't be read as utf-8"]


@pytest.mark.slow
def test_a_long_file_is_never_in_memory_as_a_whole() -> None:
    data = io.BytesIO(b"word " * 2_000_000 + b"\n\n" + b"line of text\n" * 800_000)
    tracemalloc.start()

    length = sum(len(b.text) for b in TextReader().read(data, name="a.txt"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert length > 19_000_000
    assert peak < 5_000_000


def test_a_line_without_an_end_is_cut_between_words(read: Read) -> None:
    words = [f"word{n}" for n in range(60_000)]

    blocks = read("a.txt", " ".join(words))

    assert len(blocks) > 3
    assert " ".join(b.text for b in blocks).split() == words


# wrapped lines ------------------------------------------------------------------------


# blocks -------------------------------------------------------------------------------


def blocks_of(*pieces: DocumentPiece, title: str | None = None) -> list[Block]:
    return list(outlined(pieces, title=title, empty="nothing"))


def test_very_long_pieces_are_cut_and_very_long_headings_are_paragraphs() -> None:
    long = blocks_of(DocumentPiece("word " * MAX_BLOCK))
    heading = blocks_of(DocumentPiece("x" * 600, "heading"))

    assert max(len(b.text) for b in long) <= MAX_BLOCK
    assert sum(b.text.count("word") for b in long) == MAX_BLOCK
    assert heading[0].kind == "paragraph"


def test_nothing_at_all_is_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing"):
        blocks_of(DocumentPiece(" "), DocumentPiece("", "heading"), title="T")
