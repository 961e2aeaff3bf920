"""A text is cut where values begin and end."""

import pytest

from kgmem.matching.assigning.units import units


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Share Beta's list", ["share", "beta", "'s", "list"]),
        (
            "Send notes/a-b.txt to bo@x.example",
            ["send", "notes/a-b.txt", "to", "bo@x.example"],
        ),
        ("把报告.pdf移动到图片", ["把", "报告.pdf", "移动", "到", "图片"]),
        ("10月1日开会", ["10月1日", "开会"]),
        ("Buy 3 packs for $4.50", ["buy", "3", "packs", "for", "$4.50"]),
        ("Close #31, then go", ["close", "#31", ",", "then", "go"]),
        ("", []),
    ],
)
def test_a_unit_is_what_no_value_ends_within(text: str, wanted: list[str]) -> None:
    found = units(text)

    assert [unit.fold for unit in found] == wanted
    assert all(text[unit.start : unit.end].casefold() for unit in found)


def test_units_know_what_says_something() -> None:
    found = {unit.fold: unit.is_content for unit in units("Put it in the box called X")}

    assert found["box"]
    assert not found["the"]
    assert not found["called"]


def test_chinese_words_that_name_nothing_stand_apart() -> None:
    found = [unit.fold for unit in units("从万象城去渔人码头并加一程")]

    assert "城去" not in found
    assert found[-3:] != ["并加", "一", "程"]
    assert {"去", "并"} <= set(found)


def test_a_chinese_time_is_one_chinese_unit() -> None:
    (unit,) = (one for one in units("后天早上九点") if one.end == 6)

    assert (unit.fold, unit.is_han) == ("早上九点", True)


def test_a_comma_parts_units_unless_a_number_has_it() -> None:
    assert [unit.fold for unit in units("B203,2025-05-12")] == [
        "b203",
        ",",
        "2025-05-12",
    ]
    assert [unit.fold for unit in units("Pay 1,200 now")] == ["pay", "1,200", "now"]


def test_an_apostrophe_behind_the_owners_parts_nothing() -> None:
    found = [unit.fold for unit in units("Put it on my list Farmers' market now")]

    assert "farmers'" in found
    assert "boys" in [unit.fold for unit in units("Play 'Boys' now")]


def test_an_equals_sign_parts_a_name_from_its_value() -> None:
    assert [unit.fold for unit in units("folder=Clients")] == ["folder", "=", "clients"]
    assert [unit.fold for unit in units("https://a.b/c?d=3")] == ["https://a.b/c?d=3"]


def test_the_end_of_a_line_is_a_mark() -> None:
    found = units("Train: IR 2231\n  Seat: 4\n")

    assert [unit.fold for unit in found if unit.is_mark] == [":", "\n", ":"]
