"""Cutting documents into parts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.facts.documents.chunks import MAX, chunks_of, title_of, weight
from kgmem.model.document import Block, Chunk

SENTENCE = "Refunds arrive within five working days after the request was accepted. "
HAN_SENTENCE = "退款将在申请通过之后的五个工作日之内退回到原来的支付账户当中。"


def chunks(*blocks: Block) -> list[Chunk]:
    return list(chunks_of(blocks))


def texts(*blocks: Block) -> list[str]:
    return [chunk.text for chunk in chunks_of(blocks)]


def heading(text: str, *above: str) -> Block:
    return Block(text=text, headings=above, kind="heading")


# joining ------------------------------------------------------------------------------


def under(*headings: str, text: str = "Five days.", **more: Any) -> Block:
    return Block(text=text, headings=headings, **more)


# headings with nothing under them -----------------------------------------------------


# cutting ------------------------------------------------------------------------------


def test_each_part_of_a_table_begins_with_its_header() -> None:
    rows = [f"item {n} | {n} yuan | in stock in all of our shops" for n in range(60)]

    found = texts(Block(text="\n".join(["Name | Price | Note", *rows]), kind="table"))

    assert len(found) > 2
    assert all(text.startswith("Name | Price | Note\nitem") for text in found)
    assert [r for text in found for r in text.split("\n")[1:]] == rows


# what holds for all -------------------------------------------------------------------

PROSE = st.lists(
    st.one_of(
        st.text(
            st.characters(codec="utf-8", exclude_characters="\0"),
            min_size=1,
            max_size=30,
        ),
        st.sampled_from([SENTENCE, HAN_SENTENCE, "\n", "- x ", "a | b\n", "。", ". "]),
        st.integers(1, 900).map(lambda n: "长" * n),
        st.integers(1, 2000).map(lambda n: "x" * n),
    ),
    min_size=1,
    max_size=12,
).map("".join)


@st.composite
def documents(draw: st.DrawFn) -> list[Block]:
    blocks: list[Block] = []
    above: list[str] = []
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(
            st.sampled_from(
                ["heading", "paragraph", "paragraph", "list", "table", "code", "quote"]
            )
        )
        if kind == "heading":
            above = above[: draw(st.integers(0, 3))]
            text = draw(st.text("ab 退款", min_size=1, max_size=300))
            blocks.append(heading(text, *above))
            above = [*above, text]
        else:
            blocks.append(Block(text=draw(PROSE), headings=tuple(above), kind=kind))
    return blocks


def letters(text: str) -> str:
    return "".join(text.split())


@given(documents())
def test_no_text_is_lost_and_its_order_is_kept(blocks: list[Block]) -> None:
    """Headings stand in the text or above it; only a table's header is repeated."""
    found = chunks(*blocks)

    rest = letters("".join(c.text for c in found))
    for block in blocks:
        if block.kind in ("heading", "table"):
            continue
        at = rest.find(letters(block.text))
        assert at >= 0
        rest = rest[at + len(letters(block.text)) :]
    headings = letters("".join(t for c in found for t in (*c.headings, c.text)))
    assert all(letters(b.text) in headings for b in blocks if b.kind == "heading")


@given(documents())
def test_no_part_is_too_long_or_empty(blocks: list[Block]) -> None:
    found = chunks(*blocks)

    assert all(c.text.strip() and weight(c.text) <= MAX for c in found)
    assert [c.n for c in found] == list(range(len(found)))
    assert chunks(*blocks) == found


# titles -------------------------------------------------------------------------------


FIVE = "Five days."


@pytest.mark.parametrize(
    ("first", "name", "title"),
    [
        (heading("退款政策"), "a.md", "退款政策"),
        (Block(text="x", headings=("Shop", "Refunds")), "a.md", "Shop"),
        (FIVE, "docs/refund_policy-v2.md", "refund policy v2"),
        (FIVE, "退款_政策.docx", "退款 政策"),
        (FIVE, "report-2024-05-01.pdf", "report 2024-05-01"),
        (FIVE, "https://shop.example/help/Refund%20policy.html", "Refund policy"),
        ("Refunds\nFive days.", "", "Refunds"),
        ("Refunds", "2024.txt", "Refunds"),
        (SENTENCE * 3, "", SENTENCE.strip()),
        (HAN_SENTENCE * 9, "", HAN_SENTENCE),
        ("word " * 30, "", ("word " * 16).strip()),
        ("长" * 300, "", "长" * 80),
        ("Ed Wood (film)\nEd Wood is a film of 1994.", "item-17", "Ed Wood (film)"),
        ("艾德·伍德\n艾德·伍德是一部电影。", "item-18", "艾德·伍德"),
        ("Orders can be cancelled.\nRefunds take a week.", "docs/refund_policy.txt",
         "refund policy"),
    ],
)  # fmt: skip
def test_the_title_is_a_heading_a_line_like_one_the_name_or_how_it_begins(
    first: Block | str, name: str, title: str
) -> None:
    block = Block(text=first) if isinstance(first, str) else first

    assert title_of(block, name) == title
