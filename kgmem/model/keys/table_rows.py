"""The row that an element stands in, of a table, a list or whatever is repeated.

A recorder tells a row's cells apart by `CELLS`, which is white space to all who read
the text as a whole.
"""

from kgmem.model.base import normalize
from kgmem.model.trajectory import Element, Locator

CELLS = "\t"
"""What stands between the cells of a row's text."""
ROW_MATCH = "row_match"
IN_ROW = Locator(kind=ROW_MATCH, value="contains")
"""On a target: a value says which row it stands in; the row's text holds it."""
IN_CELL = Locator(kind=ROW_MATCH, value="cell")
"""The same, and the value is all that a cell of the row holds."""
OF_PAGE = Locator(kind=ROW_MATCH, value="page")
"""On a target of one run: a value stands around it. Where it does around all its like,
it heads their page, and the rest of the record holds; else it is that of a row."""
_MARKS = frozenset({IN_ROW, IN_CELL, OF_PAGE})


def cells(text: str) -> tuple[str, ...]:
    """What the cells of a row say; of a text without any the text itself."""
    found = (" ".join(one.split()) for one in text.split(CELLS))
    return tuple(filter(None, found))


def is_row(text: str) -> bool:
    """Is it the text of a row, by its cells?"""
    return len(cells(text)) > 1


def is_told_by_row(element: Element) -> bool:
    """Does a value say which row the element stands in?"""
    return not _MARKS.isdisjoint(element.locators)


def row_of(element: Element) -> str:
    """The row that it stands in, in words; empty where that is not known."""
    nearest = element.nearest()
    if is_told_by_row(element) or is_row(nearest):
        return ", ".join(cells(nearest))
    return ""


def bears(row: str, text: str) -> bool:
    """Is each of the row's texts all that some cell of the text holds?"""
    shown = {normalize(one) for one in cells(text)}
    return all(normalize(one) in shown for one in cells(row))
