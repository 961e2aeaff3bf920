"""The rows of a table, checked before anything is done, and the table of results."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from kgmem.errors import InvalidInput
from kgmem.model.texts.text_lines import encoding_of
from kgmem.model.values.arguments import file_path, no_such, refuse_special

Values = Mapping[str, str]

SEPARATORS = ",;\t|"
MOST_FAULTS = 10
"""That are told at once."""
_FORMULA = ("=", "+", "-", "@", "\t")
"""How a cell begins that a spreadsheet would calculate."""


def rows_of(source: object, columns: Sequence[str]) -> list[Values]:
    """The rows of a CSV file, or the mappings that were given, each a text by column.

    Raises InvalidInput naming the rows where one of the `columns` is missing or empty,
    and rows that are there twice.
    """
    is_file = isinstance(source, str | Path)
    rows = list(
        _of_file(file_path(source), columns) if is_file else _of_mappings(source)
    )
    if not rows:
        raise InvalidInput("rows: there are none")
    faults = [*_lacking(rows, columns), *_twice(rows)]
    if faults:
        more = f"; and {len(faults) - MOST_FAULTS} more" * (len(faults) > MOST_FAULTS)
        raise InvalidInput(f"rows: {'; '.join(faults[:MOST_FAULTS])}{more}")
    return rows


def write_table(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a CSV file that a spreadsheet opens as it is: what pages said is text in
    it, never a formula."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows([list(map(_no_formula, row)) for row in rows])


def _of_file(path: Path, columns: Sequence[str]) -> Iterator[Values]:
    refuse_special(path)
    if not path.is_file():
        raise InvalidInput(f"path: there is no file {path}")
    lines = _text_of(path).splitlines(keepends=True)
    if lines and lines[0].casefold().startswith("sep="):  # a spreadsheet's own line
        del lines[0]
    used = max(SEPARATORS, key=lambda one: len(_cells(lines[:1], one)[0]))
    names, *rows = _cells(lines, used)
    if doubled := next((name for name in names if names.count(name) > 1), None):
        raise InvalidInput(f"rows: {path.name} has two columns {doubled!r}")
    for name in columns:
        if name not in names:
            raise InvalidInput(no_such(f"rows: column of {path.name}", name, names))
    for n, cells in enumerate(rows, 1):
        if len(cells) != len(names):
            raise InvalidInput(
                f"rows: row {n} has {len(cells)} cells, and there are {len(names)} "
                "columns: put quotes around a cell that holds a separator"
            )
        yield dict(zip(names, cells, strict=True))


def _text_of(path: Path) -> str:
    data = path.read_bytes()
    told = encoding_of(data) or ""
    try:
        return data.decode(
            told if told.startswith(("utf-16", "utf-32")) else "utf-8-sig"
        )
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"rows: {path.name} is not UTF-8: {error.reason}; save it as CSV UTF-8"
        ) from error


def _cells(lines: Sequence[str], separator: str) -> list[list[str]]:
    """The cells of the lines that are not blank; of none, one without any."""
    text = io.StringIO("".join(lines), newline="")
    read = csv.reader(text, delimiter=separator)
    stripped = ([cell.strip() for cell in cells] for cells in read)
    return list(filter(any, stripped)) or [[]]


def _of_mappings(source: object) -> Iterator[Values]:
    if isinstance(source, Mapping | bytes) or not isinstance(source, Iterable):
        raise InvalidInput(
            f"rows: a file or a list of mappings is needed, not {type(source).__name__}"
        )
    for n, row in enumerate(source, 1):
        if not isinstance(row, Mapping):
            raise InvalidInput(
                f"rows: row {n} is a mapping of columns, not {type(row).__name__}"
            )
        yield {
            str(name): "" if cell is None else str(cell).strip()
            for name, cell in row.items()
        }


def _lacking(rows: Sequence[Values], columns: Sequence[str]) -> Iterator[str]:
    for n, row in enumerate(rows, 1):
        for name in columns:
            if not row.get(name):
                yield f"row {n} has nothing in {name!r}"


def _twice(rows: Sequence[Values]) -> Iterator[str]:
    first: dict[frozenset[tuple[str, str]], int] = {}
    for n, row in enumerate(rows, 1):
        was = first.setdefault(frozenset(row.items()), n)
        if was != n:
            yield (
                f"row {n} is row {was} again: take one of them out, or tell them apart "
                "in a column of their own"
            )


def _no_formula(cell: str) -> str:
    is_number = cell[1:].replace(".", "", 1).replace(",", "").isdecimal()
    return f"'{cell}" if cell.startswith(_FORMULA) and not is_number else cell
