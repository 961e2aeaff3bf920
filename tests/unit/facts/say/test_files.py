"""Lists of facts in files: every shape, and every way to be broken."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.facts.say.files import BadRow, FileFact, Row, rows_of

Read = Callable[[str, str | bytes], list[Row]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def rows(name: str, text: str | bytes) -> list[Row]:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return list(rows_of(path))

    return rows


def given(row: Row) -> dict[str, Any]:
    assert isinstance(row, FileFact), row
    return row.draft.model_dump(exclude_defaults=True)


def triple(subject: str, predicate: str, object: str, **more: Any) -> dict[str, Any]:
    return {"subject": subject, "predicate": predicate, "object": object, **more}


def bad(rows: list[Row]) -> list[tuple[int, str]]:
    return [(row.line, row.error) for row in rows if isinstance(row, BadRow)]


# JSON Lines ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"content": ', "not JSON: Expecting value (column 13)"),
        ("[" * 90_000, "not JSON: RecursionError"),
        ('["a"]', 'an object is needed, such as {"content": "…"}'),
        ("{}", "a fact needs content, or subject, predicate and object"),
        ('{"content": " "}', "a fact needs content, or subject, predicate and object"),
        ('{"subject": "a", "object": "b"}', "a triple needs predicate, too"),
        ('{"content": "a", "confidance": 1}',
         "unknown column 'confidance'; rename it or take it out: known are"),
        ('{"content": "a", "text": "b"}', "content: named twice"),
        ('{"content": {"a": 1}}', "fact: content: Input should be a valid string"),
        ('{"content": "a", "confidence": 2}', "fact: confidence: Input should be less"),
        ('{"content": "a", "confidence": "high"}', "confidence: give a number from 0"),
        ('{"content": "a", "confidence": NaN}', "fact: confidence: Input should be"),
        ('{"content": "a", "keywords": 3}', "keywords: give a list of words"),
        ('{"content": "a", "valid_from": "5/31/2024"}',
         "valid_from: is no date as ISO"),
        ('{"content": "a", "valid_to": 1717113600}', "valid_to: is no date as ISO"),
        ('{"content": "a", "valid_from": "2024-05-31", "valid_to": "2024-05-31"}',
         "valid_to (2024-05-31 00:00) is not after valid_from"),
        ('{"content": "' + "x" * 200_000, "longer than 100,000 characters"),
    ],
)  # fmt: skip
def test_a_bad_line_says_why_and_the_rest_goes_on(
    read: Read, line: str, error: str
) -> None:
    rows = read("f.jsonl", f'{{"content": "A"}}\n{line}\n{{"content": "B"}}\n')

    assert [given(row)["content"] for row in rows if isinstance(row, FileFact)] == [
        "A",
        "B",
    ]
    assert [row.line for row in rows] == [1, 2, 3]
    [(number, told)] = bad(rows)
    assert number == 2
    assert told.startswith(error)


# CSV ----------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";", "，"])
def test_chinese_columns_in_every_encoding_and_with_every_delimiter(
    read: Read, encoding: str, delimiter: str
) -> None:
    text = "主语,谓语,宾语,来源\n张三,住在,北京,手册\n李四,喜欢,茶,网页\n"

    rows = read("facts.csv", text.replace(",", delimiter).encode(encoding))

    assert [given(row) for row in rows] == [
        triple("张三", "住在", "北京", source="手册"),
        triple("李四", "喜欢", "茶", source="网页"),
    ]


def test_a_row_with_too_few_or_too_many_cells_is_told(read: Read) -> None:
    rows = read("f.csv", "content,source\na,b,c\n\n,\nd\ne,f\n")

    assert bad(rows) == [
        (2, "has 3 cells, the header 2; quote cells that hold ','"),
        (5, "has 1 cells, the header 2; quote cells that hold ','"),
    ]
    assert given(rows[-1]) == {"content": "e", "source": "f"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("content,confidance\na,1\n", r"f\.csv:1: unknown column 'confidance'"),
        ("a,b,c\nd,e,f\n", r"f\.csv:1: names no known column; begin with a line"),
        ("content,text\na,b\n", r"f\.csv:1: content: named twice"),
        ("content,source\n", r"f\.csv: holds no facts"),
    ],
)
def test_a_header_that_can_not_be_used_is_refused(
    read: Read, text: str, error: str
) -> None:
    with pytest.raises(InvalidInput, match=error):
        read("f.csv", text)


# Markdown -----------------------------------------------------------------------------


def test_a_table_holds_a_fact_per_row(read: Read) -> None:
    rows = read(
        "facts.md",
        "## 员工\n\n| 主语 | 谓语 | 宾语 |\n|---|:-:|---|\n| 张三 | 住在 | 北京 |\n"
        "| 李四 | 喜欢 |\n| 王五 | | 茶 |\n\n"
        "text | more\n\n| Name | Age |\n|---|---|\n| a | 3 |\n",
    )

    assert given(rows[0]) == triple("张三", "住在", "北京", keywords=("员工",))
    assert [(line, error[:34]) for line, error in bad(rows)] == [
        (6, "has 2 cells, the header 3"),
        (7, "a triple needs predicate, too"),
        (11, "unknown column 'Name', 'Age'; rena"),
    ]


# what is no list of facts -------------------------------------------------------------


@pytest.mark.parametrize("name", ["f.jsonl", "f.csv", "f.md", "f.txt"])
@pytest.mark.parametrize("text", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(read: Read, name: str, text: bytes) -> None:
    with pytest.raises(InvalidInput, match="holds no facts; give one JSON object"):
        read(name, text)
