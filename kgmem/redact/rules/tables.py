"""What stands below the heads of a table in a text, as its lines lay it out."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

_MARKS = "|\t;,，"
"""Between cells; the first of these that the line of heads has."""
_RULE = re.compile(r"[\s|:=+\-]*-[\s|:=+\-]*")
"""Stands between heads and rows in Markdown."""
_AROUND = " \t\r\"'*_`"
_LONGEST_HEAD, _LONGEST_LINE = 40, 2_000
"""Characters of a head, and of the line of all heads."""


class Cell(NamedTuple):
    """A cell at text[start:end]."""

    text: str
    start: int
    end: int


class TableColumn(NamedTuple):
    """A head with the other heads, and the cells below it."""

    head: str
    heads: tuple[str, ...]
    cells: tuple[Cell, ...]
    loose: bool
    """May it be a sentence with commas, and no table?"""
    below: int
    """Where its rows begin,"""
    end: int
    """and where the table ends."""


def column(text: str, start: int, end: int) -> TableColumn | None:
    """The column whose head holds text[start:end], if that stands in one."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    mark = next((one for one in _MARKS if one in text[first:last]), "")
    if not mark or last < 0 or last - first > _LONGEST_LINE:
        return None
    heads = _cells(text, first, last, mark)
    at = next((n for n, one in enumerate(heads) if one.start <= start < one.end), None)
    if at is None or heads[at].end < end or len(heads[at].text) > _LONGEST_HEAD:
        return None
    rows = list(_rows(text, last + 1, mark, len(heads)))
    return TableColumn(
        head=heads[at].text,
        heads=tuple(one.text for one in heads if one.text),
        cells=tuple(row[at] for row in rows if at < len(row) and row[at].text),
        loose=mark not in "|\t" and f"{mark} " in text[first:last],
        below=last + 1,
        end=rows[-1][-1].end if rows else last,
    )


def _rows(text: str, at: int, mark: str, columns: int) -> Iterator[list[Cell]]:
    """The lines that have as many cells; those between bars may have fewer or more."""
    while 0 < at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if not _RULE.fullmatch(text, at, end):
            row = _cells(text, at, end, mark)
            if len(row) < 2 or (mark != "|" and len(row) != columns):
                return
            yield row
        at = end + 1


def _cells(text: str, start: int, end: int, mark: str) -> list[Cell]:
    return [_bare(text, *one.span(1)) for one in _cell(mark).finditer(text, start, end)]


def _bare(text: str, start: int, end: int) -> Cell:
    """Without what is around its words."""
    end = start + len(text[start:end].rstrip(_AROUND))
    start = end - len(text[start:end].lstrip(_AROUND))
    return Cell(text[start:end], start, end)


@cache
def _cell(mark: str) -> re.Pattern[str]:
    told = r"\\.|" if mark == "|" else r'"[^"\n]*"|'
    return re.compile(rf"(?:^|[{mark}])((?:{told}[^{mark}\n])*)", re.MULTILINE)
