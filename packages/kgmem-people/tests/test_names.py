"""What texts name."""

import pytest

from kgmem_people.reading.extract import Extract
from kgmem_people.reading.names import MAX_MENTIONS, MAX_NAME
from tests.unit.facts.taggers import extractor


def names(text: str, **known: str | None) -> list[str]:
    found = extractor().extract(text, known=known).mentions
    assert all(text[one.start : one.end] == one.name for one in found)
    return [one.name for one in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "The Lord of the Rings was written by J. R. R. Tolkien.",
            ["Lord of the Rings", "J. R. R. Tolkien"],
        ),
        ("We met in the Bank of America.", ["Bank of America"]),
        ("Ngozi Okonjo-Iweala left AT&T.", ["Ngozi Okonjo-Iweala", "AT&T"]),
        ("Apple CEO Tim Cook spoke on Monday in May.", ["Apple", "Tim Cook"]),
        ("PostgreSQL runs on macOS.", ["PostgreSQL", "macOS"]),
        ("Rooms at Figment cost 18 EUR.", ["Figment"]),
        ('She read "The Trial" twice.', ["The Trial"]),
        ("Read FR-001 in RFC 2119 first.", ["FR-001", "RFC 2119"]),
        ("北京大学和南山图书馆很近。", ["北京大学", "南山图书馆"]),
        ("史蒂夫·乔布斯创办了苹果公司。", ["史蒂夫·乔布斯"]),
        ("曹雪芹写了《红楼梦》。", ["曹雪芹", "红楼梦"]),
        ("他买了iPhone 15 Pro。", ["iPhone 15 Pro"]),
    ],
)
def test_names_are_found_whole(text: str, found: list[str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "She told him that they would see it on Friday in May.",
        "Click Save, then OK.",
        "2024 3.14 100%",
        "请点击“确定”，然后返回。",
        "他们周五在这里见我们。",
        "See https://www.Example.com/Some/Path or write to Bob@Example.com.",
        "My code is [REDACTED:Password#1].",
    ],
)
def test_pronouns_days_controls_numbers_and_addresses_are_no_names(text: str) -> None:
    assert names(text) == []


def test_what_the_graph_knows_is_found_in_any_case_and_language() -> None:
    english = names("we use globex rocket every day", **{"globex rocket": "product"})
    chinese = names("昨天用微信支付买了票", **{"微信支付": "app"})

    assert english == ["globex rocket"]
    assert chinese == ["微信支付"]


def test_without_a_tagger_names_are_runs_of_capitals() -> None:
    text = "Yesterday Maria Keller visited the Bank of England. 见《红楼梦》。"

    found = Extract().extract(text)

    assert [one.name for one in found.mentions][-1] == "红楼梦"
    assert "Bank of England" in [one.name for one in found.mentions]
    assert found.triples == ()
    assert found.note is not None
    assert "no tagger" in found.note


def test_mentions_are_bounded() -> None:
    text = " and ".join(f"Alpha{n} Beta" for n in range(1_000)) + " X" + "y" * 500

    found = names(text)

    assert 0 < len(found) <= MAX_MENTIONS
    assert max(map(len, found)) <= MAX_NAME
