"""A pattern's path with values in its slots, still told in parts."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from kgmem.model.pattern import Bindings, PatternStep, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.source import ValueSource, reads_in
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Element
from kgmem.model.values import unfit
from kgmem.model.values.unfit import MAX_LAID_OUT, Misfit, Unfit
from kgmem.paths.chosen import in_its_words
from kgmem.paths.declared import asks_of, need_of, without_declared
from kgmem.paths.fill_texts import (
    expected_address,
    filled_json,
    filled_value,
    filler,
)
from kgmem.paths.path_parts import (
    Choice,
    ChosenWays,
    Filled,
    FilledPart,
    Loop,
    Part,
    Rounds,
    parts_of,
)
from kgmem.paths.reading.entered import without_result
from kgmem.paths.slot_values import SlotValues
from kgmem.paths.step_text import (
    in_expectation,
    in_target,
    texts_of,
    texts_of_element,
    with_source_texts,
)


class Filler:
    """Fills the slots of one path, for as many bindings as one likes."""

    def __init__(self, steps: Sequence[PatternStep], slots: Sequence[Slot]) -> None:
        self._parts = parts_of(steps)
        self._loops = tuple(_loops_in(self._parts))
        self._slots = {slot.name: slot for slot in slots}
        self._asked = frozenset(slot.name for slot in slots if slot.asked)
        self._fixed = {step.n: _planned(step) for step in steps if not _holds(step)}

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
        values = SlotValues(
            self._slots, bindings, self._fixed, self._asked.union(asked) - {*bindings}
        )
        try:
            _check_length(self._loops, values)
            return tuple(_parts(self._parts, values))
        except Misfit as misfit:
            return misfit.unfit


# --- parts --------------------------------------------------------------------


def _loops_in(parts: Iterable[Part]) -> Iterator[Loop]:
    for part in parts:
        if isinstance(part, Loop):
            yield part
        elif isinstance(part, Choice):
            yield from (one for way in part.ways for one in way if type(one) is Loop)


def _check_length(loops: Iterable[Loop], values: SlotValues) -> None:
    """Raises Misfit where the loops come to more steps than a plan holds."""
    laid_out = 0
    for loop in loops:
        if loop.slot in values.bindings:
            laid_out += (values.times(loop.slot) or 0) * len(loop.steps)
            if laid_out > MAX_LAID_OUT:
                raise unfit.too_many_steps(loop.slot)


def _parts(parts: Sequence[Part], values: SlotValues) -> Iterator[FilledPart]:
    for part in parts:
        if isinstance(part, Choice):
            if ways := _ways(part, values):
                yield ChosenWays(ways)
        else:
            yield from _simple(part, values)


def _ways(
    choice: Choice, values: SlotValues
) -> tuple[tuple[Filled | Rounds, ...], ...]:
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


def _simple(part: PatternStep | Loop, values: SlotValues) -> Iterator[Filled | Rounds]:
    steps = part.steps if isinstance(part, Loop) else (part,)
    try:
        if isinstance(part, PatternStep):
            yield _filled(part, values)
        else:
            yield _rounds(part, values)
    except Misfit:
        if any(step.need != "optional" for step in steps):
            raise


def _rounds(loop: Loop, values: SlotValues) -> Rounds:
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


def _filled(step: PatternStep, values: SlotValues) -> Filled:
    if step.n in values.fixed:
        return values.fixed[step.n]
    fill, in_address = filler(values), partial(expected_address, values=values)
    filled = _planned(
        step,
        target=in_target(step.target, fill),
        destination=in_target(step.destination, fill),
        value=filled_value(step, values),
        params=filled_json(step.params, values),
        until=in_expectation(
            step.until, filler(_first_items(step, values)), in_address
        ),
        expect=in_expectation(step.expect, fill, in_address),
    )
    if asks := _asks(step, values):
        told = {
            "asks": (*filled.step.asks, *asks),
            "reads": dict(_reads(asks, values)),
        }
        filled = replace(filled, step=filled.step.model_copy(update=told))
    if not step.repairs:
        return filled
    return replace(
        filled,
        step=filled.step.model_copy(
            update={"branches": tuple(_repairs(step.repairs, values))}
        ),
    )


def _first_items(step: PatternStep, values: SlotValues) -> SlotValues:
    """The values at the begin of a loop, if that is what the step is repeated for."""
    elements = step.until.elements if step.until else ()
    texts = (text for element in elements for text in texts_of_element(element))
    for hole in {hole for text in texts for hole in templates.holes(text)}:
        if values.is_list(hole.slot):
            values = next(iter(values.rounds_of(hole.slot)), values)
    return values


def _asks(step: PatternStep, values: SlotValues) -> tuple[str, ...]:
    """Its slots whose value comes later."""
    if not values.asked:
        return ()
    held = {hole.slot for text in texts_of(step) for hole in templates.holes(text)}
    return tuple(sorted(held & values.asked))


def _reads(
    asks: Sequence[str], values: SlotValues
) -> Iterator[tuple[str, tuple[ValueSource, ...]]]:
    """Where their values stand, by name; no place that takes a value which lacks."""
    fill = filler(values)
    for name in asks:
        found = []
        for source in values.slots[name].reads if name in values.slots else ():
            with suppress(Misfit):
                found.append(with_source_texts(source, fill))
        if found:
            yield name, tuple(found)


def _repairs(
    repairs: Sequence[Sequence[PatternStep]], values: SlotValues
) -> Iterator[tuple[PlanStep, ...]]:
    """The repairs that have all their values, the newest first. Numbered from 1."""
    for way in reversed(repairs):
        with suppress(Misfit):
            yield tuple(_filled(step, values).step for step in way)


def _planned(step: PatternStep, **filled: Any) -> Filled:
    """The step as one of a plan; `filled` is what it has instead of its templates."""
    told = step.model_copy(update=filled) if filled else step
    given = without_result(told.params) if step.does.is_call else told.params
    value, target = in_its_words(step.action, told.value, told.target, told.params)
    planned = PlanStep.of_stored(
        n=0,
        action=step.action,
        target=target and target.told_by(step.healed),
        destination=told.destination
        and told.destination.told_by(step.healed_destination),
        value=value,
        params=without_declared(given),
        need=need_of(told.params, step.need),
        asks=asks_of(told.params),
        until=told.until,
        expect=told.expect,
        irreversible=step.irreversible,
        source=step.n or None,
        reads={told.as_: reads_in(told.params)} if told.does.gives else {},
        answers=(),
        varies=step.target is not None and _varies(step.target),
    )
    return Filled(step.n, planned)


def _varies(target: Element) -> bool:
    """Is it told by a slot's value?"""
    return any(templates.holes(text) for text in texts_of_element(target))
