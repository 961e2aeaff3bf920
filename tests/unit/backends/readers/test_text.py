"""Plain text, and what is common to all readers."""

import io
import logging
import tracemalloc
from collections.abc import Callable

import pytest

from kgmem.backends.readers.outline import MAX_BLOCK, DocumentPiece, outlined
from kgmem.backends.readers.text import MAX_PARAGRAPH, TextReader
from kgmem.backends.readers.wrapped import flowing, unwrapped
from kgmem.errors import InvalidInput
from kgmem.model.document import Block

Read = Callable[[str, str | bytes], list[Block]]


def test_paragraphs_stand_between_blank_lines(read: Read) -> None:
    blocks = read("a.txt", "\n\nFirst.\n \t\n\nSecond\nline.\n\n")

    assert blocks == [Block(text="First."), Block(text="Second\nline.")]


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


def test_a_paragraph_without_an_end_is_cut_between_lines(read: Read) -> None:
    blocks = read("a.txt", "a line.\n" * 10_000)

    assert all(len(b.text) < 2 * MAX_PARAGRAPH for b in blocks)
    assert sum(b.text.count("a line.") for b in blocks) == 10_000


# wrapped lines ------------------------------------------------------------------------


def test_lines_that_the_width_cut_are_joined() -> None:
    lines = [
        "Refunds arrive within five working days after the request was ac-",
        "cepted by our team. They go to the account that was used for the",
        "payment.",
        "Exchanges are possible, too.",
    ]

    assert unwrapped(lines) == (
        "Refunds arrive within five working days after the request was accepted by our "
        "team. They go to the account that was used for the payment.\n"
        "Exchanges are possible, too."
    )


def test_chinese_lines_are_joined_without_a_space() -> None:
    lines = ["退款将在申请通过之后的五个工作日之内退回到原来的支付账户当", "中。"]

    assert unwrapped(lines) == "".join(lines)


def test_items_and_narrow_lines_stay_apart() -> None:
    items = [f"- {'a long item of a list ' * 3}", f"2. {'another long item ' * 4}"]
    verse = ["Name: Alice", "Age: 30"]

    assert unwrapped(items).split("\n") == items
    assert unwrapped(verse).split("\n") == verse


def test_a_dash_that_is_no_hyphen_stays() -> None:
    lines = ["The range of the numbers that are allowed here goes from 1 to 10-", "20"]

    assert unwrapped(lines).endswith("10- 20")


def test_white_space_flows_as_in_a_browser() -> None:
    assert flowing(" a \n\t b\n中\n  文 c") == "a b 中文 c"


# blocks -------------------------------------------------------------------------------


def blocks_of(*pieces: DocumentPiece, title: str | None = None) -> list[Block]:
    return list(outlined(pieces, title=title, empty="nothing"))


def test_a_block_knows_the_headings_above_it() -> None:
    found = blocks_of(
        DocumentPiece("A", "heading", 1),
        DocumentPiece("B", "heading", 3),
        DocumentPiece("b"),
        DocumentPiece("C", "heading", 2),
        DocumentPiece("c", page=2),
        DocumentPiece("D", "heading", 1),
    )

    assert [(b.text, b.headings) for b in found] == [
        ("A", ()),
        ("B", ("A",)),
        ("b", ("A", "B")),
        ("C", ("A",)),
        ("c", ("A", "C")),
        ("D", ()),
    ]
    assert found[4].page == 2


def test_the_title_stands_above_all_unless_the_text_begins_with_one() -> None:
    plain = blocks_of(
        DocumentPiece("a"),
        DocumentPiece("T", "heading", 1),
        DocumentPiece("b"),
        title=" T\n",
    )
    own = blocks_of(DocumentPiece("H", "heading", 1), DocumentPiece("a"), title="T")

    assert [(b.text, b.headings) for b in plain] == [
        ("T", ()),
        ("a", ("T",)),
        ("b", ("T",)),
    ]
    assert [(b.text, b.headings) for b in own] == [("H", ()), ("a", ("H",))]


def test_very_long_pieces_are_cut_and_very_long_headings_are_paragraphs() -> None:
    long = blocks_of(DocumentPiece("word " * MAX_BLOCK))
    heading = blocks_of(DocumentPiece("x" * 600, "heading"))

    assert max(len(b.text) for b in long) <= MAX_BLOCK
    assert sum(b.text.count("word") for b in long) == MAX_BLOCK
    assert heading[0].kind == "paragraph"


def test_nothing_at_all_is_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing"):
        blocks_of(DocumentPiece(" "), DocumentPiece("", "heading"), title="T")
