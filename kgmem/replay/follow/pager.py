"""The link to a list's next page, told by where it leads and by no word."""

from collections.abc import Collection, Sequence
from urllib.parse import parse_qsl, urljoin, urlsplit

from kgmem.language.irreversible import is_irreversible
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.table_rows import is_row
from kgmem.model.trajectory import Element

MAX_PAGES = 40
"""Pages of a list that are turned to in search of one record."""
FIRST = "1"
"""Lists count their pages from one, for people: what a link so called shows is no
further page, whatever its address says."""


def next_page(
    url: str, elements: Sequence[Element], seen: Collection[str]
) -> int | None:
    """The place of the link that HTML calls the next one, or of the one that leads to
    this very address with the next number of a page; None where there is none, or where
    links that show no number change several parts of the address: those are filters."""
    numbered: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    parts: set[str] = set()
    for n, one in enumerate(elements):
        href = one.attributes.get("href", "")
        to = urljoin(url, href)
        around = next(iter(one.container), "")
        is_of_a_row = is_row(around) or "aria-sort" in one.attributes
        if kind_of(one) != "link" or not href or to in seen or is_of_a_row:
            continue
        if is_irreversible("click", one, None):
            continue
        if "next" in one.attributes.get("rel", "").casefold().split():
            return n
        if further := _number_of(url, to):
            part, number = further
            label = one.label().strip()
            if label == FIRST:
                continue
            is_shown = label in (str(number), str(number + 1))
            (numbered if is_shown else others).append((number, n))
            parts |= set() if is_shown else {part}
    if not numbered and len(parts) > 1:
        return None
    return min(numbered or others, default=(0, None))[1]


def _number_of(url: str, to: str) -> tuple[str, int] | None:
    """The part of the address that has a number in the place of a smaller one, or of
    none, and that is all in which it differs."""
    here, there = urlsplit(url), urlsplit(to)
    if here[:2] != there[:2]:
        return None
    if here.path != there.path:
        own, other = here.path.split("/"), there.path.split("/")
        pairs = [(a, b) for a, b in zip(own, other, strict=False) if a != b]
        is_alike = len(own) == len(other) and here.query == there.query
        return _further("", *pairs[0]) if is_alike and len(pairs) == 1 else None
    mine, theirs = dict(parse_qsl(here.query)), dict(parse_qsl(there.query))
    changed = [key for key in theirs if mine.get(key) != theirs[key]]
    if len(changed) != 1 or mine.keys() - theirs.keys():
        return None
    return _further(changed[0], mine.get(changed[0], "0"), theirs[changed[0]])


def _further(part: str, here: str, there: str) -> tuple[str, int] | None:
    is_further = here.isdecimal() and there.isdecimal() and int(there) > int(here)
    return (part, int(there)) if is_further else None
