"""Lists of facts in files: JSON Lines, CSV and TSV, Markdown; a row at a time.

A bad row is told with its line, and the rest goes on.
"""

import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from kgmem.errors import InvalidInput
from kgmem.facts.say.rows import draft_of, field_of, fields_of
from kgmem.model.fact import FactDraft
from kgmem.model.texts.text_lines import (
    LONGEST_LINE,
    TextLine,
    encoding_of,
    sample_of,
    text_lines,
)
from kgmem.model.values.arguments import refuse_special

MAX_LINES_AGAIN = 100
"""Lines that a quotation mark without its second one has taken up and that are read
again; of more no good row can be told."""

_TOO_LONG = f"longer than {LONGEST_LINE:,} characters; a long text is a document"
_JSON_NAMES = frozenset({".jsonl", ".ndjson", ".json"})
_TABLE_NAMES = frozenset({".csv", ".tsv"})
_DELIMITERS = ",\t;|，"
_HEADING = re.compile(r"(#{1,6})\s+(\S.*?)[\s#]*$")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_RULE = re.compile(r"[\s|:\-]*-[\s|:\-]*")
_BAR = re.compile(r"(?:^|(?<=\s))[|｜](?=\s|$)")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\([^()\s]{0,2000}\)")
_STRONG = re.compile(r"\*\*(?=\S)([^*\n]{1,1000})\*\*|`([^`\n]{1,1000})`")


@dataclass(frozen=True, slots=True)
class FileFact:
    """A fact that a file holds."""

    line: int
    """Where it begins; the first line is 1."""
    draft: FactDraft


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that is no fact, and what to change."""

    line: int
    error: str


Row = FileFact | BadRow


def rows_of(path: str | Path) -> Iterator[Row]:
    """The facts of a file, by its name or else by how it begins, of any encoding.

    JSON Lines: an object per line. CSV and TSV: the first line names the columns.
    Markdown: each item of a list is a fact, or three parts between bars are a triple;
    a table whose header names columns holds one fact a row; the headings above are
    keywords; other text is left out. Raises InvalidInput for what is no such file.
    """
    path = Path(path)
    refuse_special(path)
    try:
        with path.open("rb") as file:
            yield from _rows(file, path.name)
    except OSError as error:
        raise InvalidInput(f"{path}: can't be read: {error.strerror}") from error


def _rows(file: BinaryIO, name: str) -> Iterator[Row]:
    encoding = encoding_of(sample_of(file))
    if encoding is None:
        raise InvalidInput(
            f"{name}: is a binary file; facts come as JSON Lines, CSV, TSV or Markdown"
        )
    lines = text_lines(file, encoding)
    first = next((line for line in lines if line.text.strip()), None)
    rows = iter(()) if first is None else _rows_from(first, lines, name)
    one = next(rows, None)
    if one is None:
        raise InvalidInput(
            f"{name}: holds no facts; give one JSON object per line, a table whose "
            "first line names its columns, or a Markdown list"
        )
    yield one
    yield from rows


def _rows_from(first: TextLine, rest: Iterator[TextLine], name: str) -> Iterator[Row]:
    lines = chain([first], rest)
    suffix, start = Path(name).suffix.lower(), first.text.lstrip()[:1]
    if start == "[" and suffix in _JSON_NAMES:
        raise InvalidInput(
            f"{name}: is a JSON array; write one object per line "
            "(such as `jq -c '.[]' facts.json > facts.jsonl`)"
        )
    if suffix in _JSON_NAMES or (start == "{" and suffix not in _TABLE_NAMES):
        return _json_rows(lines)
    if suffix in _TABLE_NAMES or (suffix == ".txt" and _columns(first.text)[1]):
        return _table_rows(lines, name)
    return _MarkdownRows().rows(lines)


def _row(line: int, values: dict[str, object], headings: Iterable[str] = ()) -> Row:
    try:
        return FileFact(line, draft_of(values, headings))
    except InvalidInput as error:
        return BadRow(line, str(error))


# JSON Lines ---------------------------------------------------------------------------


def _json_rows(lines: Iterable[TextLine]) -> Iterator[Row]:
    broken = 0
    for line in lines:
        if line.goes_on or line.number == broken:
            if line.number != broken:
                yield BadRow(line.number, _TOO_LONG)
            broken = line.number
        elif line.text.strip():
            yield _json_row(line)


def _json_row(line: TextLine) -> Row:
    try:
        value = json.loads(line.text)
    except json.JSONDecodeError as error:
        return BadRow(line.number, f"not JSON: {error.msg} (column {error.colno})")
    except (ValueError, RecursionError) as error:
        return BadRow(line.number, f"not JSON: {type(error).__name__}")
    if not isinstance(value, dict):
        return BadRow(line.number, 'an object is needed, such as {"content": "…"}')
    return _row(line.number, value)


# CSV and TSV --------------------------------------------------------------------------


class _Lines:
    """The lines that csv takes for one record, so that they can be given back."""

    def __init__(self, lines: Iterable[TextLine]) -> None:
        self._lines = iter(lines)
        self._again: deque[TextLine] = deque()
        self.record: list[TextLine] = []

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._lines)
        self.record.append(line)
        return line.text + "\n"

    def give_back(self) -> None:
        """Read all lines of the record but the first one again."""
        if len(self.record) <= MAX_LINES_AGAIN:
            self._again.extendleft(reversed(self.record[1:]))


def _columns(header: str) -> tuple[str, int]:
    """The delimiter by which a header has most known columns, and how many."""

    def known(delimiter: str) -> int:
        names = next(csv.reader([header], delimiter=delimiter), [])
        return sum(field_of(name) is not None for name in names)

    best = max(_DELIMITERS, key=known)
    return best, known(best)


def _table_rows(lines: Iterator[TextLine], name: str) -> Iterator[Row]:
    header = next(lines)
    delimiter, known = _columns(header.text)
    if not known:
        raise InvalidInput(
            f"{name}:{header.number}: names no known column; begin with a line such as "
            "subject,predicate,object or content,source"
        )
    try:
        fields = fields_of(next(csv.reader([header.text], delimiter=delimiter)))
    except InvalidInput as error:
        raise InvalidInput(f"{name}:{header.number}: {error}") from error
    source = _Lines(lines)
    reader = csv.reader(source, delimiter=delimiter, strict=True)
    while True:
        source.record.clear()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield BadRow(source.record[0].number, f"{error}; close its quotation marks")
            source.give_back()
            continue
        line = source.record[0].number
        if len(cells) == len(fields):
            yield from _cells_row(line, fields, cells)
        elif any(cells):
            yield BadRow(
                line,
                f"has {len(cells)} cells, the header {len(fields)}; quote cells that "
                f"hold {delimiter!r}",
            )
            source.give_back()


def _cells_row(
    line: int, fields: Sequence[str], cells: Sequence[str], headings: Iterable[str] = ()
) -> Iterator[Row]:
    """The fact of a table's row; nothing for a blank one."""
    if any(cell.strip() for cell in cells):
        yield _row(line, dict(zip(fields, cells, strict=True)), headings)


# Markdown -----------------------------------------------------------------------------


class _MarkdownRows:
    """Reads items and tables line by line."""

    def __init__(self) -> None:
        self._headings: list[tuple[int, str]] = []
        self._item: list[str] = []
        self._start = self._length = 0
        self._before: list[str] = []  # cells of the line before
        self._fields: list[str] | None = None  # of the table that is read

    def rows(self, lines: Iterable[TextLine]) -> Iterator[Row]:
        """The facts in their order."""
        for line in _outside_of_code(lines):
            text = line.text.strip()
            item = _ITEM.fullmatch(line.text)
            heading = _HEADING.match(line.text)
            if self._item and not item and text and not heading:
                self._length += len(text)
                if self._length <= LONGEST_LINE:
                    self._item.append(text)
                continue
            yield from self._end_item()
            if heading:
                self._under(len(heading[1]), _plain(heading[2]))
            if item:
                self._item, self._start = [item[1]], line.number
                self._length = len(item[1])
            if not item and "|" in text:
                yield from self._table_line(line.number, text)
            else:
                self._before, self._fields = [], None
        yield from self._end_item()

    def _under(self, level: int, heading: str) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        self._headings.append((level, heading))

    def _keywords(self) -> list[str]:
        return [heading for _, heading in self._headings]

    def _end_item(self) -> Iterator[Row]:
        if not self._item:
            return
        if self._length > LONGEST_LINE:
            self._item = []
            yield BadRow(self._start, _TOO_LONG)
            return
        text = _plain(" ".join(self._item))
        self._item = []
        parts = [part.strip() for part in _BAR.split(text)]
        names = ("subject", "predicate", "object")
        triple = dict(zip(names, parts, strict=True)) if len(parts) == 3 else None
        yield _row(self._start, {**(triple or {"content": text})}, self._keywords())

    def _table_line(self, number: int, text: str) -> Iterator[Row]:
        cells = [_plain(cell.strip()) for cell in _cells(text)]
        if self._fields is not None and len(cells) == len(self._fields):
            yield from _cells_row(number, self._fields, cells, self._keywords())
        elif self._fields:
            wanted = len(self._fields)
            yield BadRow(number, f"has {len(cells)} cells, the header {wanted}")
        elif self._before and _RULE.fullmatch(text):
            try:
                self._fields = fields_of(self._before)
            except InvalidInput as error:
                self._fields = []
                yield BadRow(number - 1, f"{error}; the table is left out")
        self._before = cells


def _outside_of_code(lines: Iterable[TextLine]) -> Iterator[TextLine]:
    """The lines that are neither code nor front matter."""
    fenced = front = False
    for number, line in enumerate(lines):
        if line.text.rstrip() == "---" and (front or number == 0):
            front = not front
        elif _FENCE.match(line.text):
            fenced = not fenced
        elif not fenced and not front:
            yield line


def _cells(text: str) -> list[str]:
    cells = re.split(r"(?<!\\)\|", text.strip())
    cells = cells[1:] if not cells[0].strip() else cells
    cells = cells[:-1] if cells and not cells[-1].strip() else cells
    return [cell.replace(r"\|", "|") for cell in cells]


def _plain(text: str) -> str:
    """Without the marks of links, strong words and code."""
    return _STRONG.sub(lambda m: m[1] or m[2], _LINK.sub(r"\1", text))
