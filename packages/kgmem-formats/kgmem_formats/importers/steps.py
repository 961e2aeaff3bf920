"""The steps of a run as they are read; what can't be read is refused by its place."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from kgmem import Element, ImportedRun, InvalidInput, RefusedPart, Source, Step
from kgmem.formats import (
    EDITABLE,
    MAX_STEPS,
    explain,
    kind_of,
    too_many_steps,
)

VALUE = "value"
"""What a step reads where nothing else is said."""
PRESENT = "true"
"""What a step reads of an element that is there."""
PLACE_ALONE = "what was pressed where nothing but its place is told: no path to replay"
ODD = "not laid out as this format has it"


class Steps:
    """What a reader has of one run."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.refused: list[RefusedPart] = []
        self.guessed: dict[str, None] = {}

    @contextmanager
    def reading(self, place: str) -> Iterator[None]:
        """What goes wrong in the block is refused by its place."""
        try:
            yield
        except InvalidInput as error:
            self.refuse(place, str(error))
        except ValidationError as error:
            self.refuse(place, explain(error, "step"))
        # A foreign file may hold anything anywhere: a list for a text, no such key.
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            self.refuse(place, ODD)

    def records(
        self, source: Source, within: str | None = None
    ) -> Iterator[tuple[str, object]]:
        """Place and value of each record that can be read, see `Source.records`; the
        others are refused."""
        for record in source.records(within):
            if isinstance(record, RefusedPart):
                self.refused.append(record)
            else:
                yield record

    def refuse(self, place: str, reason: str) -> None:
        """A part of it that is not read."""
        self.refused.append(RefusedPart(place=place, reason=reason))

    def add(self, action: str, **fields: object) -> Step:
        """One more step; fields that are None or empty are left out.

        Raises InvalidInput beyond MAX_STEPS, ValidationError if it is none.
        """
        return self.take(Step(action=action, **_given(fields)))

    def take(self, step: Step) -> Step:
        """One more step as it is. Raises InvalidInput beyond MAX_STEPS."""
        if len(self.steps) >= MAX_STEPS:
            raise InvalidInput(too_many_steps(len(self.steps) + 1))
        self.steps.append(step)
        return step

    def read(
        self, target: Element | None, value: object, of: str = VALUE, **fields: Any
    ) -> Step | None:
        """A step that reads what was looked at; none where it is not told."""
        if target is None or not isinstance(value, str | int) or str(value) == "":
            return None
        said = str(value)
        if of == VALUE and kind_of(target) in EDITABLE:
            attributes = {**target.attributes, "value": said}
            target = target.model_copy(update={"attributes": attributes})
        elif of == VALUE and said not in (target.name, target.text):
            target = target.model_copy(update={"text": said})
        return self.add("read", target=target, value=said, params={"of": of}, **fields)

    def replace(self, step: Step, *others: Step) -> None:
        """Others in the place of a step; without any, it is taken back."""
        place = next(n for n, one in enumerate(self.steps) if one is step)
        self.steps[place : place + 1] = others

    def guess(self, what: str) -> None:
        """What the source does not say itself."""
        self.guessed[what] = None

    def last(self, **changes: object) -> None:
        """Other values in fields of the last step, if there is one."""
        if self.steps:
            self.steps[-1] = self.steps[-1].model_copy(update=changes)

    def run(
        self, place: str, title: str | None = None, **fields: object
    ) -> ImportedRun:
        """The run of these steps; `fields` are those of a trajectory."""
        if any(map(_is_place, self.steps)):
            self.guess(PLACE_ALONE)
        return ImportedRun(
            run=_given({**fields, "steps": tuple(self.steps)}),
            place=place,
            title=title,
            guessed=tuple(self.guessed),
            refused=tuple(self.refused),
        )


def _given(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _is_place(step: Step) -> bool:
    """Does it point at an element of which nothing but its box is told?"""
    told = step.target and step.target.model_dump(exclude={"box", "frame", "tab"})
    is_box = step.target is not None and step.target.box is not None
    return is_box and not any(dict(told or {}).values())


def object_of(value: object) -> Mapping[str, object]:
    """The object. Raises InvalidInput where it is something else."""
    if not isinstance(value, Mapping):
        raise InvalidInput(ODD)
    return value


def number_of(value: object) -> float:
    """The number that the value is, or that its text tells. Raises InvalidInput for
    anything else, ValueError for another text."""
    if not isinstance(value, str | int | float):
        raise InvalidInput(ODD)
    return float(value)


def whole_of(value: object) -> int:
    """The same as a whole number, its fraction cut off."""
    if not isinstance(value, str | int | float):
        raise InvalidInput(ODD)
    return int(value)


def scrolls(dx: float, dy: float) -> list[dict[str, object]]:
    """The params of the steps of scrolling by so much, to the right and down."""
    ways = (("left", "right", dx), ("up", "down", dy))
    return [
        {"direction": forth if by > 0 else back, "by": abs(by)}
        for back, forth, by in ways
        if by
    ]
