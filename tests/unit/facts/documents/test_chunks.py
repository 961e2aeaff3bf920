"""Cutting documents into parts."""

from hypothesis import given
from hypothesis import strategies as st

from kgmem.facts.documents.chunks import MAX, TARGET, chunks_of, title_of, weight
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


def test_small_blocks_under_one_heading_are_joined() -> None:
    found = chunks(
        heading("Refunds"),
        Block(text="Five days.", headings=("Refunds",), page=2),
        Block(text="By card only.", headings=("Refunds",), page=3),
    )

    assert found == [
        Chunk(n=0, text="Five days.\n\nBy card only.", headings=("Refunds",), page=2)
    ]


def test_no_part_stands_across_a_heading() -> None:
    found = chunks(
        heading("退款"),
        Block(text="五天到账。", headings=("退款",)),
        heading("运费", "退款"),
        Block(text="包邮。", headings=("退款", "运费")),
    )

    assert [(c.n, c.text, c.headings) for c in found] == [
        (0, "五天到账。", ("退款",)),
        (1, "包邮。", ("退款", "运费")),
    ]


def test_a_line_that_leads_to_a_list_stays_with_it() -> None:
    items = "\n".join(f"- item {n} of a list that takes some room" for n in range(20))

    found = texts(Block(text="These are left out:"), Block(text=items, kind="list"))

    assert found == [f"These are left out:\n\n{items}"]
    assert weight(items) > TARGET


# headings with nothing under them -----------------------------------------------------


def test_a_heading_without_text_goes_with_the_next_part() -> None:
    found = chunks(
        heading("Contents"),
        heading("Refunds"),
        Block(text="Five days.", headings=("Refunds",)),
    )

    assert [(c.text, c.headings) for c in found] == [
        ("Contents\n\nFive days.", ("Refunds",))
    ]


def test_a_heading_above_the_next_part_is_not_repeated_in_its_text() -> None:
    found = chunks(
        heading("Shop"),
        heading("Refunds", "Shop"),
        Block(text="Five days.", headings=("Shop", "Refunds")),
    )

    assert [c.text for c in found] == ["Five days."]


# cutting ------------------------------------------------------------------------------


def test_a_long_paragraph_is_cut_where_sentences_end() -> None:
    found = texts(Block(text=(SENTENCE * 40).strip()))

    assert len(found) > 2
    assert all(text.endswith(".") for text in found)
    assert all(TARGET / 2 < weight(text) <= TARGET for text in found[:-1])


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


def test_the_title_is_the_heading_at_the_start() -> None:
    assert title_of(heading("退款政策"), "a.md") == "退款政策"
    assert title_of(Block(text="x", headings=("Shop", "Refunds")), "a.md") == "Shop"


def test_else_the_title_is_the_name_made_readable() -> None:
    first = Block(text="Five days.")

    assert title_of(first, "docs/refund_policy-v2.md") == "refund policy v2"
    assert title_of(first, "退款_政策.docx") == "退款 政策"
    assert title_of(first, "report-2024-05-01.pdf") == "report 2024-05-01"
    assert title_of(first, "https://shop.example/help/Refund%20policy.html") == (
        "Refund policy"
    )


def test_else_the_title_is_how_the_text_begins() -> None:
    assert title_of(Block(text="Refunds\nFive days."), "") == "Refunds"
    assert title_of(Block(text="Refunds"), "2024.txt") == "Refunds"
    assert title_of(Block(text=SENTENCE * 3)) == SENTENCE.strip()
    assert title_of(Block(text=HAN_SENTENCE * 9)) == HAN_SENTENCE
    assert title_of(Block(text="word " * 30)) == ("word " * 16).strip()
    assert title_of(Block(text="长" * 300)) == "长" * 80


def test_first_line_that_stands_like_a_title_is_one() -> None:
    english = Block(text="Ed Wood (film)\nEd Wood is a film of 1994.")
    chinese = Block(text="艾德·伍德\n艾德·伍德是一部电影。")
    sentence = Block(text="Orders can be cancelled.\nRefunds take a week.")

    assert title_of(english, "item-17") == "Ed Wood (film)"
    assert title_of(chinese, "item-18") == "艾德·伍德"
    assert title_of(sentence, "docs/refund_policy.txt") == "refund policy"
