"""What a step enters or hands over."""

from collections.abc import Iterator, Mapping
from typing import Any

from kgmem.model.trajectory import Step
from kgmem.paths.reading.shown import RESULT


def entered_by(step: Step) -> Iterator[str]:
    """Its value, and the texts and numbers that it hands over."""
    if step.value and not step.does.gives:
        yield step.value
    yield from texts_in(without_result(step.params))


def without_result(params: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool is called with, without what it gave."""
    return {key: value for key, value in params.items() if key != RESULT}


def texts_in(value: object) -> Iterator[str]:
    """The texts and numbers in a JSON value."""
    if isinstance(value, dict):
        yield from (text for one in value.values() for text in texts_in(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in texts_in(one))
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)
