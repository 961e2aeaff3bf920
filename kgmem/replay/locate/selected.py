"""Which elements of a page a selector means, by what is known of them: their paths,
which number siblings of one tag, and the attributes of those that the page tells."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.whereabouts import WITHIN
from kgmem.model.trajectory import Element, Locator

SELECTORS = frozenset({"css", "xpath"})
MAX_SELECTOR = 400
_CHOSEN = frozenset({
    "radio", "option", "listitem", "menuitemradio", "row", "cell", "gridcell",
    "treeitem", "tab",
})  # fmt: skip
"""Kinds of which one is chosen among others: which was meant no place tells."""
_TEST = re.compile(
    r"""\#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|:nth-of-type\((?P<nth>\d+)\)"""
    r"""|\[@?(?P<key>[\w-]+)\s*=\s*(?P<mark>["']?)(?P<value>[^"'\]]*)(?P=mark)\]"""
    r"""|\[(?P<place>\d+)\]"""
)
_TAG = re.compile(r"\*|[A-Za-z][\w-]*")
_GAP = re.compile(r"\s*(>)\s*|\s+")
_STEP = re.compile(r"([\w.-]+)\[(\d+)\]")
_XSTEP = re.compile(r"(//?)((?:[^/'\"\[]|\[(?:[^'\"\]]|'[^']*'|\"[^\"]*\")*\])+)")


@dataclass(frozen=True, slots=True)
class _Compound:
    """What one part of a selector asks of an element."""

    tag: str | None
    tests: tuple[tuple[str, str], ...]
    is_child: bool
    """Does it stand in the part before it without anything between?"""


class Selecting:
    """The elements of a page, to be asked which of them a selector means."""

    def __init__(self, page: Sequence[Element]) -> None:
        self._page = page
        self._by_path = {one.path: one for one in page if one.path}

    def stands_within(self, target: Element, one: Element) -> bool:
        """May it stand in what the target's record says? Where that can't be told, it
        may."""
        told = (
            parsed(lo.value, lo.kind) for lo in target.locators if lo.kind == WITHIN
        )
        return all(
            parts is None or self._is_below(parts, _nodes(one)) is not False
            for parts in told
        )

    def meant(self, target: Element) -> Element | None:
        """The one element that the target's selectors mean; None where they mean
        several, or none, or not the same one."""
        found = {id(one): one for told in target.locators if (one := self._only(told))}
        return next(iter(found.values())) if len(found) == 1 else None

    def _only(self, told: Locator) -> Element | None:
        is_selector = told.kind in SELECTORS
        parts = parsed(told.value, told.kind) if is_selector else None
        if parts is None:
            return None
        says = [(self._fits(parts, _nodes(one)), one) for one in self._page]
        found = [one for fits, one in says if fits is not False]
        if len(found) != 1 or (True, found[0]) not in says:
            return None
        counts = any(how == "nth" for part in parts for how, _ in part.tests)
        return None if counts and kind_of(found[0]) in _CHOSEN else found[0]

    # --- three answers: yes, no, and None where it can't be told ---------------------

    def _fits(
        self, parts: Sequence[_Compound], nodes: Sequence[tuple[str, str, int]]
    ) -> bool | None:
        """Is the last of the nodes what the selector ends on?"""
        if not nodes:
            return None
        own = self._is_one(parts[-1], nodes[-1])
        if own is False or len(parts) == 1:
            return own
        around = (
            self._fits(parts[:-1], nodes[:-1] or _NOWHERE)
            if parts[-1].is_child
            else self._is_below(parts[:-1], nodes)
        )
        return False if around is False else (True if own and around else None)

    def _is_below(
        self, parts: Sequence[_Compound], nodes: Sequence[tuple[str, str, int]]
    ) -> bool | None:
        """Does the last of the nodes stand in what the selector means?"""
        if not nodes:
            return None
        says = {self._fits(parts, nodes[:n]) for n in range(1, len(nodes))}
        return True if True in says else (None if None in says else False)

    def _is_one(self, part: _Compound, node: tuple[str, str, int]) -> bool | None:
        path, tag, place = node
        if part.tag and part.tag != tag:
            return False
        element = self._by_path.get(path)
        says = {_holds(how, wanted, place, element) for how, wanted in part.tests}
        return False if False in says else (None if None in says else True)


_NOWHERE: Sequence[tuple[str, str, int]] = (("", "", 0),)


def _holds(how: str, wanted: str, place: int, element: Element | None) -> bool | None:
    if how == "nth":
        return place == int(wanted)
    if element is None:
        return None
    given: Mapping[str, str] = element.attributes
    if how == "class":
        return wanted in given.get("class", "").split()
    return given.get(how) == wanted


def _nodes(element: Element) -> list[tuple[str, str, int]]:
    """It and what it stands in, from the page's root: path, tag and number. Shadow
    roots are none."""
    found: list[tuple[str, str, int]] = []
    path = ""
    for step in (element.path or "").split("/")[1:]:
        path += f"/{step}"
        told = _STEP.fullmatch(step)
        tag, place = (told[1], int(told[2])) if told else (step, 1)
        if tag != "shadow-root":
            found.append((path, tag.lower(), place))
    return found


@lru_cache(1 << 10)
def parsed(selector: str, kind: str) -> tuple[_Compound, ...] | None:
    """The parts of a selector; None where it asks something that is not known here."""
    if len(selector) > MAX_SELECTOR:
        return None
    told = _of_xpath(selector) if kind == "xpath" else _of_css(selector.strip())
    parts = [_compound(text, is_child) for is_child, text in told]
    return tuple(one for one in parts if one) if parts and all(parts) else None


def _of_css(selector: str) -> list[tuple[bool, str]]:
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\x00{len(kept) - 1}\x00"

    pieces = _GAP.split(re.sub(r"\[[^\]]*\]", keep, selector))
    texts = [
        re.sub(r"\x00(\d+)\x00", lambda match: kept[int(match[1])], one or "")
        for one in pieces[::2]
    ]
    return list(zip([False, *(gap == ">" for gap in pieces[1::2])], texts, strict=True))


def _of_xpath(path: str) -> list[tuple[bool, str]]:
    path = path.strip()
    steps = _XSTEP.findall(path)
    if "".join(gap + step for gap, step in steps) != path:
        return []
    return [(gap == "/" and n > 0, step.strip()) for n, (gap, step) in enumerate(steps)]


def _compound(text: str, is_child: bool) -> _Compound | None:
    tag = _TAG.match(text)
    rest = text[tag.end() :] if tag else text
    tests: list[tuple[str, str]] = []
    while rest:
        test = _TEST.match(rest)
        if test is None:
            return None
        rest = rest[test.end() :]
        for how in ("id", "cls", "nth", "place"):
            if test[how] is not None:
                tests.append(
                    ({"cls": "class", "place": "nth"}.get(how, how), test[how])
                )
        if test["key"] is not None:
            tests.append((test["key"], test["value"]))
    if not tag and not tests:
        return None
    named = tag[0].lower() if tag and tag[0] != "*" else None
    return _Compound(named, tuple(tests), is_child)
