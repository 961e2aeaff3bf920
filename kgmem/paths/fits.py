"""Does an element fit what a pattern says of its target?"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kgmem.language.words import folds
from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import (
    TOGGLES,
    evidence_of,
    kind_of,
    stable_classes,
)
from kgmem.model.keys.table_rows import CELLS, cells
from kgmem.model.keys.whereabouts import is_same_frame, is_same_tab
from kgmem.model.texts.numbers import has_numbers_of
from kgmem.model.texts.shape import is_chosen, looks_generated
from kgmem.model.trajectory import Element, Locator
from kgmem.model.values.identical import Identical

PART_OF_NAME = Locator(kind="name_match", value="contains")
"""On a target: its name is words of the element's name, not all of it."""
MAY_BE_PART = Locator(kind="name_match", value="may be a part")
"""On a target: its record does not say whether its name is all of the element's."""
_PARTS = frozenset({PART_OF_NAME, MAY_BE_PART})
GENERIC = frozenset({
    "", "#text", "div", "span", "label", "p", "b", "i", "em", "strong", "small", "font",
})  # fmt: skip
"""Kinds that say nothing: what was clicked is the text in it, or what is around."""
MAX_AROUND = 500
"""Characters of a text around an element that are looked at."""
REMEMBERED = 4096
"""Elements, last looked at, of which is kept what they are told by."""
SURE = ("test_id", "id")
WEAK = (
    "locator", "classes", "numbered", "path", "selector", "ordinal", "box",
)  # fmt: skip
"""What tells a target that has neither a sure id nor a name, in the order of trust."""


@dataclass(frozen=True, slots=True)
class Look:
    """What an element is told by; compared instead of the element itself."""

    kind: str
    evidence: Mapping[str, str]
    """By kind of evidence, as in `identity.element_key`; folded."""
    classes: frozenset[str] = frozenset()
    around: tuple[str, ...] = ()
    frame: str | None = None
    tab: str | None = None
    is_part: bool = False

    @property
    def name(self) -> str | None:
        return self.evidence.get("name")

    @property
    def nearest(self) -> str | None:
        """The nearest text around it that is told."""
        return next(filter(None, self.around), None)

    @property
    def sure(self) -> tuple[tuple[str, str], ...]:
        """Its test id and chosen id."""
        return tuple((how, self.evidence[how]) for how in SURE if how in self.evidence)

    @property
    def says_more_than_kind(self) -> bool:
        """Is there anything to tell the element from others of its kind?"""
        return bool(self.evidence or self.classes or self.around)


def look(element: Element) -> Look:
    """What the element is told by; remembered, since runs share their elements, and
    each is looked at many times."""
    return _look(Identical(element))


@lru_cache(maxsize=REMEMBERED)
def _look(the: Identical[Element]) -> Look:
    element = the.value
    evidence: dict[str, str] = {}
    for how, value in evidence_of(element):
        is_numbered = how == "id" and not is_chosen(value)
        evidence.setdefault("numbered" if is_numbered else how, value)
    plain = element.attributes.get("id", "")
    if (
        plain
        and not {"id", "numbered"} & evidence.keys()
        and not looks_generated(plain)
    ):
        evidence["numbered"] = plain
    return Look(
        kind=kind_of(element),
        evidence=evidence,
        classes=frozenset(stable_classes(element)),
        around=tuple(
            CELLS.join(map(normalize, cells(text[:MAX_AROUND])))
            for text in element.container
        ),
        frame=element.frame,
        tab=element.tab,
        is_part=not _PARTS.isdisjoint(element.locators),
    )


def fits(target: Element | None, element: Element | None) -> bool:
    """Does a recorded element fit a pattern's target whose slots are filled?

    Every piece of evidence that the target names must agree: kind, test id, chosen
    id, name, the text around it if the record has any; only without a sure id or a
    name, weaker evidence. A label fits the toggle that it labels, since a click on
    it is a click on the toggle. No target fits anything.
    """
    if target is None:
        return True
    return element is not None and looks_fit(look(target), look(element))


def looks_fit(target: Look, element: Look) -> bool:
    """The same of two looks."""
    if not are_shown_together(target, element):
        return False
    if is_label_of(element, target):
        return True
    if not kinds_agree(target, element):
        return False
    if any(element.evidence.get(how) != value for how, value in target.sure):
        return False
    if not _names_agree(target, element) or not _is_around(target, element):
        return False
    return bool(target.sure or target.name) or _weak_evidence_agrees(target, element)


def are_shown_together(one: Look, other: Look) -> bool:
    """Do they stand in the same chain of frames, in the same tab?"""
    in_frame = is_same_frame(one.frame, other.frame)
    return in_frame and is_same_tab(one.tab, other.tab)


def is_label_of(label: Look, toggle: Look) -> bool:
    """Is it the text of a checkbox or the like, as far as names tell?"""
    if toggle.kind not in TOGGLES or label.kind not in GENERIC or not label.name:
        return False
    called = toggle.name or toggle.nearest
    return called is not None and _bare(called) == _bare(label.name)


def kinds_agree(a: Look, b: Look) -> bool:
    """The same kind; of named elements also two kinds that say nothing."""
    if a.kind == b.kind:
        return True
    return a.kind in GENERIC and b.kind in GENERIC and bool(a.name and b.name)


def _names_agree(target: Look, element: Look) -> bool:
    if target.name is None:
        return True
    if element.name is None:
        return bool(target.sure)
    if _bare(target.name) == _bare(element.name):
        return True
    return target.is_part and contains_words(element.name, target.name)


def _bare(name: str) -> str:
    """Without the marks that end a sentence or a label."""
    return name.rstrip(" .,;:!?*。，；：！？") or name


def _is_around(target: Look, element: Look) -> bool:
    nearest = target.nearest
    return nearest is None or not element.around or stands_in(element, nearest)


def stands_in(element: Look, around: str) -> bool:
    """Is it in what says this, of a row each of these cells?"""
    told = cells(around)
    return any(
        all(contains_words(text, one) for one in told) for text in element.around
    )


def _weak_evidence_agrees(target: Look, element: Look) -> bool:
    for how in WEAK:
        if how == "classes":
            if target.classes and element.classes:
                return target.classes <= element.classes
        elif how in target.evidence and how in element.evidence:
            return target.evidence[how] == element.evidence[how]
    return True


def contains_words(text: str, part: str) -> bool:
    """Do the words of `part` stand in `text`, whole and next to each other? No number
    of it as a part of another one."""
    return is_within(folds(part), folds(text)) and has_numbers_of(text, part)


def is_within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Is `part` a stretch of `whole`? An empty one is."""
    n = len(part)
    return any(whole[i : i + n] == part for i in range(len(whole) - n + 1))
