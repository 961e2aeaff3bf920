"""Texts to mentions and triples: blocks, languages, places, bounds."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import ServiceError
from kgmem.ports import Token
from kgmem_people.reading.extract import MAX_BLOCKS, MAX_TEXT, Extract
from tests.examples import examples
from tests.unit.facts.taggers import extractor


class Broken:
    """A tagger whose model can't be loaded."""

    model = "broken"

    def tag(self, text: str) -> list[Token]:
        raise ServiceError("English can't be tagged: not installed: spacy")

    def tag_many(self, texts: Sequence[str]) -> list[list[Token]]:
        return [self.tag(text) for text in texts]


def test_each_block_is_read_in_its_language() -> None:
    text = "# Tools\n\n- Google acquired YouTube.\n- 张艺谋执导了《英雄》。\n"

    found = extractor().extract(text)

    assert [(one.subject, one.object) for one in found.triples] == [
        ("Google", "YouTube"),
        ("张艺谋", "英雄"),
    ]
    assert [text[one.start : one.end] for one in found.triples] == [
        "Google acquired YouTube.",
        "张艺谋执导了《英雄》。",
    ]


def test_a_tagger_that_fails_is_told_and_names_fall_back_to_capitals() -> None:
    found = Extract(Broken()).extract("Yesterday Maria Keller called.")

    assert found.note == "English can't be tagged: not installed: spacy"
    assert [one.name for one in found.mentions] == ["Maria Keller"]


@pytest.mark.parametrize(
    "text",
    ['"' * 5_000, "（" * 5_000, "。" * 5_000, "中" * 5_000, "《" * 5_000, "_" * 5_000],
)
def test_drawings_and_one_character_over_and_over_are_not_tagged(text: str) -> None:
    class Counting(Broken):
        def tag(self, text: str) -> list[Token]:
            raise AssertionError(text[:20])

    found = Extract(Counting(), Counting()).extract(text)

    assert (found.mentions, found.triples) == ((), ())


def test_of_a_long_text_the_beginning_is_read_and_told() -> None:
    text = "Google acquired YouTube.\n" + "x\n" * MAX_TEXT

    found = extractor().extract(text)

    assert len(found.triples) == 1
    assert found.note is not None
    assert f"first {MAX_TEXT:,}" in found.note
    assert f"first {MAX_BLOCKS} of" in found.note


@examples(60)
@given(
    st.text(
        st.sampled_from(
            "Tom Acme lives in 2019 of the 张三住在北京是的、，。（）()《》“”\n-#"
        ),
        max_size=80,
    )
)
def test_any_text_is_read_the_same_twice_and_places_are_right(text: str) -> None:
    first, second = extractor().extract(text), extractor().extract(text)

    assert first == second
    assert all(text[one.start : one.end] == one.name for one in first.mentions)
    assert all(0 <= one.start < one.end <= len(text) for one in first.triples)


def test_a_table_states_the_value_of_each_row_and_column_and_a_heading_nothing() -> (
    None
):
    text = (
        "# Google acquired YouTube\n\nPlan | Hot desk | Room\n1 month | 190 | 1,150\n\n"
        "Table 2: Prices in EUR per month, excluding VAT.\n"
    )

    found = extractor().extract(text)

    assert {"Google", "YouTube"} <= {one.name for one in found.mentions}
    assert [(one.subject, one.predicate, one.object) for one in found.triples] == [
        ("1 month", "Hot desk", "190"),
        ("1 month", "Room", "1,150"),
    ]
    assert found.triples[0].content == (
        "1 month, Hot desk: 190 (Table 2: Prices in EUR per month, excluding VAT.)"
    )


def test_where_each_column_is_a_thing_the_rows_are_told_of_it() -> None:
    text = "| G2 | G2 Travel\nWeight | 640 g | 410 g\nPrice | 129 GBP | 109 GBP\n"

    found = extractor().extract(text)

    assert [(one.subject, one.predicate, one.object) for one in found.triples][:2] == [
        ("G2", "Weight", "640 g"),
        ("G2 Travel", "Weight", "410 g"),
    ]


def test_a_noun_keeps_the_number_that_limits_it() -> None:
    [found] = extractor().extract("Teams with more than 5 users pay Globex.").triples

    assert found.subject == "Teams with more than 5 users"
