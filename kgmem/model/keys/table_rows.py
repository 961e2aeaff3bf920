"""The row that an element stands in, of a table, a list or whatever is repeated.

A recorder tells a row's cells apart by `CELLS`, which is white space to all who read
the text as a whole.
"""

from collections.abc import Sequence

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
HEADS = "column heads"
"""The attribute of an element that says what stands over each cell of its row."""
_UNDER = "under"
_MARKS = frozenset({IN_ROW, IN_CELL, OF_PAGE})


def cells(text: str) -> tuple[str, ...]:
    """What the cells of a row say; of a text without any the text itself."""
    found = (" ".join(one.split()) for one in text.split(CELLS))
    return tuple(filter(None, found))


def is_row(text: str) -> bool:
    """Is it the text of a row, by its cells?"""
    return len(cells(text)) > 1


def headed(element: Element) -> list[tuple[str, str]]:
    """The cells of its row, each behind the head of its column; nothing where no heads
    are told."""
    heads = element.attributes.get(HEADS)
    row = next(filter(is_row, element.container), "")
    return list(zip(heads.split(CELLS), cells(row), strict=False)) if heads else []


def under(heads: Sequence[str]) -> tuple[Locator, ...]:
    """On a target: the head over each value that says which row it stands in, empty
    where that is not known."""
    value = CELLS.join((_UNDER, *heads))
    return (Locator(kind=ROW_MATCH, value=value),) if any(heads) else ()


def heads_of(target: Element) -> list[str]:
    """The heads that the target's locators tell so."""
    told = (one.value.split(CELLS) for one in target.locators if one.kind == ROW_MATCH)
    return next((heads for mark, *heads in told if mark == _UNDER), [])


def are_under(heads: Sequence[str], row: str, element: Element) -> bool:
    """May each of the row's texts stand under its head around the element? Not where it
    stands under others alone, and there is such a head."""
    there = [(normalize(head), normalize(cell)) for head, cell in headed(element)]
    for head, text in zip(map(normalize, heads), cells(row), strict=False):
        over = [one for one, cell in there if cell == normalize(text)]
        if head and over and head not in over and any(head == one for one, _ in there):
            return False
    return True


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
