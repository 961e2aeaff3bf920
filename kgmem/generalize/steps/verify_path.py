"""Does a run follow a path, and does each step still name the element it named?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kgmem.model.keys.identity import element_key
from kgmem.model.pattern import Bindings
from kgmem.paths.fill_steps import Filler
from kgmem.paths.fits import Look, look, looks_fit
from kgmem.paths.path_parts import Filled
from kgmem.paths.walk import Recorded, walked

OTHER_PATH = "takes another path"
AMBIGUOUS = "has elements that the path can't tell from others"
ON_PAGE = "saw pages on which a step does not name one element any more"
SEEN_BEFORE = "went on although it saw what it is said to wait for"


@dataclass(frozen=True, slots=True)
class PathVerdict:
    """How a run goes with a path."""

    instances: tuple[int | None, ...] = ()
    reason: str | None = None
    """Why the path is not true of it; None if it is."""


def verdict(filler: Filler, bindings: Bindings, path: Recorded) -> PathVerdict:
    """A run's path against the one that is filled, with the run's own values."""
    taken = walked(filler, bindings, path)
    if taken is None:
        return PathVerdict(reason=OTHER_PATH)
    told = list(_told(path, taken))
    if not all(map(_names_something, told)) or not _are_told_apart(told):
        return PathVerdict(reason=AMBIGUOUS)
    if not all(map(_is_one_on_page, told)):
        return PathVerdict(reason=ON_PAGE)
    if any(map(_saw_the_end, told)):
        return PathVerdict(reason=SEEN_BEFORE)
    return PathVerdict(tuple(None if one is None else one.n for one in taken))


@dataclass(frozen=True, slots=True)
class _Told:
    """A recorded element, and the target that the path has for it."""

    path: Recorded
    place: int
    filled: Filled
    target: Look
    seen: Look


def _told(path: Recorded, taken: Sequence[Filled | None]) -> Iterator[_Told]:
    for place, filled in enumerate(taken):
        seen = path.looks[place]
        if filled and filled.look and seen:
            yield _Told(path, place, filled, filled.look, seen)


def _names_something(told: _Told) -> bool:
    """More than a kind, unless the record has no more."""
    return told.target.says_more_than_kind or not told.seen.says_more_than_kind


def _are_told_apart(told: Sequence[_Told]) -> bool:
    """No two steps whose targets fit each other's element meant different ones."""
    return not any(
        a.filled.n != b.filled.n
        and looks_fit(a.target, b.seen)
        and looks_fit(b.target, a.seen)
        and _are_others(a, b)
        for a, b in combinations(told, 2)
    )


def _are_others(a: _Told, b: _Told) -> bool:
    one, other = (t.path.steps[t.place].target for t in (a, b))
    if one is None or other is None:
        return False
    return element_key(one) != element_key(other)


def _is_one_on_page(told: _Told) -> bool:
    """At most one element of the page fits the target, if one fitted the element as
    it was recorded; only looked at where the path knows less than the record did."""
    target, seen = told.target, told.seen
    if told.filled.step.until is not None and target.name is None:
        return True  # any of a series
    named = target.name == seen.name is not None and not target.is_part
    if target.sure or (named and bool(target.around) == bool(seen.around)):
        return True
    page = told.path.page(told.place)
    before = sum(looks_fit(seen, other) for other in page)
    after = sum(looks_fit(target, other) for other in page)
    return before != 1 or after <= 1


def _saw_the_end(told: _Told) -> bool:
    """Was what the step is repeated for there already, before it was done? Where it
    turns a month or a number, that says how often."""
    until, expect = told.filled.step.until, told.filled.step.expect
    if expect and any(mark.turns for mark in expect.marks):
        return False
    awaited = [look(element) for element in until.elements] if until else []
    return any(
        looks_fit(wanted, other)
        for wanted in awaited
        for other in told.path.page(told.place)
    )
