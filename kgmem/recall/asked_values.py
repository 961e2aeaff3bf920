"""Values of a run that a plan asks for, as its task did not tell them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, quote_plus

from kgmem.model.plan import PlanStep
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Element


@dataclass(frozen=True, slots=True)
class OpenValue:
    """A value of a run that its task did not tell, and that may be another one now."""

    place: int
    """Index of the step in the run's path."""
    part: str
    """`name` for what its element is called, `row` for what stands around it; else
    where the step holds it."""
    text: str
    """As the run had it."""
    name: str
    """What it is asked for as."""
    reads: tuple[ValueSource, ...] = ()
    """Where it stood before."""
    now: str | None = None
    """What it is today, where the runs show how it depends on the day."""


def with_open_values(
    steps: tuple[PlanStep, ...], asked: Sequence[OpenValue]
) -> tuple[PlanStep, ...]:
    """The steps with a place for each value that is to be read or asked for."""
    made = list(steps)
    for one in asked:
        made[one.place] = _asking(made[one.place], one)
    return tuple(made)


def _asking(step: PlanStep, one: OpenValue) -> PlanStep:
    hole = one.now or f"{{{one.name}}}"
    told: dict[str, object] = {}
    if one.now is None:
        told["asks"] = (*step.asks, one.name)
        told["reads"] = {**step.reads, **({one.name: one.reads} if one.reads else {})}
    if one.part == "name" and step.target is not None:
        own = step.target
        told["target"] = Element(
            role=own.role, tag=own.tag, name=hole, frame=own.frame, tab=own.tab
        )
    elif one.part == "row" and step.target is not None:
        told["target"] = step.target.model_copy(
            update={"container": (hole,), "ordinal": None, "path": None, "box": None}
        )
    elif one.part.startswith("params"):
        told["params"] = _replaced(step.params, one.text, hole)
    elif step.value:
        written = (one.text, quote(one.text, safe=""), quote_plus(one.text))
        known = next((text for text in written if text in step.value), one.text)
        told["value"] = step.value.replace(known, hole)
    return step.model_copy(update=told)


def _replaced(value: Any, text: str, hole: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(one, text, hole) for key, one in value.items()}
    if isinstance(value, list):
        return [_replaced(one, text, hole) for one in value]
    is_it = isinstance(value, str | int | float) and str(value) == text
    return hole if is_it else value
