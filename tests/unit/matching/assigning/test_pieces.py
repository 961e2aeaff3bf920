"""Words of a text, Chinese as it is cut into words."""

import pytest

from kgmem.matching.assigning.pieces import pieces


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Book it, Ann", ["Book", "it", ",", "Ann"]),
        ("打开购物车ab", ["打开", "购物车", "ab"]),
        ("去北京 上海", ["去", "北京", "上海"]),
        ("", []),
    ],
)
def test_pieces_stand_where_the_text_has_them(text: str, found: list[str]) -> None:
    said = [text[one.start : one.end] for one in pieces(text)]

    assert said == found
