"""Flight numbers are told from other codes."""

import pytest

from kgmem.language.typed import typed_spans


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Book CA1234 for Ann", "CA1234"),
        ("check in for BA 117 today", "BA 117"),
        ("查一下MU5137的状态", "MU5137"),
        ("查询航班3U8633", "3U8633"),
        ("航班号G5 2691延误了吗", "G5 2691"),
        ("is flight PR 102 late", "PR 102"),
        ("flight U2 8", "U2 8"),
    ],
)
def test_it_is_found_as_a_whole(text: str, found: str) -> None:
    (typed,) = typed_spans(text)

    assert (typed.kind, text[slice(*typed.span)]) == ("flight_number", found)


@pytest.mark.parametrize(
    "text",
    [
        "merge PR 102",
        "write to CA 90210",
        "order XCA1234",
        "order CA1234B",
        "part CA1234-5",
        "CA1234.5",
        "flight ab 12",
        "the UA 5 test",
        "in 2020 EU 2030 goals",
    ],
)
def test_what_only_looks_like_it_is_none(text: str) -> None:
    assert "flight_number" not in [typed.kind for typed in typed_spans(text)]
