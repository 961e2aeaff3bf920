"""What tables of documents state: of each row its value in each column, with what the
table is called."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgmem.people import Triple
from kgmem_people.reading.names import MAX_NAME

EXTRACTOR = "tables@1"
CONFIDENCE = 0.85
MAX_CELLS = 60
"""Values of a table that are stated; a larger one is data, of which search finds the
rows."""
_CAPTION = re.compile(r"(?:(?:Table|Tab\.)\s|表\s?)\d+\b")
_UNIT = re.compile(r"[(（][^()（）]+[)）]\s*$|(?<=\d)\s*[^\W\d]+\.?$")
"""What a value, or what it is called, is measured in."""
_RULE = re.compile(r"[\s|:-]+")


@dataclass(frozen=True, slots=True)
class _Row:
    cells: Sequence[str]
    start: int
    end: int


def triples(text: str) -> Iterator[Triple]:
    """A triple for each value: what the row is about, the column, and the value."""
    lines = [(match[0], *match.span()) for match in re.finditer(r"[^\n]+", text)]
    rows: list[_Row] = []
    for n, (line, start, end) in enumerate([*lines, ("", 0, 0)]):
        if "|" in line:
            if not _RULE.fullmatch(line):
                rows.append(_Row(_cells(line), start, end))
            continue
        if rows:
            yield from _stated(rows, _caption([line, *_before(lines, n, rows)]))
        rows = []


def _cells(line: str) -> list[str]:
    whole = line.strip()
    if whole.startswith("|") and whole.endswith("|"):
        whole = whole[1:-1]
    return [" ".join(one.split()) for one in whole.split("|")]


def _before(
    lines: Sequence[tuple[str, int, int]], n: int, rows: Sequence[_Row]
) -> list[str]:
    """The line above a table that ends before line `n`."""
    return [line for line, _, end in lines[:n] if end < rows[0].start][-1:]


def _caption(lines: Sequence[str]) -> str:
    return next((one.strip() for one in lines if _CAPTION.match(one.strip())), "")


def _stated(rows: Sequence[_Row], caption: str) -> Iterator[Triple]:
    head, body = rows[0].cells, [one for one in rows[1:] if len(one.cells) > 1]
    if any(len(one.cells) != len(head) for one in body):
        return
    if len(body) * (len(head) - 1) > MAX_CELLS:
        return
    is_turned = _is_turned(head, body)
    for row in body:
        label = row.cells[0].strip("* ")
        for column, value in zip(head[1:], row.cells[1:], strict=True):
            about, what = (column, label) if is_turned else (label, column)
            if not _is_name(about) or not what or not any(map(str.isalnum, value)):
                continue
            words = f"{about}, {what}: {value}"
            yield Triple(
                subject=about,
                predicate=what,
                object=value,
                start=row.start,
                end=row.end,
                content=f"{words} ({caption})" if caption else words,
                confidence=CONFIDENCE,
                extractor=EXTRACTOR,
            )


def _is_turned(head: Sequence[str], body: Sequence[_Row]) -> bool:
    """Is each column a thing, and each row what is told of it? Then the values of a row
    are measured alike, and those of a column are not."""
    table = [
        [
            _measured(one, row.cells[0], over)
            for one, over in zip(row.cells, head, strict=True)
        ][1:]
        for row in body
    ]
    by_row, by_column = (
        sum(len(set(units)) > 1 for units in lines)
        for lines in (table, zip(*table, strict=True))
    )
    return by_column > by_row


def _measured(value: str, *labels: str) -> str:
    units = (_UNIT.search(one) for one in (value, *labels))
    return next((unit[0].strip() for unit in units if unit), "")


def _is_name(words: str) -> bool:
    return 0 < len(words) <= MAX_NAME and any(map(str.isalpha, words))
