"""What stands at a place that a read step is told by, on a page as it is now.

A page tells by attributes of its elements what stands beside each, see `HEAD`.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kgmem.language.words import folds
from kgmem.model.answer import OF_VALUE
from kgmem.model.keys.element_evidence import kind_of, stable_classes
from kgmem.model.keys.table_rows import are_under, cells
from kgmem.model.source import ValueSource, headed_cell
from kgmem.model.trajectory import Element
from kgmem.paths.reading.affixes import Within, read_within
from kgmem.paths.reading.labels import column_of, shown_by, told_so
from kgmem.paths.reading.normal import normal_form, number_in
from kgmem.paths.reading.shown import Displayed
from kgmem.paths.reading.sources import read

HEAD, LABEL, UNDER, ROW = "column head", "label before", "under heading", "in row"
"""Attributes by which a page tells what stands beside an element; the last one is the
path of the row that it stands in."""
MAX_ROW = 20
"""Elements of a row that are looked at."""
PART = "~"
"""Before a text that is a part of a cell of the row."""
KIND = "<"
"""Before the kind of an element that its row has no other name for."""
BY_ID, LAST = 3, 5
_RANKS: Mapping[str, tuple[int, int]] = {"field": (4, 0), "text": (LAST, LAST)}
"""Ranks of places of these kinds, of those that are not sure and of sure ones."""
_NUMBER_AT_END = re.compile(r"\[\d+\]$")


def rank(source: ValueSource) -> int:
    """How far a place is from being sure, by what tells it: 0 and 1 for those that a
    value of the task tells."""
    how, *told = source.at or ("",)
    if by_kind := _RANKS.get(source.kind):
        return by_kind[source.is_sure]
    if how == "cell":
        own, _, *said = told
        is_named = bool(own) and own[0] not in ".#"
        if said:
            return 0 if is_named and not any(s.startswith(PART) for s in said) else 1
        return 2 if is_named or source.before else 4
    if how == "beside":
        return 1 if "{" in told[0] else 4
    return {"rows": 2 if told[1:] else 3, "end": 1, "named": 2, "there": 2}.get(how, 3)


def read_places(
    shown: Displayed, places: Sequence[ValueSource], of: str = OF_VALUE
) -> list[str]:
    """The different values that stand at the surest of these places where anything
    does, of a list all that stand there in their order."""
    for best in sorted(set(map(rank, places))):
        at = [one for one in places if rank(one) == best]
        if of == "count":
            return [str(len(rows_at(shown, at[0])))]
        if of == "presence":
            return _presence(shown, at[0])
        if of == "list":
            texts = list(texts_at(shown, at[0]))
        else:
            every = (text for one in at for text in texts_at(shown, one))
            texts = list(dict.fromkeys(every))
        if texts:
            return texts
    return []


def seen_beside(shown: Displayed, places: Sequence[ValueSource]) -> list[str]:
    """What stands where the rows of others have what tells this place."""
    own = {one.at[1] for one in places if one.at[:1] == ("cell",)}
    rows = rows_of(e for e in shown.elements if own & {*owns_of(e, "")})
    return [", ".join(cells_of(row)[:4]) for row in rows.values()]


def texts_at(shown: Displayed, source: ValueSource) -> Iterator[str]:
    if source.kind != "element":
        return iter(read(shown, source))
    how, *told = source.at or ("",)
    if how == "cell":
        found = _cells_at(shown, source.role, told)
    elif how == "end":
        found = _at_end(shown, told)
    else:
        found = told_so(shown.elements, source.role, source.at)
    place = Within(source.before, source.after)
    return (text for one in found for text in read_within(own_text(one), place))


def _cells_at(shown: Displayed, role: str | None, told: Sequence[str]) -> list[Element]:
    own, under, *said = told
    return [
        one
        for one in shown.elements
        if (is_own(one, own) if own else kind_of(one) == role)
        and (not under or _is_under(one, under))
        and all(_bears(one, text) for text in said)
    ]


def _at_end(shown: Displayed, told: Sequence[str]) -> list[Element]:
    own, by, end = told
    found = (one for one in shown.elements if is_own(one, own))
    for rows in filter(None, (list_of(shown.elements, one) for one in found)):
        keys = keys_of(rows, by, is_sorted=True)
        if len(keys) == len(rows):
            key = max(keys) if end == "most" else min(keys)
            at_end = [row for row, at in zip(rows, keys, strict=True) if at == key]
            return [one for row in at_end for one in row if is_own(one, own)]
    return []


def keys_of(rows: Sequence[Sequence[Element]], by: str, is_sorted: bool) -> list[Any]:
    """By what the rows may be in order there: their dates; where the head says that
    they are, whatever is of one kind."""
    texts = [own_text(one) for row in rows for one in row[:MAX_ROW] if is_own(one, by)]
    told = [normal_form(text) for text in texts]
    if len({kind for kind, _ in told}) != 1 or not (is_sorted or told[0][0] == "date"):
        return []
    if told[0][0] == "amount":
        return [number_in(value) for _, value in told]
    return [value for _, value in told]


def list_of(elements: Sequence[Element], element: Element) -> list[list[Element]]:
    """The rows of the list that the element stands in a row of."""
    near = [one for one in elements if one.frame == element.frame]
    rows = {row for one in near if (row := one.attributes.get(ROW))}
    if not (own := _row_around(element, rows)):
        return []
    found: dict[str, list[Element]] = defaultdict(list)
    for one in near:
        row = _row_around(one, rows)
        if _NUMBER_AT_END.sub("", row) == _NUMBER_AT_END.sub("", own):
            found[row].append(one)
    return [row for row in found.values() if any(map(shown_by, row))]


def _row_around(element: Element, rows: Container[str]) -> str:
    """The path of the row that it stands in: its own, else the nearest of these around
    it, as a card's heading is in the row of the card's other texts."""
    at = element.path or ""
    while at and ROW not in element.attributes:
        at = at.rpartition("/")[0]
        if at in rows:
            return at
    return element.attributes.get(ROW, "")


def rows_at(shown: Displayed, source: ValueSource) -> list[list[Element]]:
    """The rows below this heading that have all of these cells, heads of columns
    apart."""
    _, under, *said = source.at
    return [
        row
        for row in rows_of(shown.elements).values()
        if (not under or any(_is_under(one, under) for one in row))
        and {*map(plain, said)} <= {*map(plain, cells_of(row))}
    ]


def _presence(shown: Displayed, source: ValueSource) -> list[str]:
    """Whether it is there; nothing of a page on which nothing stands where it may."""
    _, label, under = source.at
    there = [one for one in shown.elements if not under or _is_under(one, under)]
    found = any(plain(own_text(one)) == plain(label) for one in shown.elements)
    return [str(found).lower()] if found or there else []


def is_own(element: Element, own: str) -> bool:
    if own.startswith(KIND):
        return kind_of(element) == own[len(KIND) :]
    owns = owns_of(element, "")
    return own in owns if own[0] in ".#" else plain(own) in map(plain, owns)


def owns_of(element: Element, value: str) -> list[str]:
    """What the element is told by in its row: its column's head, its label; by its
    class or the number of its column where it has neither."""
    named = [element.attributes.get(key, "") for key in (HEAD, LABEL)]
    if found := [one for one in named if one and not (value and value in one)]:
        return found
    column = column_of(element)
    marks = [f".{one}" for one in stable_classes(element)[:1]]
    return [*marks, *([f"#{column}"] if column else [])]


def owns_in_order(element: Element, value: str) -> list[str]:
    """What tells it in a row that an order tells: its kind where nothing else does."""
    kind = kind_of(element)
    return owns_of(element, value) or ([f"{KIND}{kind}"] if kind else [])


def _bears(element: Element, text: str) -> bool:
    around = [plain(one) for text in element.container for one in cells(text)]
    if not text.startswith(PART):
        head, cell = headed_cell(text)
        return plain(cell) in around and are_under([head], cell, element)
    part = f" {plain(text[len(PART) :])} "
    return any(part in f" {one} " for one in around)


def _is_under(element: Element, heading: str) -> bool:
    return plain(element.attributes.get(UNDER, "")) == plain(heading)


def rows_of(elements: Iterable[Element]) -> dict[str, list[Element]]:
    """The elements of each row, in the order of the page."""
    found: dict[str, list[Element]] = defaultdict(list)
    for one in elements:
        if row := one.attributes.get(ROW):
            found[f"{one.frame}{row}"].append(one)
    return found


def cells_of(row: Sequence[Element]) -> list[str]:
    around = (cell for one in row for cell in cells(next(iter(one.container), "")))
    return list(dict.fromkeys(filter(None, (*around, *map(own_text, row)))))


def in_view(element: Element, n: int) -> Element:
    """The element as of this view of a list that puts other rows in the same place."""
    row = element.attributes.get(ROW)
    attributes = {**element.attributes, ROW: f"{row}@{n}"}
    return element.model_copy(update={"attributes": attributes}) if row else element


def texts_of(shown: Displayed) -> list[str]:
    """What its elements say, each once."""
    return list(dict.fromkeys(filter(None, map(own_text, shown.elements))))


def own_text(element: Element) -> str:
    """What it shows, in words."""
    told = element.text or next(iter(shown_by(element)), "")
    held = element.attributes.get("value") if not told else None
    return " ".join((told or held or "").split())


def plain(text: str) -> str:
    """Its words and numbers, folded."""
    return " ".join(one for one in folds(text) if any(map(str.isalnum, one)))
