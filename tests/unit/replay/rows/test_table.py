"""A table is checked before anything is done, and results are safe to open."""

import csv
from pathlib import Path

import pytest

from kgmem import InvalidInput
from kgmem.replay.rows.table import rows_of, write_table

WANTED = [{"product": "Stühle; rot", "person": "Bob"}]


@pytest.mark.parametrize(
    "data",
    [
        'product,person\n"Stühle; rot",Bob\n'.encode(),
        'sep=;\r\nproduct;person\r\n"Stühle; rot";Bob\r\n'.encode("utf-8-sig"),
        "product\tperson\nStühle; rot\tBob\n\n".encode("utf-16"),
        'person, product\n Bob ,"Stühle; rot"\n,\n'.encode(),
    ],
)
def test_what_spreadsheets_write_is_read(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "orders.csv"
    file.write_bytes(data)

    assert rows_of(file, ["product", "person"]) == WANTED


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("product;name\nlamp;Bob\n", "did you mean|no 'person' here"),
        ("product,person\nlamp,\n", "row 1 has nothing in 'person'"),
        ("product,person\nlamp,Bob\nlamp,Bob\n", "row 2 is row 1 again"),
        ("product,person\nlamp,Bob,3\n", "row 1 has 3 cells"),
        ("product,person,person\nlamp,Bob,x\n", "two columns 'person'"),
        ("product,person\n", "there are none"),
        ("", "no 'product' here"),
    ],
)
def test_a_table_that_can_not_be_used_is_told(
    tmp_path: Path, data: str, told: str
) -> None:
    file = tmp_path / "orders.csv"
    file.write_text(data, encoding="utf-8")

    with pytest.raises(InvalidInput, match=told):
        rows_of(file, ["product", "person"])


def test_letters_that_have_to_be_guessed_are_not_typed_anywhere(tmp_path: Path) -> None:
    file = tmp_path / "orders.csv"
    file.write_bytes("product,person\n红椅子,张三\n".encode("gb18030"))

    with pytest.raises(InvalidInput, match="save it as CSV UTF-8"):
        rows_of(file, ["product", "person"])


def test_rows_of_the_same_values_are_told_apart_by_a_column_of_their_own() -> None:
    rows = [{"id": "1", "product": "lamp"}, {"id": "2", "product": "lamp"}]

    assert rows_of(rows, ["product"]) == rows


def test_what_a_page_said_is_no_formula(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"

    write_table(file, ["a", "b"], [["=1+1", "-4,5"]])

    with file.open(encoding="utf-8-sig", newline="") as lines:
        assert list(csv.reader(lines)) == [["a", "b"], ["'=1+1", "-4,5"]]
