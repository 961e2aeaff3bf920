"""What did the work of a step that failed, in words that hold for other values."""

import re
from collections.abc import Mapping, Sequence

from kgmem.language.words import whole
from kgmem.model.pattern import PatternStep
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Step
from kgmem.paths.step_text import texts_of, with_texts

SHORTEST = 3
"""Characters of a value from which on it is looked for inside of longer texts."""

Bindings = Mapping[str, str | list[str]]


def lifted_repair(
    steps: Sequence[Step], bindings: Bindings
) -> tuple[PatternStep, ...] | None:
    """The steps with `{slot}` for the values of this task.

    None where they can't be told so: something is entered that no slot explains, or an
    item of a list stands in them, of which another task has as many as it likes.
    """
    lifted = tuple(
        with_texts(_pattern_step(step), lambda text: _lifted(text, bindings))
        for step in steps
    )
    lifted = tuple(step.model_copy(update={"slots": _slots(step)}) for step in lifted)
    literal = any(
        step.does.fills and step.value and not templates.holes(step.value)
        for step in lifted
    )
    items = [
        item
        for bound in bindings.values()
        if not isinstance(bound, str)
        for item in bound
    ]
    listed = any(
        _occurrence(item).search(text)
        for step in lifted
        for text in texts_of(step)
        for item in items
        if item.strip()
    )
    return None if literal or listed else lifted


def _pattern_step(step: Step) -> PatternStep:
    """Without a number: it has no place in the path of its own."""
    return PatternStep(
        n=0,
        action=step.action,
        target=step.target,
        destination=step.destination,
        value=step.value,
        params=step.params,
        need="alternative",
    )


def _slots(step: PatternStep) -> tuple[str, ...]:
    named = (hole.slot for text in texts_of(step) for hole in templates.holes(text))
    return tuple(dict.fromkeys(named))


def _lifted(text: str, bindings: Bindings) -> str:
    """The text as a template; longer values first, as they may hold shorter ones."""
    values = sorted(
        ((name, bound) for name, bound in bindings.items() if isinstance(bound, str)),
        key=lambda one: -len(one[1]),
    )
    pieces: list[str | templates.Hole] = [text]
    for name, value in values:
        if value.strip():
            pieces = [part for piece in pieces for part in _split(piece, name, value)]
    return "".join(
        templates.escape(piece) if isinstance(piece, str) else str(piece)
        for piece in pieces
    )


def _split(
    piece: str | templates.Hole, name: str, value: str
) -> list[str | templates.Hole]:
    """The piece with a hole for each occurrence of the value."""
    if not isinstance(piece, str):
        return [piece]
    if len(value) < SHORTEST and piece.strip().casefold() != value.casefold():
        return [piece]
    found: list[str | templates.Hole] = []
    for n, literal in enumerate(_occurrence(value).split(piece)):
        if n:
            found.append(templates.Hole(name))
        if literal:
            found.append(literal)
    return found


def _occurrence(value: str) -> re.Pattern[str]:
    """Finds the value, in any case, not as a part of a longer word."""
    value = value.strip()
    return re.compile(whole(value, re.escape(value)), re.IGNORECASE)
