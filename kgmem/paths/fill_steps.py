"""A pattern's path with values in its slots, still told in parts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote, quote_plus

from kgmem.matching.affixes import affixes_of
from kgmem.matching.transform import apply, count_in
from kgmem.model.pattern import Bindings, Expectation, PatternStep, Slot, joined
from kgmem.model.plan import PlanStep
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element
from kgmem.model.values import unfit
from kgmem.model.values.unfit import MAX_LAID_OUT, MAX_ROUNDS, Misfit, Unfit
from kgmem.paths.fits import Look, look
from kgmem.paths.path_parts import Choice, Loop, Part, parts_of
from kgmem.paths.step_text import in_element, texts_of, texts_of_element

Bound = str | list[str]

_ENCODED = ("url_plus", "url_quote")
"""Transforms whose result is already fit for an address."""


@dataclass(frozen=True)
class Filled:
    """A step whose slots are filled; its plan step is not numbered yet."""

    n: int
    """Of the pattern's step."""
    step: PlanStep

    @cached_property
    def look(self) -> Look | None:
        """Of its target; a plan needs none."""
        return look(self.step.target) if self.step.target else None


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a loop comes to."""

    rounds: tuple[tuple["Filled", ...], ...]
    in_any_order: bool
    """A list's items need not be taken in the text's order."""


@dataclass(frozen=True, slots=True)
class ChosenWays:
    """What a choice comes to."""

    ways: tuple[tuple["Filled | Rounds", ...], ...]
    """Most supported first."""


FilledPart = Filled | Rounds | ChosenWays


class Filler:
    """Fills the slots of one path, for as many bindings as one likes."""

    def __init__(self, steps: Sequence[PatternStep], slots: Sequence[Slot]) -> None:
        self._parts = parts_of(steps)
        self._loops = tuple(_loops_in(self._parts))
        self._slots = {slot.name: slot for slot in slots}
        self._fixed = {step.n: _as_it_is(step) for step in steps if not _holds(step)}

    def fill(
        self, bindings: Bindings, asked: Collection[str] = ()
    ) -> tuple[FilledPart, ...] | Unfit:
        """The path's parts with the bindings' values; why not, where a slot has no
        value, or none that a step can hold.

        `{slot}` is the value after the slot's own transform, within a loop over the
        slot the item at hand, elsewhere a list's items joined by ", "; a list's hole
        alone in a list of params stands for all items. `asked` are slots whose value
        comes later: `{slot}` stands for it, and the steps tell it as `asks`. Optional
        steps and ways whose slot has no such value are left out. Values never make it
        raise.
        """
        values = _Values(self._slots, bindings, self._fixed, frozenset(asked))
        try:
            _check_length(self._loops, values)
            return tuple(_parts(self._parts, values))
        except Misfit as misfit:
            return misfit.unfit


@dataclass(frozen=True, slots=True)
class _Values:
    """What holes are filled with."""

    slots: Mapping[str, Slot]
    bindings: Mapping[str, Bound]
    fixed: Mapping[int, Filled]
    """Steps without holes, by number."""
    asked: frozenset[str] = frozenset()
    """Slots whose value comes later."""

    def __call__(self, hole: Hole) -> str:
        if hole.slot in self.asked:
            return f"{{{hole.slot}}}"
        bound = self.bound(hole.slot)
        if isinstance(bound, list):
            return joined([self._told(hole, item) for item in bound], None)
        return self._told(hole, bound)

    def items(self, hole: Hole) -> list[str]:
        """The value of each item of a list."""
        return [self._told(hole, item) for item in self.bound(hole.slot)]

    def bound(self, name: str) -> Bound:
        if name not in self.bindings:
            raise unfit.no_value(name)
        return self.bindings[name]

    def is_list(self, name: str) -> bool:
        return isinstance(self.bindings.get(name), list)

    def with_item(self, name: str, item: str) -> "_Values":
        return replace(self, bindings={**self.bindings, name: item})

    def transform(self, hole: Hole) -> str | None:
        """Its own, else its slot's."""
        slot = self.slots.get(hole.slot)
        return hole.transform or (slot.transform if slot else None)

    def _told(self, hole: Hole, value: str) -> str:
        transform = self.transform(hole)
        told = apply(transform, value)
        if told is None:
            raise unfit.no_form(hole.slot, str(transform))
        return told

    def rounds_of(self, name: str) -> Iterator["_Values"]:
        """One set of values for each round of a loop over the slot."""
        bound = self._items_of(name)
        times = self.times(name)
        if times is None:
            raise unfit.no_number(name)
        if times > MAX_ROUNDS:
            raise unfit.too_many_rounds(name)
        for n in range(times):
            yield self.with_item(name, bound[n]) if isinstance(bound, list) else self

    def times(self, name: str) -> int | None:
        """How often a loop over the slot is asked for; None if its value does not
        say."""
        bound = self._items_of(name)
        return len(bound) if isinstance(bound, list) else count_in(bound)

    def _items_of(self, name: str) -> Bound:
        """The slot's value; one alone of a list slot is a list of one."""
        bound, slot = self.bound(name), self.slots.get(name)
        is_item = isinstance(bound, str) and slot is not None and slot.is_list
        return [str(bound)] if is_item else bound


# --- parts --------------------------------------------------------------------


def _loops_in(parts: Iterable[Part]) -> Iterator[Loop]:
    for part in parts:
        if isinstance(part, Loop):
            yield part
        elif isinstance(part, Choice):
            yield from (one for way in part.ways for one in way if type(one) is Loop)


def _check_length(loops: Iterable[Loop], values: _Values) -> None:
    """Raises Misfit where the loops come to more steps than a plan holds."""
    laid_out = 0
    for loop in loops:
        if loop.slot in values.bindings:
            laid_out += (values.times(loop.slot) or 0) * len(loop.steps)
            if laid_out > MAX_LAID_OUT:
                raise unfit.too_many_steps(loop.slot)


def _parts(parts: Sequence[Part], values: _Values) -> Iterator[FilledPart]:
    for part in parts:
        if isinstance(part, Choice):
            if ways := _ways(part, values):
                yield ChosenWays(ways)
        else:
            yield from _simple(part, values)


def _ways(choice: Choice, values: _Values) -> tuple[tuple[Filled | Rounds, ...], ...]:
    """The ways that have all their values; raises what is missing if none has."""
    found: list[tuple[Filled | Rounds, ...]] = []
    missing: Misfit | None = None
    for way in choice.ways:
        try:
            found.append(tuple(f for part in way for f in _simple(part, values)))
        except Misfit as error:
            missing = missing or error
    if missing and not found:
        raise missing
    return tuple(found)


def _simple(part: PatternStep | Loop, values: _Values) -> Iterator[Filled | Rounds]:
    steps = part.steps if isinstance(part, Loop) else (part,)
    try:
        if isinstance(part, PatternStep):
            yield _filled(part, values)
        else:
            yield _rounds(part, values)
    except Misfit:
        if any(step.need != "optional" for step in steps):
            raise


def _rounds(loop: Loop, values: _Values) -> Rounds:
    return Rounds(
        tuple(
            tuple(_filled(step, one) for step in loop.steps)
            for one in values.rounds_of(loop.slot)
        ),
        in_any_order=values.is_list(loop.slot),
    )


def _holds(step: PatternStep) -> bool:
    """Has it braces, so that filling it changes something?"""
    addresses = [e.url_template or "" for e in (step.until, step.expect) if e]
    return bool(step.repairs) or any(
        "{" in text or "}" in text for text in (*texts_of(step), *addresses)
    )


def _as_it_is(step: PatternStep) -> Filled:
    return _planned(
        step,
        step.target,
        step.destination,
        step.value,
        step.params,
        step.until,
        step.expect,
    )


def _filled(step: PatternStep, values: _Values) -> Filled:
    if step.n in values.fixed:
        return values.fixed[step.n]
    fill = _filler(values)
    filled = _planned(
        step,
        _element(_without_loose_ends(step.target, values), fill),
        _element(_without_loose_ends(step.destination, values), fill),
        _value(step, values),
        _json(step.params, values),
        _expectation(step.until, values),
        _expectation(step.expect, values),
    )
    if asks := _asks(step, values):
        told = filled.step.model_copy(update={"asks": asks})
        filled = replace(filled, step=told)
    if not step.repairs:
        return filled
    return replace(
        filled,
        step=filled.step.model_copy(
            update={"branches": tuple(_repairs(step.repairs, values))}
        ),
    )


def _asks(step: PatternStep, values: _Values) -> tuple[str, ...]:
    """Its slots whose value comes later."""
    if not values.asked:
        return ()
    held = {hole.slot for text in texts_of(step) for hole in templates.holes(text)}
    return tuple(sorted(held & values.asked))


def _repairs(
    repairs: Sequence[Sequence[PatternStep]], values: _Values
) -> Iterator[tuple[PlanStep, ...]]:
    """The repairs that have all their values, the newest first. Numbered from 1."""
    for way in reversed(repairs):
        with suppress(Misfit):
            yield tuple(_filled(step, values).step for step in way)


def _planned(
    step: PatternStep,
    target: Element | None,
    destination: Element | None,
    value: str | None,
    params: dict[str, Any],
    until: Expectation | None,
    expect: Expectation | None,
) -> Filled:
    planned = PlanStep.of_stored(
        n=0,
        action=step.action,
        target=target and target.told_by(step.healed),
        destination=destination and destination.told_by(step.healed_destination),
        value=value,
        params=params,
        need=step.need,
        until=until,
        expect=expect,
        irreversible=step.irreversible,
        source=step.n or None,
        varies=step.target is not None and _varies(step.target),
    )
    return Filled(step.n, planned)


def _varies(target: Element) -> bool:
    """Is it told by a slot's value?"""
    return any(templates.holes(text) for text in texts_of_element(target))


# --- texts --------------------------------------------------------------------

_Fill = Callable[[str], str]


def _filler(values: _Values) -> _Fill:
    return lambda text: templates.fill(text, values)


def _element(element: Element | None, fill: _Fill) -> Element | None:
    return None if element is None else in_element(element, fill)


def _without_loose_ends(target: Element | None, values: _Values) -> Element | None:
    """The target without ends of its name that have no value, if another one has."""
    if target is None:
        return None
    loose = [
        affix
        for affix in affixes_of(target)
        if any(
            hole.slot not in values.bindings for hole in templates.holes(affix.value)
        )
    ]
    if not 0 < len(loose) < len(affixes_of(target)):
        return target
    kept = tuple(one for one in target.locators if one not in loose)
    return target.model_copy(update={"locators": kept})


def _expectation(
    expectation: Expectation | None, values: _Values
) -> Expectation | None:
    if expectation is None:
        return None
    fill = _filler(values)
    return expectation.model_copy(
        update={
            "url_template": _expected_address(expectation.url_template, values),
            "texts": tuple(map(fill, expectation.texts)),
            "elements": tuple(in_element(e, fill) for e in expectation.elements),
        }
    )


def _expected_address(template: str | None, values: _Values) -> str | None:
    """The `url_template` of the address that these values lead to; None where a value
    can't be a part of one."""

    def part(hole: Hole) -> str:
        if hole.slot not in values.slots:
            return str(hole)  # a mark of `url_template`, in patterns of old
        told = values(hole)
        encoded = told if values.transform(hole) in _ENCODED else quote(told, safe="")
        return url_template(f"/{encoded}").removeprefix("/")

    try:
        return None if template is None else templates.fill(template, part)
    except Misfit:
        return None


def _value(step: PatternStep, values: _Values) -> str | None:
    if step.value is None:
        return None
    if step.does.enters == "address":
        return _address(step.value, values)
    return templates.fill(step.value, values)


def _address(template: str, values: _Values) -> str:
    """An address; a value that is part of it is percent-encoded."""
    parts = templates.parts(template)
    if len(parts) == 1:
        return templates.fill(template, values)
    address = ""
    for part in parts:
        if isinstance(part, str):
            address += part
        elif values.transform(part) in _ENCODED:
            address += values(part)
        else:
            encode = quote_plus if "?" in address else quote
            address += encode(values(part), safe="")
    return address


def _json(value: Any, values: _Values) -> Any:
    """Params with their values filled in."""
    if isinstance(value, str):
        return templates.fill(value, values)
    if isinstance(value, dict):
        return {key: _json(item, values) for key, item in value.items()}
    if isinstance(value, list):
        hole = _only_hole(value)
        if hole is not None and values.is_list(hole.slot):
            return values.items(hole)
        return [_json(item, values) for item in value]
    return value


def _only_hole(value: list[Any]) -> Hole | None:
    """The hole that is all that a list holds."""
    if len(value) != 1 or not isinstance(value[0], str):
        return None
    parts = templates.parts(value[0])
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Hole) else None
