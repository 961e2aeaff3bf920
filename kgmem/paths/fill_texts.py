"""The texts of a step with values in their holes: values, addresses, params."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

from kgmem.model.pattern import PatternStep
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole
from kgmem.model.texts.url import url_template
from kgmem.model.values.unfit import Misfit
from kgmem.paths.slot_values import SlotValues

_ENCODED = ("url_plus", "url_quote")
"""Transforms whose result is already fit for an address."""


def filler(values: SlotValues) -> Callable[[str], str]:
    """Fills the holes of one text with these values."""
    return lambda text: templates.fill(text, values)


def expected_address(template: str, values: SlotValues) -> str | None:
    """The `url_template` of the address that these values lead to; None where a value
    can't be a part of one."""

    def part(hole: Hole) -> str:
        if hole.slot not in values.slots:
            return str(hole)  # a mark of `url_template`, in patterns of old
        told = values(hole)
        encoded = told if values.transform(hole) in _ENCODED else quote(told, safe="")
        return url_template(f"/{encoded}").removeprefix("/")

    try:
        return templates.fill(template, part)
    except Misfit:
        return None


def filled_value(step: PatternStep, values: SlotValues) -> str | None:
    """The step's value with its holes filled, encoded in an address."""
    if step.value is None:
        return None
    if step.does.enters == "address":
        return _address(step.value, values)
    return templates.fill(step.value, values)


def _address(template: str, values: SlotValues) -> str:
    """An address; a value that is part of it is percent-encoded."""
    parts = templates.parts(template)
    if len(parts) == 1:
        return templates.fill(template, values)
    address = ""
    for part in parts:
        if isinstance(part, str):
            address += part
        elif part.slot in values.asked or values.transform(part) in _ENCODED:
            address += values(part)
        else:
            encode = quote_plus if "?" in address else quote
            address += encode(values(part), safe="")
    return address


def filled_json(value: Any, values: SlotValues) -> Any:
    """Params with their values filled in."""
    if isinstance(value, str):
        return templates.fill(value, values)
    if isinstance(value, dict):
        return {key: filled_json(item, values) for key, item in value.items()}
    if isinstance(value, list):
        hole = _only_hole(value)
        if hole is not None and values.is_list(hole.slot):
            return values.items(hole)
        return [filled_json(item, values) for item in value]
    return value


def _only_hole(value: list[Any]) -> Hole | None:
    """The hole that is all that a list holds."""
    if len(value) != 1 or not isinstance(value[0], str):
        return None
    parts = templates.parts(value[0])
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Hole) else None
