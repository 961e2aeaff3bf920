"""The elements that stand in the row which a value of the task names, and no others."""

from collections.abc import Sequence

from kgmem.messages import said
from kgmem.model.keys.table_rows import (
    IN_CELL,
    IN_ROW,
    OF_PAGE,
    are_under,
    bears,
    heads_of,
    is_row,
    is_told_by_row,
    row_of,
)
from kgmem.model.texts.placeholder import BEGINS
from kgmem.model.trajectory import Element
from kgmem.paths.fits import contains_words
from kgmem.paths.row_marks import placeless

_WHOLE, _PART, _NONE = 2, 1, 0


def in_row(
    target: Element, page: Sequence[Element], possible: Sequence[int]
) -> tuple[Element, list[int]]:
    """Of the possible ones, those in the row that bears the value, and the target as it
    stands there: of those that are called alike, where a cell is the value, none whose
    row has it among other words. All where no value tells a row. What is hidden in a
    row is known by other means."""
    row = target.nearest()
    if not row or not is_told_by_row(target) or BEGINS in row:
        return target, list(possible)
    by_cell = IN_CELL in target.locators
    heads = heads_of(target)
    told = {
        n: _borne(row, page[n], by_cell)
        if are_under(heads, row, page[n])
        else (_NONE, 0)
        for n in possible
    }
    if OF_PAGE in target.locators:
        like = [n for n in possible if page[n].label() == target.label()]
        hows = {told[n][0] for n in like}
        texts = {page[n].container[-told[n][1]] for n in like if told[n][0]}
        if len(like) > 1 and _NONE not in hows and len(texts) == 1:
            return target, list(possible)
        marks = (*(one for one in target.locators if one != OF_PAGE), IN_ROW)
        target = placeless(target.model_copy(update={"locators": marks}))
        if len(hows) == 1:
            return target, list(possible)
    best: dict[str, tuple[int, int]] = {}
    for n in possible:
        called = page[n].label()
        best[called] = max(told[n], best.get(called, (_NONE, 0)))
    found = [n for n in possible if told[n][0] and told[n] == best[page[n].label()]]
    if not found:
        return target, []
    away = best.get(target.label(), told[found[0]])[1]
    there = target.model_copy(update={"container": ("",) * -away + (row,)})
    return there, found


def why_not(target: Element) -> str | None:
    """Why nothing is found: no row bears the value, where one tells the row."""
    row = row_of(target) if is_told_by_row(target) else ""
    if heads := ", ".join(filter(None, heads_of(target))):
        return said(f"no row on this page bears {row!r} under {heads!r}")
    return said(f"no row on this page bears {row!r}") if row else None


def _borne(row: str, element: Element, by_cell: bool) -> tuple[int, int]:
    """How far a text around the element bears the row's value, and how near it stands:
    what is around a table is around each of its rows."""
    for n, text in enumerate(element.container):
        if bears(row, text):
            return _WHOLE, -n
        is_parted = is_row(text)
        if contains_words(text, row) and not (is_parted and by_cell):
            return _PART, -n
        if is_parted:
            break
    return _NONE, 0
