"""What a recorded step says of itself, beside what it does."""

from collections.abc import Mapping
from typing import Any

from kgmem.model.pattern import Need

ASKS = "asks"
"""Parameter: names of values that only who follows it knows, `{name}` stands for
each."""
OPTIONAL = "optional"
"""Parameter: it was done under a condition."""
DIALOGS = "dialogs"
"""Parameter: what the page asked at the step, and what was answered."""


def asks_of(params: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the values that it asks for."""
    told = params.get(ASKS)
    return tuple(map(str, told)) if isinstance(told, list | tuple) else ()


def need_of(params: Mapping[str, Any], need: Need = "required") -> Need:
    """Whether it has to be done; `need`: as far as others know."""
    return "optional" if params.get(OPTIONAL) and need == "required" else need


def without_declared(params: Mapping[str, Any]) -> dict[str, Any]:
    """What is left to hand to a driver."""
    return {key: one for key, one in params.items() if key not in (ASKS, OPTIONAL)}
