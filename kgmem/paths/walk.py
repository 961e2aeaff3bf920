"""Does a recorded path follow a pattern's path?"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import unquote_plus

from kgmem.model.base import normalize
from kgmem.model.pattern import Bindings
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step
from kgmem.model.values.unfit import Unfit
from kgmem.pace import breathe
from kgmem.paths.fill_steps import Filler
from kgmem.paths.fits import Look, look, looks_fit
from kgmem.paths.path_parts import Filled, FilledPart, Rounds
from kgmem.paths.tidy import as_done, tidy

MAX_WALKED = 1_000
"""Steps of a recorded path that is looked at; a longer one follows no pattern."""
MAX_ON_PAGE = 300
"""Elements of a page that are looked at."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded path, looked at once for all paths that it is compared to."""

    steps: tuple[Step, ...]
    looks: tuple[Look | None, ...]
    """Of the targets."""
    kept: tuple[int, ...]
    """What `tidy` leaves of it."""
    _pages: dict[int, tuple[Look, ...]] = field(default_factory=dict)

    def page(self, place: int) -> tuple[Look, ...]:
        """The elements of the page before a step, as far as they are recorded."""
        if place not in self._pages:
            page = self.steps[place].page_before
            seen = page.elements[:MAX_ON_PAGE] if page else ()
            self._pages[place] = tuple(map(look, seen))
        return self._pages[place]


def recorded(path: Sequence[Step]) -> Recorded:
    """The path, ready to be compared."""
    steps = tuple(map(as_done, path))
    looks = tuple(look(step.target) if step.target else None for step in steps)
    return Recorded(steps, looks, tidy(steps))


def walked(
    filler: Filler, bindings: Bindings, path: Recorded
) -> tuple[Filled | None, ...] | None:
    """For each step of `path` the pattern's step that it is an instance of, with these
    values, or None for fidgeting (see `tidy`); None if the path does not follow.

    Optional steps may be missing, one way of each choice is taken, a list's rounds
    come in any order, a step with `until` any number of times.
    """
    breathe()
    if len(path.steps) > MAX_WALKED:
        return None
    parts = filler.fill(bindings)
    if isinstance(parts, Unfit):
        return None
    walker = _Walker(path)
    end = walker.after(parts, walker.start()).get(len(path.steps))
    return None if end is None else _instances(end, len(path.steps))


@dataclass(frozen=True, slots=True)
class _Taken:
    """The steps taken so far, last first."""

    place: int = -1
    filled: Filled | None = None
    before: "_Taken | None" = None


_Ends = dict[int, _Taken]
"""By place in the path that has been reached: one way to get there."""


def _instances(end: _Taken, length: int) -> tuple[Filled | None, ...]:
    found: list[Filled | None] = [None] * length
    taken: _Taken | None = end
    while taken is not None and taken.filled is not None:
        found[taken.place] = taken.filled
        taken = taken.before
    return tuple(found)


class _Walker:
    """Follows all possibilities at once, each place of the path at most once.

    The method of K. Thompson, "Regular expression search algorithm", 1968; time is
    at most the product of both lengths, but for loops in any order, where the
    number of rounds counts twice.
    """

    def __init__(self, path: Recorded) -> None:
        self._path = path.steps
        self._looks = path.looks
        self._idle = set(range(len(path.steps))).difference(path.kept)

    def start(self) -> _Ends:
        """Before the first step."""
        return self._past_idle({0: _Taken()})

    def after(self, parts: Iterable[FilledPart], ends: _Ends) -> _Ends:
        """Where the parts lead from each of `ends`."""
        for part in parts:
            if not ends:
                break
            ends = self._after_part(part, ends)
        return ends

    def _after_part(self, part: FilledPart, ends: _Ends) -> _Ends:
        if isinstance(part, Filled):
            return self._after_step(part, ends)
        if isinstance(part, Rounds):
            if not part.in_any_order:
                flat = (filled for one in part.rounds for filled in one)
                return self.after(flat, ends)
            return self._joined(
                self._after_rounds(part.rounds, place, taken)
                for place, taken in ends.items()
            )
        return self._joined(self.after(way, ends) for way in part.ways)

    def _after_step(self, filled: Filled, ends: _Ends) -> _Ends:
        once = self._once(filled, ends)
        if filled.step.until is not None:
            reached = dict(ends)
            while once.keys() - reached.keys():
                reached = {**once, **reached}
                once = self._once(filled, once)
            return reached
        return {**once, **ends} if filled.step.need == "optional" else once

    def _once(self, filled: Filled, ends: _Ends) -> _Ends:
        """After one of the step, at each place where the path has it."""
        return self._past_idle(
            {
                place + 1: _Taken(place, filled, taken)
                for place, taken in ends.items()
                if place < len(self._path) and self._is(filled, place)
            }
        )

    def _after_rounds(
        self, rounds: Sequence[Sequence[Filled]], place: int, taken: _Taken
    ) -> _Ends:
        """All rounds, each time the first one left that fits; greedy, so that one
        place leads to one place."""
        left = list(rounds)
        while left:
            for i, one in enumerate(left):
                ends = self.after(one, {place: taken})
                if ends:
                    place = max(ends)
                    taken = ends[place]
                    del left[i]
                    break
            else:
                return {}
        return {place: taken}

    def _past_idle(self, ends: _Ends) -> _Ends:
        """Also the places that are reached by leaving fidgeting out."""
        for place in sorted(ends):
            taken = ends[place]
            while place in self._idle and place + 1 not in ends:
                place += 1
                ends[place] = taken
        return ends

    @staticmethod
    def _joined(several: Iterable[_Ends]) -> _Ends:
        together: _Ends = {}
        for ends in several:
            for place, taken in ends.items():
                together.setdefault(place, taken)
        return together

    def _is(self, filled: Filled, place: int) -> bool:
        step, element = self._path[place], self._looks[place]
        if filled.step.action != step.action or not _values_agree(filled.step, step):
            return False
        if filled.look is None:
            return True
        return element is not None and looks_fit(filled.look, element)


def _values_agree(wanted: PlanStep, step: Step) -> bool:
    if wanted.value is not None or wanted.does.takes_value:
        told: Callable[[str], str] = (
            unquote_plus if wanted.does.enters == "address" else str
        )
        one, other = told(wanted.value or ""), told(step.value or "")
        if not _texts_agree(one, other, wanted):
            return False
        if (
            wanted.does.enters == "text"
            and not wanted.asks
            and is_in_capitals(one) != is_in_capitals(other)
        ):
            return False
    return _json_agrees(wanted, wanted.params, step.params) and _ends_agree(
        wanted, step
    )


def _texts_agree(one: str, other: str, wanted: PlanStep) -> bool:
    """Are they the same, whatever stands where the step asks for a value?"""
    if not wanted.asks:
        return normalize(one) == normalize(other)
    asked = "|".join(re.escape(f"{{{name}}}") for name in wanted.asks)
    said = map(re.escape, re.split(asked, normalize(one)))
    return re.fullmatch(".+".join(said), normalize(other), re.S) is not None


def is_in_capitals(text: str) -> bool:
    """Is all of it typed in capitals, on purpose? Other capitals come and go."""
    return text.isupper() and sum(map(str.isupper, text)) > 1


def _ends_agree(wanted: PlanStep, step: Step) -> bool:
    """Does the step end where the path says, if both say it?"""
    if wanted.destination is None or step.destination is None:
        return wanted.destination is step.destination
    return looks_fit(look(wanted.destination), look(step.destination))


def _json_agrees(step: PlanStep, wanted: Any, given: Any) -> bool:
    """Everything in `wanted` is in `given`; a number may be written as text."""
    if isinstance(wanted, Mapping):
        return isinstance(given, Mapping) and all(
            key in given and _json_agrees(step, item, given[key])
            for key, item in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(given, list)
            and len(wanted) == len(given)
            and all(map(partial(_json_agrees, step), wanted, given))
        )
    return wanted == given or _texts_agree(str(wanted), str(given), step)
